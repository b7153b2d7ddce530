package upgrade

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/internal/upgrading/witness"
)

// Change is one thing that the new CRD does otherwise.
type Change struct {
	Kind *Kind
	// Class is the kind's, unless the place says otherwise, or it is Unproven.
	Class Class
	// Breaking says that somebody who relied on the CRD must act, and that the version
	// promises otherwise.
	Breaking bool
	// Version is the one it is in, "" if it is about the CRD as a whole.
	Version string
	// Field is where values stand in an object, such as spec.hosts[*], "" for none.
	Field string
	// Keyword is the one of the schema, or the field of the CRD.
	Keyword string
	// Name is the field that required and properties speak of.
	Name string
	// Message says what changed, Effect what comes of it, Help what to do instead.
	Message, Effect, Help string
	// Server is the server's answer, where that is what the change is about.
	Server *finding.Finding
	// Old and New are where it stands, or would stand, in the two documents; nil where
	// the document has no such place.
	Old, New *finding.Path
	// May says that somebody may notice: no witness was found, and it is not certain.
	May bool
	// Unsought says that no witness was looked for, or that the search could not be finished, as so
	// much was tried before. Nothing speaks for it that the change is harmless.
	Unsought bool
	// More is how many changes of its kind it stands for, of which nothing else is kept; 0 for
	// one that is kept.
	More int
	// Witness shows it; nil if none was found or looked for.
	Witness *witness.Difference

	// unpromised says that it may go out in any release, whatever it does.
	unpromised bool

	schema *schemadiff.Change
	search func() *witness.Search // for its witness
	also   []func() *witness.Search
}
