package upgrade

import "github.com/crdtool/crdtool/internal/prose"

// Class says who notices a change first.
type Class string

// The classes, the worst first.
const (
	// Install: the server refuses the update of the CRD itself.
	Install Class = "install"
	// Stored: objects that are stored lose data, can't be updated, or are read otherwise.
	Stored Class = "stored"
	// Writers: requests that were accepted are refused, or store something else.
	Writers Class = "writers"
	// Readers: clients may meet what they never met, or miss what they had.
	Readers Class = "readers"
	// Compatible: whatever was accepted is, and stays as it was.
	Compatible Class = "compatible"
	// Documentation: only people see a difference.
	Documentation Class = "documentation"
)

// Classes are all, the worst first.
func Classes() []Class {
	return []Class{Install, Stored, Writers, Readers, Compatible, Documentation}
}

// Rank orders classes: 0 is the worst.
func (c Class) Rank() int {
	for i, other := range Classes() {
		if c == other {
			return i
		}
	}
	panic("no such class: " + prose.JSON(string(c)))
}
