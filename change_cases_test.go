package crdtool_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/internal/golden"
)

// changeFile is a file of testdata/changes: the CRD of a project, objects of it, and
// changes of it.
type changeFile struct {
	name    string
	crd     []byte
	objects []map[string]any
	changes []change
}

// change is one change of a CRD; testdata/changes/README.md says what the fields mean.
type change struct {
	Change   string      `json:"change"`
	In       string      `json:"in"`
	Patch    []operation `json:"patch"`
	Reversed bool        `json:"reversed"`
	Breaks   bool        `json:"breaks"`
	Refused  string      `json:"refused"`
	Awaits   string      `json:"awaits"`
	Witness  *probe      `json:"witness"`
	Objects  []probe     `json:"objects"`
}

func changeFiles(t *testing.T) []changeFile {
	t.Helper()
	names, err := filepath.Glob("testdata/changes/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var all []changeFile
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		f := changeFile{name: strings.TrimSuffix(filepath.Base(name), ".txtar")}
		for _, part := range golden.Parse(text).Files {
			switch part.Name {
			case "crd.yaml":
				f.crd = part.Data
			case "objects.yaml":
				err = yaml.UnmarshalStrict(part.Data, &f.objects)
			case "changes.yaml":
				err = yaml.UnmarshalStrict(part.Data, &f.changes)
			default:
				err = fmt.Errorf("no such part")
			}
			if err != nil {
				t.Fatalf("%s: %s: %v", name, part.Name, err)
			}
		}
		if f.crd == nil || len(f.changes) == 0 {
			t.Fatalf("%s has no CRD, or no changes", name)
		}
		all = append(all, f)
	}
	return all
}
