package crd

import (
	"fmt"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/schema"
)

// UnknownFields says which fields of a CRD the server drops because it does not know them, each with its
// place. A misspelt keyword restricts nothing, so that tests of the CRD pass without it.
func UnknownFields(doc *source.Document, flaws []schema.Flaw) []string {
	var all []string
	for i := range flaws {
		if f := &flaws[i]; f.Kind == schema.UnknownField {
			all = append(all, fmt.Sprintf("%s:%d: unknown field %q in the CRD, which the server drops; for what was meant, run: crdtool lint %s",
				doc.File.Name, doc.NodePos(f.Node).Line, f.Field, doc.File.Name))
		}
	}
	return all
}
