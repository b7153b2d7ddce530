package rules

import (
	"fmt"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// countAlike adds to the help of a finding how many other objects equal its object.
func (v *Version) countAlike(f *finding.Finding, object *schematree.Node) {
	if object == nil {
		return
	}
	others := v.Copies(object)
	if others < 1 {
		return
	}
	if f.Help != "" {
		f.Help += "; "
	}
	if others == 1 {
		f.Help += "the same type is used in one more place"
	} else {
		f.Help += fmt.Sprintf("the same type is used in %d more places", others)
	}
}
