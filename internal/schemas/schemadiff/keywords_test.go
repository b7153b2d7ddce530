package schemadiff_test

import (
	"slices"
	"testing"

	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/testkit/schematest"
	"github.com/crdtool/crdtool/schema"
)

func compare(old, new *schema.Schema) []schemadiff.Change {
	return schemadiff.Compare(schematree.New(old, nil), schematree.New(new, nil))
}

// A change of any keyword is told, as one of that keyword, and with an effect that
// the way back mirrors.
func TestEveryKeywordIsCompared(t *testing.T) {
	for _, k := range schematest.Keywords() {
		all, copies := k.Schemas(), k.Schemas()
		for i, a := range all {
			for j, b := range copies {
				changes := compare(a, b)
				if (len(changes) == 0) != (i == j) {
					t.Errorf("%s: %d changes from %v to %v", k.Name, len(changes), k.Value(a), k.Value(b))
				}
				for _, c := range changes {
					// What is below stands there with its own keyword.
					if c.At.Parent == nil && c.Keyword != k.Name {
						t.Errorf("%s: from %v to %v %s changed", k.Name, k.Value(a), k.Value(b), c.Keyword)
					}
				}
			}
		}
	}
}

// documenting are the keywords that the server reads and never heeds.
var documenting = []string{"id", "$schema", "title", "description", "externalDocs", "example"}

func TestDocumentation(t *testing.T) {
	for _, k := range schematest.Keywords() {
		all := k.Schemas()
		for _, c := range compare(all[0], all[1]) {
			if only := c.Effect == schemadiff.Documents; only != slices.Contains(documenting, k.Name) {
				t.Errorf("%s: %s", k.Name, c.Effect)
			}
		}
	}
}
