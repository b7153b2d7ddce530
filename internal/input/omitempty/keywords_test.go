package omitempty

import (
	"testing"

	"github.com/crdtool/crdtool/internal/testkit/schematest"
)

// neverEmpty are the keywords that are kept when they are empty, or that the
// server refuses.
var neverEmpty = map[string]bool{"type": true, "id": true, "$schema": true, "$ref": true, "dependencies": true}

// Of every keyword it is known what becomes of it when it is empty.
func TestSchemaFieldHeedsEveryKeyword(t *testing.T) {
	for _, k := range schematest.Keywords() {
		if empty := fields[schemaObject][k.Name].empty; (empty == kept) != neverEmpty[k.Name] {
			t.Errorf("%s: that it is kept is %t", k.Name, empty == kept)
		}
	}
}
