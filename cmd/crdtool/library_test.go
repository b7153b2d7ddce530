package main

import (
	"bytes"
	"path/filepath"
	"testing"

	library "github.com/crdtool/crdtool"
	"github.com/crdtool/crdtool/internal/output/render"
)

// A program is told what the command prints.
func TestLibraryAgreesWithTheCommand(t *testing.T) {
	root := repository(t)
	t.Chdir(root)
	linter, err := library.NewLinter(library.LintOptions{Profile: "strict"})
	if err != nil {
		t.Fatal(err)
	}
	found, err := linter.LintFiles(t.Context(), "examples")
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := render.JSON(&b, found); err != nil {
		t.Fatal(err)
	}
	got := inProcess(t, root, "lint", "--no-config", "--profile", "strict", "--format", "json", "examples")
	if got.stdout != b.String() {
		t.Errorf("the command prints\n%s\nand the program has\n%s", got.stdout, b.String())
	}

	cluster, err := library.LoadCluster(t.Context(), library.ClusterOptions{}, filepath.Join("examples", "widgets.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	applied, err := cluster.ApplyFiles(t.Context(), library.ApplyOptions{LiveFiles: []string{"examples/live"}}, "examples/objects")
	if err != nil {
		t.Fatal(err)
	}
	b.Reset()
	if err := render.AppliedJSON(&b, applied); err != nil {
		t.Fatal(err)
	}
	got = inProcess(t, root, "apply-dry", "--no-config", "--crds", "examples/widgets.yaml", "--old", "examples/live", "--format", "json", "examples/objects")
	if got.stdout != b.String() {
		t.Errorf("the command prints\n%s\nand the program has\n%s", got.stdout, b.String())
	}
}
