package mutationrun

import (
	"fmt"

	"github.com/crdtool/crdtool/internal/objects/mutation"
	"github.com/crdtool/crdtool/internal/objects/suite"
	"github.com/crdtool/crdtool/internal/server/crd"
)

// watched is a server that records which constraints a test reaches.
type watched struct {
	suite.Server
	of     *suite.Servers
	passed bool
	// all says that the test may reach any constraint.
	all   bool
	reach mutation.Reach
	crds  []*crd.CustomResourceDefinition
	met   []metObject
	// refusals are the places of constraints that refuse requests.
	refusals map[string]bool
	// sent are the objects of accepted requests.
	sent []sentObject
}

// A metObject is an object that was sent, or that the server returned.
type metObject struct {
	group, kind string
	object      map[string]any
}

// A sentObject is an object that was sent.
type sentObject struct {
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
		w.crds = append(w.crds, read)
	}
	return refused, err
}

func (w *watched) Send(q *suite.Request) (*suite.Answer, error) {
	a, err := w.Server.Send(q)
	if a == nil {
		return a, err
	}
	w.met = append(w.met, metObject{q.Group, q.Kind, q.Body}, metObject{q.Group, q.Kind, a.Object})
	if a.Accepted && q.Step.Object != nil && (q.Op == suite.Create || q.Op == suite.Update || q.Op == suite.Status) {
		w.sent = append(w.sent, sentObject{q.Group, q.Version, q.Kind, q.Op, q.Step.Object.Value})
	}
	for i := range a.Findings {
		w.refusals[place(a.Findings[i].SchemaFile, a.Findings[i].SchemaLine)] = true
	}
	// The request does not show the object that these write.
	w.all = w.all || q.Op == suite.Apply || q.Op == suite.Scale
	return a, err
}

// end records the reached schemas, once all installed CRDs are known.
func (w *watched) end() {
	for _, m := range w.met {
		for _, c := range w.crds {
			if c.Spec.Group == m.group && c.Spec.Names.Kind == m.kind {
				w.reach.Add(c, m.object)
			}
		}
	}
	w.Server, w.met = nil, nil
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
