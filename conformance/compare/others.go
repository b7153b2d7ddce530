package compare

import (
	"fmt"
	"io"

	"github.com/crdtool/crdtool/conformance/differences"
)

// Set gathers the comparisons that another package makes of documents of one
// kind, for Report.
type Set struct{ set }

// NewSet returns an empty set.
func NewSet(name string) *Set { return &Set{set{name: name}} }

// Equal notes a document on which the answers are equal.
func (s *Set) Equal(id string) { s.add(result{id: id}) }

// Different notes a document on which they differ, with a line for each
// difference.
func (s *Set) Different(id string, lines ...string) {
	s.add(result{id: id, outcome: different, diff: lines})
}

// Report prints sets as Run prints its own, holds their differences against the
// known ones in a folder, and reports whether all is as it should be.
func Report(sets []*Set, known string, verbose bool, out io.Writer) (ok bool, err error) {
	reasons, err := differences.Known(known)
	if err != nil {
		return false, err
	}
	var plain []set
	for _, s := range sets {
		plain = append(plain, s.set)
		fmt.Fprintf(out, "%s: %s\n", s.name, summary(s.set))
		s.list(out, verbose, reasons)
	}
	fmt.Fprintf(out, "crdtool and kube-apiserver: %s\n", summary(plain...))
	return settle(out, plain, reasons, true), nil
}
