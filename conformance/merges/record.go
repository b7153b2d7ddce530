package merges

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand"
	"net/http"
	"net/url"
	"time"

	"github.com/crdtool/crdtool/conformance/server"
	"github.com/crdtool/crdtool/internal/testkit/golden"
)

const crds = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"

// Input is a CRD with its source.
type Input struct {
	Source string
	Text   []byte
}

// Record applies objects of the CRDs and patches of them on a real API server, and writes what it stores.
func Record(ctx context.Context, inputs []Input, patches int, path string, out io.Writer) error {
	s, err := server.Start()
	if err != nil {
		return err
	}
	defer s.Stop()
	var lines [][]byte
	for i, input := range inputs {
		recorded, err := play(ctx, s, input, patches, int64(i))
		if err != nil {
			return fmt.Errorf("%s: %w", input.Source, err)
		}
		line, err := json.Marshal(recorded)
		if err != nil {
			return err
		}
		lines = append(lines, line)
	}
	fmt.Fprintf(out, "%d CRDs with %d patches each\n", len(lines), patches)
	return golden.WriteCommands(path, lines)
}

func play(ctx context.Context, s *server.Server, input Input, patches int, seed int64) (*golden.MergedCRD, error) {
	crd, err := shape(input.Text)
	if err != nil {
		return nil, err
	}
	recorded := &golden.MergedCRD{Source: input.Source}
	if recorded.CRD, err = json.Marshal(crd); err != nil {
		return nil, err
	}
	k, err := kindOf(recorded.CRD)
	if err != nil {
		return nil, err
	}
	if _, err := send(ctx, s, http.MethodPost, crds, "application/json", recorded.CRD); err != nil {
		return nil, err
	}
	if err := waitFor(ctx, s, k.path("")); err != nil {
		return nil, err
	}
	m := maker{random: rand.New(rand.NewSource(seed))}
	for i := range patches {
		m.fields = 0
		object, patch := m.objects(k, fmt.Sprintf("a%d", i))
		p, err := apply(ctx, s, k, object, patch)
		if err != nil {
			return nil, err
		}
		recorded.Patches = append(recorded.Patches, p)
	}
	if err := s.DeleteObjects(ctx, k.Group, k.Plural); err != nil {
		return nil, err
	}
	return recorded, s.Delete(ctx, k.Plural+"."+k.Group)
}

// kind is what a CRD serves.
type kind struct {
	Group, Version, Kind, Plural string
	Namespaced                   bool
	Schema                       schema
}

func kindOf(crd []byte) (*kind, error) {
	var decoded struct {
		Spec struct {
			Group, Scope string
			Names        struct{ Kind, Plural string }
			Versions     []struct {
				Name   string
				Schema struct{ OpenAPIV3Schema schema }
			}
		}
	}
	if err := json.Unmarshal(crd, &decoded); err != nil {
		return nil, err
	}
	of := decoded.Spec
	return &kind{of.Group, of.Versions[0].Name, of.Names.Kind, of.Names.Plural, of.Scope == "Namespaced", of.Versions[0].Schema.OpenAPIV3Schema}, nil
}

// path returns the path of an object; of all objects if it has no name.
func (k *kind) path(name string) string {
	path := "/apis/" + k.Group + "/" + k.Version + "/"
	if k.Namespaced && name != "" {
		path += "namespaces/default/"
	}
	path += k.Plural
	if name != "" {
		path += "/" + name
	}
	return path
}

// objects returns an object and a patch of it.
func (m *maker) objects(k *kind, name string) (object, patch map[string]any) {
	object = m.object(k.Schema)
	patch = m.patchObject(k.Schema, object)
	for i, o := range [...]map[string]any{object, patch} {
		o["apiVersion"], o["kind"] = k.Group+"/"+k.Version, k.Kind
		metadata := map[string]any{"name": name}
		if k.Namespaced {
			metadata["namespace"] = "default"
		}
		if name == "a0" {
			metadata["finalizers"] = []any{fmt.Sprintf("example.com/f%d", i), "example.com/both"}
			metadata["ownerReferences"] = []any{map[string]any{"apiVersion": "v1", "kind": "ConfigMap", "name": "owner", "uid": fmt.Sprintf("u%d", i)}}
		}
		o["metadata"] = metadata
	}
	return object, patch
}

// apply applies the object and the patch, each by a manager of its own.
func apply(ctx context.Context, s *server.Server, k *kind, object, patch map[string]any) (golden.MergedPatch, error) {
	var p golden.MergedPatch
	var stored []byte
	for _, step := range [...]struct {
		manager string
		value   map[string]any
		text    *json.RawMessage
	}{{"base", object, &p.Object}, {"overlay", patch, &p.Patch}} {
		text, err := json.Marshal(step.value)
		if err != nil {
			return p, err
		}
		*step.text = text
		name := object["metadata"].(map[string]any)["name"].(string)
		query := url.Values{"fieldManager": {step.manager}, "force": {"true"}, "fieldValidation": {"Strict"}}
		if stored, err = send(ctx, s, http.MethodPatch, k.path(name)+"?"+query.Encode(), "application/apply-patch+yaml", text); err != nil {
			return p, fmt.Errorf("%s: %w", text, err)
		}
	}
	var merged map[string]any
	if err := json.Unmarshal(stored, &merged); err != nil {
		return p, err
	}
	metadata := merged["metadata"].(map[string]any)
	for _, name := range [...]string{"managedFields", "uid", "resourceVersion", "generation", "creationTimestamp"} {
		delete(metadata, name)
	}
	var err error
	p.Merged, err = json.Marshal(merged)
	return p, err
}

func send(ctx context.Context, s *server.Server, method, path, contentType string, body []byte) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, method, s.URL+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept", "application/json")
	request.Header.Set("Content-Type", contentType)
	response, err := s.Client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode/100 != 2 {
		err = fmt.Errorf("%s: %s", response.Status, text)
	}
	return text, err
}

// waitFor waits until the server serves a path.
func waitFor(ctx context.Context, s *server.Server, path string) (err error) {
	for range 1000 {
		if _, err = send(ctx, s, http.MethodGet, path, "application/json", nil); err == nil {
			return nil
		}
		time.Sleep(10 * time.Millisecond) // the server needs some of it to see a new CRD
	}
	return err
}
