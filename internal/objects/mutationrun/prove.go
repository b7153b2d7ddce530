package mutationrun

import (
	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/objects/suite"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/upgrading/sample"
	"github.com/crdtool/crdtool/internal/upgrading/upgrade"
	"github.com/crdtool/crdtool/internal/upgrading/witness"
	"github.com/crdtool/crdtool/report"
)

// A Proof is a test that passes with a CRD and fails with the damaged one.
type Proof struct {
	// Text is the YAML of the test, as an item of the list of tests.
	Text string
	// Where is the list of the test in a suite in the format of openshift/api.
	Where string
}

// prove searches for a test that notices a mutant, and runs it with both CRDs.
func (r *Runner) prove(m *mutant, servers *suite.Servers) *Proof {
	whole, damaged := r.servers.Read(m.crd), servers.Read(m.crd)
	try := func(d *witness.Difference) *Proof { return r.written(m, servers, d) }
	if p := r.probe(m, whole, try); p != nil {
		return p
	}
	for _, pair := range [...][2]*crd.CustomResourceDefinition{{damaged, whole}, {whole, damaged}} {
		for _, d := range r.differences(pair[0], pair[1]) {
			if p := try(d); p != nil {
				return p
			}
		}
	}
	return nil
}

// differences returns requests that one CRD accepts and that get another answer from the other.
func (r *Runner) differences(from, to *crd.CustomResourceDefinition) []*witness.Difference {
	was, is := from.Copy(), to.Copy()
	was.AssumeEstablished()
	was.Default()
	checker := r.servers.Checker()
	checked := checker.Check(is, was)
	by := behaviour.Of(r.version)
	changes := upgrade.Compare(was, is, &checked, upgrade.Options{
		Server:   &by,
		Requests: sample.Options{Version: r.version, Rules: dryrun.CEL(checker.Compiler())},
		Installs: func(*crd.CustomResourceDefinition) bool { return true },
		Promises: func(string) upgrade.Verdict { return upgrade.Major },
	})
	var all []*witness.Difference
	for i := range changes {
		if w := changes[i].Witness; w != nil {
			all = append(all, w)
		}
	}
	return all
}

// passes returns the outcome of a test on servers.
func (r *Runner) passes(s *suite.Suite, t *suite.Test, servers *suite.Servers) string {
	return s.Run(t, servers.New(t)).Outcome
}

// notices reports whether a test passes with the CRD and fails with the damaged one.
func (r *Runner) notices(s *suite.Suite, t *suite.Test, servers *suite.Servers) bool {
	return r.passes(s, t, r.servers) == report.TestPassed && r.passes(s, t, servers) == report.TestFailed
}

// line returns the file and line of the damaged constraint, as findings about refusals name it.
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
