package upgrade

import (
	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/upgrading/witness"
)

// A Change is a difference in the behaviour of the new CRD.
type Change struct {
	Kind *Kind
	// Class is the class of the kind, unless the place has another class, or it is Unproven.
	Class Class
	// Breaking says that users of the CRD must act, although the version promises compatibility.
	Breaking bool
	// Version is the version of the CRD; "" for the CRD as a whole.
	Version string
	// Field is the place of the values in an object, such as spec.hosts[*]; "" for none.
	Field string
	// Keyword is the changed keyword of the schema, or the changed field of the CRD.
	Keyword string
	// Name is the field that required or properties names.
	Name string
	// Message says what changed, Effect what follows from it, Help what to do instead.
	Message, Effect, Help string
	// Server is the server's error, if the change is such an error.
	Server *finding.Finding
	// Old and New are the place of the change in the two documents; nil if a document lacks it.
	Old, New *finding.Path
	// May says that the effect is not certain, because no witness was found.
	May bool
	// Unsought says that no witness was searched for, or that the search reached its limit. The missing witness is
	// then no sign that the change is harmless.
	Unsought bool
	// More is the number of changes of this kind that are only counted; 0 for a single change.
	More int
	// Witness is a request that shows the change; nil if there is none.
	Witness *witness.Difference

	// unpromised says that any release may contain the change, because the version promises nothing.
	unpromised bool

	schema       *schemadiff.Change
	search       func() *witness.Search // finds the witness
	moreSearches []func() *witness.Search
}
