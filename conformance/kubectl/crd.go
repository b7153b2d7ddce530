package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"
)

// crd is a CRD that the server serves.
type crd struct {
	v1.CustomResourceDefinition
	file string
	text []byte
}

func readCRDs(dir string) ([]*crd, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil {
		return nil, err
	}
	var all []*crd
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		c := &crd{file: filepath.Base(name)}
		if c.text, err = yaml.YAMLToJSON(text); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if err := yaml.UnmarshalStrict(text, &c.CustomResourceDefinition); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, c)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("there are no CRDs in %s", dir)
	}
	return all, nil
}

// storage is the version in which objects are stored.
func (c *crd) storage() string {
	for _, v := range c.Spec.Versions {
		if v.Storage {
			return v.Name
		}
	}
	return ""
}

// url is that of an object, at a version.
func (c *crd) url(version, namespace, name string) string {
	path := "/apis/" + c.Spec.Group + "/" + version
	if c.Spec.Scope == v1.NamespaceScoped {
		path += "/namespaces/" + namespace
	}
	path += "/" + c.Spec.Names.Plural
	if name != "" {
		path += "/" + name
	}
	return path
}

// install creates a CRD.
func (p *player) install(ctx context.Context, c *crd) error {
	e, err := p.send(ctx, http.MethodPost, "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", "application/json", c.text)
	if err == nil && e.Code != http.StatusCreated {
		err = fmt.Errorf("%d %s", e.Code, e.Answer)
	}
	group := metav1.APIGroup{Name: c.Spec.Group}
	for _, v := range c.Spec.Versions {
		gv := metav1.GroupVersionForDiscovery{GroupVersion: c.Spec.Group + "/" + v.Name, Version: v.Name}
		group.Versions = append(group.Versions, gv)
		if v.Storage {
			group.PreferredVersion = gv
		}
	}
	p.recorder.groups[c.Spec.Group] = group
	return err
}

// published waits until the server has all that kubectl looks for in OpenAPI and serves
// all resources.
func (p *player) published(ctx context.Context, crds []*crd) error {
	for start := time.Now(); ; time.Sleep(200 * time.Millisecond) {
		missing := ""
		v2, err := p.text(ctx, "/openapi/v2")
		if err != nil {
			return err
		}
		v3, err := p.text(ctx, "/openapi/v3")
		if err != nil {
			return err
		}
		for _, c := range crds {
			for _, v := range c.Spec.Versions {
				url := c.url(v.Name, "default", "")
				if e, err := p.send(ctx, http.MethodGet, url, "", nil); err != nil {
					return err
				} else if e.Code != http.StatusOK {
					missing = url
				}
				if gv := "apis/" + c.Spec.Group + "/" + v.Name; !strings.Contains(v2, gv) || !strings.Contains(v3, gv) {
					missing = gv
				}
			}
		}
		if missing == "" {
			return nil
		}
		if time.Since(start) > patience {
			return fmt.Errorf("%s is still not served", missing)
		}
	}
}

func (p *player) text(ctx context.Context, path string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.server.URL+path, nil)
	if err != nil {
		return "", err
	}
	req.Header.Set("Accept", "application/json")
	resp, err := p.server.Client.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	var b bytes.Buffer
	_, err = io.Copy(&b, resp.Body)
	return b.String(), err
}
