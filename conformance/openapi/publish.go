package openapi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/conformance/server"
	"github.com/crdtool/crdtool/internal/server/openapiv3/resource"
)

const collection = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"

// patience is how long a server may take to publish what it was given. It works
// through CRDs one after the other, within milliseconds each.
const patience = 30 * time.Second

// published are the documents of a server.
type published struct {
	// v3 holds a document for each group and version, as "group/version".
	v3 map[string]document
	v2 document
}

// definition is what must be known of a CRD to wait for its documents.
type definition struct {
	Metadata struct{ Name string }
	Spec     struct {
		Group    string
		Names    struct{ Kind string }
		Versions []struct {
			Name   string
			Served bool
		}
	}
}

// publish installs CRDs, given as YAML, on a new server and returns what it
// publishes. Stored puts them past all validation into the store, as if an older
// Kubernetes had accepted them.
func publish(ctx context.Context, crds [][]byte, stored bool) (published, error) {
	p := published{v3: map[string]document{}}
	s, err := server.Start()
	if err != nil {
		return p, err
	}
	defer s.Stop()
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()

	var installed []definition
	for _, text := range crds {
		d, err := install(ctx, s, text, stored)
		if err != nil {
			return p, err
		}
		installed = append(installed, d)
	}
	for _, d := range installed {
		for _, v := range d.Spec.Versions {
			if !v.Served {
				continue
			}
			name := d.Spec.Group + "/" + v.Name
			model := resource.ModelName(d.Spec.Group, v.Name, d.Spec.Names.Kind)
			if p.v3[name], err = await(ctx, s, "/openapi/v3/apis/"+name, "components/schemas", model); err != nil {
				return p, err
			}
			if p.v2, err = await(ctx, s, "/openapi/v2", "definitions", model); err != nil {
				return p, err
			}
		}
	}
	return p, nil
}

// install creates a CRD.
func install(ctx context.Context, s *server.Server, text []byte, stored bool) (d definition, err error) {
	asJSON, err := yaml.YAMLToJSON(text)
	if err != nil {
		return d, err
	}
	if err := json.Unmarshal(asJSON, &d); err != nil {
		return d, err
	}
	if stored {
		return d, s.Put(ctx, d.Metadata.Name, asJSON)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL+collection, bytes.NewReader(asJSON))
	if err != nil {
		return d, err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := s.Client.Do(req)
	if err != nil {
		return d, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusCreated {
		body, _ := io.ReadAll(resp.Body)
		return d, fmt.Errorf("%s: %s: %s", d.Metadata.Name, resp.Status, body)
	}
	return d, nil
}

// await reads a document again and again until it holds a schema.
func await(ctx context.Context, s *server.Server, path, schemas, model string) (document, error) {
	for {
		doc, err := read(ctx, s, path)
		if err != nil {
			return nil, err
		}
		at := doc
		for _, key := range strings.Split(schemas, "/") {
			at, _ = at[key].(document)
		}
		if at[model] != nil {
			return doc, nil
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("%s: %s was not published: %w", path, model, ctx.Err())
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// read returns a document, or nil if there is none yet.
func read(ctx context.Context, s *server.Server, path string) (document, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL+path, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "application/json")
	resp, err := s.Client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, nil
	}
	doc, err := decode(resp.Body)
	if errors.Is(err, io.EOF) {
		// For a moment the server knows of the document but has no text for it.
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return doc, nil
}
