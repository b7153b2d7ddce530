package mutationrun

import (
	"github.com/crdtool/crdtool/internal/suite"
)

// Proof is a test that notices a mutant.
type Proof struct {
	// Text is how it is written.
	Text string
}

func (r *Runner) prove(m *mutant, servers *suite.Servers) *Proof { return nil }

// line is the place of what is damaged, as refusals name it.
func (r *Runner) line(m *mutant) string {
	p := m.Path()
	switch {
	case m.Constraint.Rule != nil:
		p = p.Child("rule")
	case m.Constraint.Index >= 0:
		p = p.Parent()
	}
	doc := m.crd.Doc
	return place(doc.File.Name, doc.LocateKey(p.Segments()).Line)
}
