package upgrade

import (
	"slices"

	"github.com/crdtool/crdtool/report"
)

// A Class says whom a change affects first.
type Class string

// The classes, the most severe first.
const (
	// Install: the server refuses the update of the CRD, or kubectl cannot apply it.
	Install Class = "install"
	// Stored: stored objects lose data, cannot be updated, or are read with other values.
	Stored Class = "stored"
	// Writers: requests that were accepted are refused, or store another object.
	Writers Class = "writers"
	// Unproven: users of the CRD may have to act. No object shows it, and nothing proves the opposite.
	Unproven Class = "unproven"
	// Readers: clients may read new values, or lack values that they read before.
	Readers Class = "readers"
	// Compatible: all requests that were accepted still are, with the same result.
	Compatible Class = "compatible"
	// Documentation: only people see a difference.
	Documentation Class = "documentation"
)

// Classes returns all classes, the most severe first.
func Classes() []Class {
	var all []Class
	for _, c := range report.Classes() {
		all = append(all, Class(c))
	}
	return all
}

// Rank returns the order of a class: 0 is the most severe.
func (c Class) Rank() int { return slices.Index(report.Classes(), string(c)) }
