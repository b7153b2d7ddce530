// Package changes reads testdata/changes, changes of real CRDs, and asks clusters for what shows that they break
// something. It is for tests alone.
package changes

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// File is a file of testdata/changes: the CRD of a project, objects of it, and changes of it.
type File struct {
	Name    string
	CRD     []byte
	Objects []map[string]any
	Changes []Change
}

// Change is one change of a CRD; testdata/changes/README.md says what the fields mean.
type Change struct {
	Change   string      `json:"change"`
	In       string      `json:"in"`
	Patch    []operation `json:"patch"`
	Reversed bool        `json:"reversed"`
	Breaks   bool        `json:"breaks"`
	Refused  string      `json:"refused"`
	Awaits   string      `json:"awaits"`
	Witness  *Probe      `json:"witness"`
	Objects  []Probe     `json:"objects"`

	// Now is the CRD after the change, Places are what it changes.
	Now    []byte          `json:"-"`
	Places []*finding.Path `json:"-"`
}

// Read returns the files of testdata/changes with their changes made. A test runs in the folder of its package, which
// is three levels below the root of the repository.
func Read(t *testing.T) []File {
	t.Helper()
	all, err := readOnce()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// readOnce reads the files and makes their changes, for all tests.
var readOnce = sync.OnceValues(func() ([]File, error) {
	names, err := filepath.Glob("../../../testdata/changes/*.txtar")
	if err != nil {
		return nil, err
	}
	var all []File
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		f := File{Name: strings.TrimSuffix(filepath.Base(name), ".txtar")}
		for _, part := range golden.Parse(text).Files {
			switch part.Name {
			case "crd.yaml":
				f.CRD = part.Data
			case "objects.yaml":
				err = yaml.UnmarshalStrict(part.Data, &f.Objects)
			case "changes.yaml":
				err = yaml.UnmarshalStrict(part.Data, &f.Changes)
			default:
				err = fmt.Errorf("no such part")
			}
			if err != nil {
				return nil, fmt.Errorf("%s: %s: %w", name, part.Name, err)
			}
		}
		if f.CRD == nil || len(f.Changes) == 0 {
			return nil, fmt.Errorf("%s has no CRD, or no changes", name)
		}
		for i := range f.Changes {
			c := &f.Changes[i]
			if c.Now, c.Places, err = c.changed(f.CRD); err != nil {
				return nil, fmt.Errorf("%s: %s: %w", name, c.Change, err)
			}
		}
		all = append(all, f)
	}
	return all, nil
})
