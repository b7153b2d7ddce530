package openapi

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/testkit/golden"
)

// recordCases plays the cases of a folder and writes what the server publishes
// into their files.
func recordCases(ctx context.Context, dir string, out io.Writer) error {
	files, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil {
		return err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		a := golden.Parse(text)
		if err := recordCase(ctx, a); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		if recorded := a.Format(); !bytes.Equal(recorded, text) {
			fmt.Fprintf(out, "%s: recorded\n", filepath.Base(file))
			if err := os.WriteFile(file, recorded, 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

func recordCase(ctx context.Context, a *golden.Archive) error {
	var crds [][]byte
	a.Files = slices.DeleteFunc(a.Files, func(f golden.File) bool {
		if strings.HasPrefix(f.Name, "crd") {
			crds = append(crds, f.Data)
		}
		return strings.HasSuffix(f.Name, ".json")
	})
	options, _ := a.Get("options")
	p, err := publish(ctx, crds, bytes.Contains(options, []byte("stored: true")))
	if err != nil {
		return err
	}
	paths := bytes.Contains(a.Comment, []byte("paths: recorded"))
	for _, gv := range slices.Sorted(maps.Keys(p.v3)) {
		if err := set(a, "v3/"+gv+".json", own(p.v3[gv], paths)); err != nil {
			return err
		}
	}
	return set(a, "v2.json", own(p.v2, paths))
}

// own is what of a document is about the CRDs of a case alone: their schemas, and
// their paths if wanted, which are much the same for all.
func own(doc document, paths bool) document {
	doc = only(doc, func(path string) bool {
		return strings.HasPrefix(path, "/apis/") && !strings.HasPrefix(path, "/apis/apiextensions.k8s.io/")
	})
	for _, schemas := range []document{object(doc, "components", "schemas"), object(doc, "definitions")} {
		for name := range schemas {
			if isShared(name) {
				delete(schemas, name)
			}
		}
	}
	if !paths {
		delete(doc, "paths")
		delete(doc, "parameters")
	}
	return doc
}

// isShared reports whether a schema is Kubernetes' own.
func isShared(name string) bool {
	return strings.HasPrefix(name, "io.k8s.apimachinery.") || strings.HasPrefix(name, "io.k8s.api.")
}

func set(a *golden.Archive, name string, doc document) error {
	text, err := encode(doc)
	if err != nil {
		return err
	}
	a.Set(name, text)
	return nil
}
