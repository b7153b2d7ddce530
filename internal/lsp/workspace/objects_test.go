package workspace_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestObjectsAreReadAgain: keys and values of objects are known, and a saved file counts when there was time to read it.
func TestObjectsAreReadAgain(t *testing.T) {
	const object = "apiVersion: example.com/v1\nkind: Lamp\nmetadata: {name: desk, labels: {room: a}}\nspec: {color: red}\n"
	w, dir := folder(t, map[string]string{".crdtool.yaml": "profile: server\n", "crds/lamp.yaml": crd("Lamp"), "a.yaml": object})
	ctx := context.Background()
	doc := open(w, filepath.Join(dir, "b.yaml"), "kind: Lamp\n")
	w.Project(ctx, doc).ReadObjects(ctx)
	kinds := w.Project(ctx, doc).Kinds(doc)
	if keys := kinds.Keys("Lamp", "metadata.labels"); !slices.Equal(keys, []string{"room"}) {
		t.Errorf("the keys are %q", keys)
	}
	if values := kinds.Values("Lamp", "spec.color"); !slices.Equal(values, []string{"red"}) {
		t.Errorf("the values are %q", values)
	}
	path := filepath.Join(dir, "c.yaml")
	if err := os.WriteFile(path, []byte("apiVersion: example.com/v1\nkind: Lamp\nmetadata: {name: new}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	w.Changed(path)
	if names := w.Project(ctx, doc).Kinds(doc).Names("Lamp"); !slices.Equal(names, []string{"desk"}) {
		t.Errorf("before the files are read again, the names are %q", names)
	}
	w.Project(ctx, doc).ReadObjects(ctx)
	if names := w.Project(ctx, doc).Kinds(doc).Names("Lamp"); !slices.Equal(names, []string{"desk", "new"}) {
		t.Errorf("the names are %q", names)
	}
}
