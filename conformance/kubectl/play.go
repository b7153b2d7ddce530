package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"

	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	cmdutil "k8s.io/kubectl/pkg/cmd/util"

	"github.com/crdtool/crdtool/conformance/server"
	"github.com/crdtool/crdtool/internal/testkit/golden"
)

// scenario is what is to be done to one object.
type scenario struct {
	id              string
	crd             *crd
	namespace, name string
	steps           []step
}

// step is a command of kubectl, if it has arguments, or else a request of somebody else.
type step struct {
	args     []string
	manifest string

	method, contentType, query, subresource string
	body                                    func(live map[string]any) any
}

// player plays scenarios.
type player struct {
	server    *server.Server
	recorder  *recorder
	warnings  *warnings
	factories map[string]cmdutil.Factory // by --namespace
}

func newPlayer(s *server.Server) *player {
	return &player{server: s, warnings: &warnings{}, factories: map[string]cmdutil.Factory{},
		recorder: &recorder{next: s.Client.Transport, groups: map[string]metav1.APIGroup{}}}
}

// factory makes kubectl's clients. They keep the server's OpenAPI, which takes long to
// read.
func (p *player) factory(namespace string) (cmdutil.Factory, error) {
	if f := p.factories[namespace]; f != nil {
		return f, nil
	}
	c, err := newClient(p.server.URL, p.recorder, p.warnings, namespace)
	if err != nil {
		return nil, err
	}
	p.factories[namespace] = cmdutil.NewFactory(c)
	return p.factories[namespace], nil
}

func (p *player) play(ctx context.Context, sc scenario) (golden.Commands, error) {
	all := golden.Commands{ID: sc.id, CRD: sc.crd.file}
	for i, s := range sc.steps {
		c, err := p.step(ctx, sc, s)
		if err != nil {
			return all, fmt.Errorf("step %d: %w", i+1, err)
		}
		if c.After, err = p.live(ctx, sc); err != nil {
			return all, err
		}
		if n := len(c.Requests); n > 0 && bytes.Equal(c.Requests[n-1].Answer, c.After) {
			c.After = nil
		}
		all.Steps = append(all.Steps, c)
	}
	return all, p.forget(ctx, sc)
}

// live is the object as it is now, JSON null if there is none.
func (p *player) live(ctx context.Context, sc scenario) (json.RawMessage, error) {
	if sc.name == "" {
		return json.RawMessage("null"), nil
	}
	e, err := p.send(ctx, http.MethodGet, sc.crd.url(sc.crd.storage(), sc.namespace, sc.name), "", nil)
	if err != nil {
		return nil, err
	}
	if e.Code == http.StatusNotFound {
		return json.RawMessage("null"), nil
	}
	if e.Code != http.StatusOK {
		return nil, fmt.Errorf("%d %s", e.Code, e.Answer)
	}
	return e.Answer, nil
}

func (p *player) step(ctx context.Context, sc scenario, s step) (c golden.Command, err error) {
	if len(s.args) == 0 {
		return p.others(ctx, sc, s)
	}
	c = golden.Command{Args: s.args, Manifest: s.manifest}
	args := slices.Clone(s.args)
	if s.manifest != "" {
		c.File = "object.yaml"
		if err := os.WriteFile(c.File, []byte(s.manifest), 0o644); err != nil {
			return c, err
		}
		args = append(args, "-f", c.File)
	}
	namespace := ""
	if i := slices.IndexFunc(args, func(a string) bool { return strings.HasPrefix(a, "--namespace=") }); i >= 0 {
		_, namespace, _ = strings.Cut(args[i], "=")
		args = slices.Delete(args, i, i+1) // a flag of kubectl itself, not of its commands
	}
	f, err := p.factory(namespace)
	if err != nil {
		return c, err
	}
	p.recorder.kept = nil
	o, err := kubectl(f, p.warnings, args)
	if err == nil {
		err = p.recorder.err
	}
	c.Requests, c.Out, c.Err, c.Exit = p.recorder.kept, o.out, o.err, o.exit
	return c, err
}

// others makes the request of somebody else.
func (p *player) others(ctx context.Context, sc scenario, s step) (c golden.Command, err error) {
	live, err := p.live(ctx, sc)
	if err != nil {
		return c, err
	}
	var object map[string]any
	if err := json.Unmarshal(live, &object); err != nil {
		return c, err
	}
	name := sc.name
	if s.method == http.MethodPost {
		name = ""
	} else if object == nil {
		c.Requests = []golden.Exchange{}
		return c, nil // nothing to change
	}
	var body []byte
	if s.body != nil {
		if body, err = json.Marshal(s.body(object)); err != nil {
			return c, err
		}
	}
	url := sc.crd.url(sc.crd.storage(), sc.namespace, name)
	if s.subresource != "" {
		url += "/" + s.subresource
	}
	e, err := p.send(ctx, s.method, url+"?"+s.query, s.contentType, body)
	c.Requests = []golden.Exchange{e}
	return c, err
}

// forget removes the object.
func (p *player) forget(ctx context.Context, sc scenario) error {
	names := []string{sc.name}
	namespaces := []string{""}
	if sc.crd.Spec.Scope == v1.NamespaceScoped {
		namespaces = []string{"default", namespace, "absent"}
	}
	for _, ns := range namespaces {
		for _, name := range names {
			if name == "" {
				continue
			}
			if err := p.server.DeleteObject(ctx, sc.crd.Spec.Group, sc.crd.Spec.Names.Plural, ns, name); err != nil {
				return err
			}
		}
	}
	return nil
}

// send makes a request that is not kubectl's.
func (p *player) send(ctx context.Context, method, path, contentType string, body []byte) (golden.Exchange, error) {
	req, err := http.NewRequestWithContext(ctx, method, p.server.URL+path, bytes.NewReader(body))
	if err != nil {
		return golden.Exchange{}, err
	}
	req.Header.Set("Accept", "application/json")
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	resp, err := p.server.Client.Do(req)
	if err != nil {
		return golden.Exchange{}, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		return golden.Exchange{}, err
	}
	return exchangeOf(req, body, resp, text), nil
}

// exchangeOf is exchange for an answer that may be no JSON.
func exchangeOf(req *http.Request, body []byte, resp *http.Response, text []byte) golden.Exchange {
	e, err := exchange(req, body, resp, text)
	if err != nil {
		e.Answer, _ = json.Marshal(string(text))
	}
	return e
}

// accepted reports whether the server would create an object.
func (p *player) accepted(ctx context.Context) func(*crd, map[string]any) bool {
	return func(c *crd, object map[string]any) bool {
		body, err := json.Marshal(object)
		if err != nil {
			return false
		}
		gv, _ := object["apiVersion"].(string)
		_, version, _ := strings.Cut(gv, "/")
		meta, _ := object["metadata"].(map[string]any)
		namespace, _ := meta["namespace"].(string)
		url := c.url(version, cmp.Or(namespace, "default"), "") + "?dryRun=All&fieldValidation=Strict"
		e, err := p.send(ctx, http.MethodPost, url, "application/json", body)
		return err == nil && e.Code == http.StatusCreated
	}
}
