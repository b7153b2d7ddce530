package mutationrun

import (
	"fmt"

	"github.com/crdtool/crdtool/internal/crd"
	"github.com/crdtool/crdtool/internal/mutation"
	"github.com/crdtool/crdtool/internal/suite"
)

// watched is a server on which a test runs, and what it meets there.
type watched struct {
	suite.Server
	of     *suite.Servers
	passed bool
	// all says that it may meet anything.
	all   bool
	reach mutation.Reach
	crds  []*crd.CustomResourceDefinition
	// refusals are the places in CRDs for which requests are refused.
	refusals map[string]bool
	// sent are the objects of requests that are accepted.
	sent []sent
}

// sent is an object that was sent.
type sent struct {
	group, version, kind string
	op                   suite.Op
	object               map[string]any
}

func watch(of *suite.Servers, t *suite.Test) *watched {
	return &watched{Server: of.New(t), of: of, reach: mutation.Reach{}, refusals: map[string]bool{}}
}

func (w *watched) Install(c *suite.CRD) (string, error) {
	refused, err := w.Server.Install(c)
	if read := w.of.Read(c); read != nil && refused == "" && err == nil {
		for _, before := range w.crds {
			// What is stored is read by another CRD than it was written by.
			w.all = w.all || before.Metadata.Name == read.Metadata.Name
		}
		w.crds = append(w.crds, read)
	}
	return refused, err
}

func (w *watched) Send(q *suite.Request) (*suite.Answer, error) {
	a, err := w.Server.Send(q)
	if a == nil {
		return a, err
	}
	w.add(q, q.Body)
	w.add(q, a.Object)
	if a.Accepted && q.Step.Object != nil && (q.Op == suite.Create || q.Op == suite.Update || q.Op == suite.Status) {
		w.sent = append(w.sent, sent{q.Group, q.Version, q.Kind, q.Op, q.Step.Object.Value})
	}
	for i := range a.Findings {
		w.refusals[place(a.Findings[i].SchemaFile, a.Findings[i].SchemaLine)] = true
	}
	switch q.Op {
	case suite.Create, suite.Update, suite.Status:
	default:
		w.all = true // what it does to the object is not in the request
	}
	return a, err
}

func (w *watched) add(q *suite.Request, object map[string]any) {
	for _, c := range w.crds {
		if c.Spec.Group == q.Group && c.Spec.Names.Kind == q.Kind {
			w.reach.Add(c, object)
		}
	}
}

// reaches reports whether a test may notice a mutant.
func (w *watched) reaches(m *mutation.Mutant) bool {
	if w.all {
		return true
	}
	for _, c := range w.crds {
		if m.Meets(c, w.reach) {
			return true
		}
	}
	return false
}

func place(file string, line int) string { return fmt.Sprintf("%s:%d", file, line) }
