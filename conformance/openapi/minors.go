package openapi

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"

	"github.com/crdtool/crdtool/conformance/server"
	"github.com/crdtool/crdtool/internal/server/openapiv3/resource"
)

// Document is a published document, as JSON.
type Document = document

// Recorded are the documents of a project of the corpus that the newest server
// published, by "v2" and "v3 GROUP/VERSION": what of them stems from its CRDs.
func Recorded(corpus, project string) (map[string]Document, error) {
	dir := filepath.Join(corpus, "dev", project, "openapi")
	v2, err := readGzip(filepath.Join(dir, "v2.json.gz"))
	if err != nil {
		return nil, err
	}
	docs := map[string]Document{"v2": ofCRDs(v2)}
	files, err := filepath.Glob(filepath.Join(dir, "v3", "apis", "*", "*.json.gz"))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		name := "v3 " + filepath.Base(filepath.Dir(file)) + "/" + strings.TrimSuffix(filepath.Base(file), ".json.gz")
		doc, err := readGzip(file)
		if err != nil {
			return nil, err
		}
		if strings.HasPrefix(name, "v3 apiextensions.k8s.io/") {
			continue
		}
		docs[name] = ofCRDs(doc)
	}
	return docs, nil
}

// ofCRDs is what of a document stems from CRDs: their paths, and all that those
// refer to.
func ofCRDs(doc Document) Document {
	return only(doc, func(path string) bool {
		return strings.HasPrefix(path, "/apis/") && !strings.HasPrefix(path, "/apis/apiextensions.k8s.io/")
	})
}

// Fetch waits until a server publishes documents of all versions that CRDs serve,
// and returns what of them stems from CRDs, named as Recorded names them.
func Fetch(ctx context.Context, s *server.Server, crds []*v1.CustomResourceDefinition) (map[string]Document, error) {
	ctx, cancel := context.WithTimeout(ctx, 4*patience)
	defer cancel()
	models := map[string][]string{}
	for _, c := range crds {
		for _, v := range c.Spec.Versions {
			if v.Served {
				model := resource.ModelName(c.Spec.Group, v.Name, c.Spec.Names.Kind)
				gv := "v3 " + c.Spec.Group + "/" + v.Name
				models[gv], models["v2"] = append(models[gv], model), append(models["v2"], model)
			}
		}
	}
	docs := map[string]Document{}
	for name, wanted := range models {
		path, schemas := "/openapi/v2", []string{"definitions"}
		if gv, ok := strings.CutPrefix(name, "v3 "); ok {
			path, schemas = "/openapi/v3/apis/"+gv, []string{"components", "schemas"}
		}
		err := poll(ctx, name, func() (bool, error) {
			doc, err := read(ctx, s, path)
			there := object(doc, schemas...)
			for _, m := range wanted {
				if there[m] == nil {
					return false, err
				}
			}
			docs[name] = ofCRDs(doc)
			return true, err
		})
		if err != nil {
			return nil, err
		}
	}
	return docs, nil
}

// AwaitNone waits until a server publishes nothing of CRDs.
func AwaitNone(ctx context.Context, s *server.Server) error {
	ctx, cancel := context.WithTimeout(ctx, 4*patience)
	defer cancel()
	for path, paths := range map[string]string{"/openapi/v2": "/apis/", "/openapi/v3": "apis/"} {
		err := poll(ctx, path, func() (bool, error) {
			doc, err := read(ctx, s, path)
			if doc == nil {
				return false, err
			}
			for p := range object(doc, "paths") {
				if rest, ok := strings.CutPrefix(p, paths); ok && strings.Contains(rest, "/") && !strings.HasPrefix(rest, "apiextensions.k8s.io/") {
					return false, err
				}
			}
			return true, err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func poll(ctx context.Context, what string, f func() (bool, error)) error {
	for {
		done, err := f()
		if done || err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%s did not become what it should: %w", what, ctx.Err())
		case <-time.After(150 * time.Millisecond):
		}
	}
}

// Change is where a document differs from another: the path of keys and indices,
// and what stands there, nil if nothing.
type Change struct {
	At    []string
	Value any
}

// Changes lists what makes another document of one.
func Changes(from, to Document) []Change { return changes(nil, from, to) }

func changes(at []string, from, to any) []Change {
	here := func(key string) []string { return append(slices.Clone(at), key) }
	switch f := from.(type) {
	case document:
		t, ok := to.(document)
		if !ok {
			break
		}
		keys := maps.Clone(f)
		maps.Copy(keys, t)
		var list []Change
		for _, k := range slices.Sorted(maps.Keys(keys)) {
			fv, had := f[k]
			tv, has := t[k]
			switch {
			case !has:
				list = append(list, Change{At: here(k)})
			case !had:
				list = append(list, Change{here(k), tv})
			default:
				list = append(list, changes(here(k), fv, tv)...)
			}
		}
		return list
	case []any:
		t, ok := to.([]any)
		if !ok || len(t) != len(f) {
			break
		}
		var list []Change
		for i := range f {
			list = append(list, changes(here(strconv.Itoa(i)), f[i], t[i])...)
		}
		return list
	}
	if diff("", from, to) == nil {
		return nil
	}
	return []Change{{at, to}}
}

// Apply makes the other document again. The first is not changed.
func Apply(from Document, list []Change) (Document, error) {
	text, err := json.Marshal(from)
	if err != nil {
		return nil, err
	}
	doc, err := decode(strings.NewReader(string(text)))
	if err != nil {
		return nil, err
	}
	for _, c := range list {
		if len(c.At) == 0 {
			return nil, fmt.Errorf("a change of the whole document")
		}
		var in any = doc
		for _, k := range c.At[:len(c.At)-1] {
			if in, err = child(in, k); err != nil {
				return nil, fmt.Errorf("%q: %w", c.At, err)
			}
		}
		last := c.At[len(c.At)-1]
		switch in := in.(type) {
		case document:
			if c.Value == nil {
				delete(in, last)
			} else {
				in[last] = c.Value
			}
		case []any:
			i, err := strconv.Atoi(last)
			if err != nil || i >= len(in) {
				return nil, fmt.Errorf("%q: no such item", c.At)
			}
			in[i] = c.Value
		default:
			return nil, fmt.Errorf("%q: no object and no list", c.At)
		}
	}
	return doc, nil
}

func child(in any, key string) (any, error) {
	switch in := in.(type) {
	case document:
		return in[key], nil
	case []any:
		if i, err := strconv.Atoi(key); err == nil && i < len(in) {
			return in[i], nil
		}
	}
	return nil, fmt.Errorf("no %q", key)
}

// Differences lists how a document of crdtool differs from the server's, as
// pointers and texts.
func Differences(want, got Document) []string { return diff("", want, got) }
