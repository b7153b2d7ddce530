package crdtool_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/testkit/golden"
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

	// now is the CRD after the change, places are what it changes.
	now    []byte
	places []*finding.Path
}

func changeFiles(t *testing.T) []changeFile {
	t.Helper()
	all, err := changeFilesOnce()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// changeFilesOnce reads the files and makes their changes, for all tests.
var changeFilesOnce = sync.OnceValues(func() ([]changeFile, error) {
	names, err := filepath.Glob("testdata/changes/*.txtar")
	if err != nil {
		return nil, err
	}
	var all []changeFile
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
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
				return nil, fmt.Errorf("%s: %s: %w", name, part.Name, err)
			}
		}
		if f.crd == nil || len(f.changes) == 0 {
			return nil, fmt.Errorf("%s has no CRD, or no changes", name)
		}
		for i := range f.changes {
			c := &f.changes[i]
			if c.now, c.places, err = c.changed(f.crd); err != nil {
				return nil, fmt.Errorf("%s: %s: %w", name, c.Change, err)
			}
		}
		all = append(all, f)
	}
	return all, nil
})
