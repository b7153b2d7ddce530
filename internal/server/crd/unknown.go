package crd

import (
	"fmt"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamldecode"
)

// UnknownFields returns a message with the position of each field that the server drops because it does not know it. A
// misspelt keyword restricts nothing, and tests of the CRD pass without it.
func UnknownFields(doc *source.Document, flaws []yamldecode.Flaw) []string {
	var all []string
	for i := range flaws {
		if f := &flaws[i]; f.Kind == yamldecode.UnknownField {
			all = append(all, fmt.Sprintf("%s:%d: unknown field %q in the CRD, which the server drops; for what was meant, run: crdtool lint %s",
				doc.File.Name, doc.NodePos(f.Node).Line, f.Field, doc.File.Name))
		}
	}
	return all
}
