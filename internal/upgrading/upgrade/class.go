package upgrade

import (
	"slices"

	"github.com/crdtool/crdtool/report"
)

// Class says who notices a change first.
type Class string

// The classes, the worst first.
const (
	// Install: the server refuses the update of the CRD itself, or kubectl cannot apply it.
	Install Class = "install"
	// Stored: objects that are stored lose data, cannot be updated, or are read otherwise.
	Stored Class = "stored"
	// Writers: requests that were accepted are refused, or store something else.
	Writers Class = "writers"
	// Unproven: whoever relied on the CRD may have to act. No object shows that, and nothing proves
	// that there is none.
	Unproven Class = "unproven"
	// Readers: clients may meet what they never met, or miss what they had.
	Readers Class = "readers"
	// Compatible: whatever was accepted is, and stays as it was.
	Compatible Class = "compatible"
	// Documentation: only people see a difference.
	Documentation Class = "documentation"
)

// Classes are all, the worst first.
func Classes() []Class {
	var all []Class
	for _, c := range report.Classes() {
		all = append(all, Class(c))
	}
	return all
}

// Rank orders classes: 0 is the worst.
func (c Class) Rank() int { return slices.Index(report.Classes(), string(c)) }
