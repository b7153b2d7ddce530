package witness

import (
	"slices"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/dryrun"
)

// A Change is a place of a schema that is another in another CRD, or in another version of
// the same.
type Change struct {
	// Version is that of the requests.
	Version string
	// Value is the place of the values in objects.
	Value []finding.Segment
	// Field is the one of the value whose presence it is about, or "".
	Field string
	// Rule is the path of the text of a CEL rule that is new, and nil if it is about
	// something else.
	Rule *finding.Path
	// Said are texts of CEL rules, whose values are tried.
	Said string
}

// Refused looks for an object that is created under the CRD of p, and refused under that
// of now for the sake of a change.
func (p *Prover) Refused(now *Prover, c Change) *finding.Witness {
	if !p.ready() || !now.ready() {
		return nil
	}
	for _, o := range p.tried(c) {
		before := p.create(o)
		if !accepted(before) {
			continue
		}
		after := now.create(o)
		if after.APIServer.Accepted || after.Stopped != nil || !refusedFor(after, c) {
			continue
		}
		first := request("create", c.Version, o, before)
		first.StoredCRD = true
		return &finding.Witness{Requests: []finding.Request{first, request("create", c.Version, o, after)}}
	}
	return nil
}

// mostTried is how many objects are tried for a change.
const mostTried = 24

// tried are objects with values at the place of a change.
func (p *Prover) tried(c Change) []map[string]any {
	first := p.holding(c.Version, c.Value)
	if first == nil {
		return nil
	}
	all := []map[string]any{first}
	if c.Field != "" {
		without := runtime.DeepCopyJSON(first)
		if m, ok := at(without, c.Value).(map[string]any); ok {
			delete(m, c.Field)
			all = append(all, without)
		}
	}
	return append(all, p.generator.Others(c.Version, first, c.Value, c.Said, mostTried, &p.budget)...)
}

// refusedFor reports whether a request was refused for the sake of a change.
func refusedFor(r *dryrun.Result, c Change) bool {
	if c.Rule != nil {
		return refusedBy(r, c.Rule)
	}
	where := text(c.Value)
	if c.Field != "" {
		where += "\x00" + c.Field
	}
	return slices.ContainsFunc(r.Findings, func(f finding.Finding) bool {
		at := f.Path
		if at == nil && len(f.Related) > 0 {
			at = f.Related[0].Path // the server says some things about values at the root
		}
		return text(at.Segments()) == where
	})
}

// RefusedIn looks for an object that is created in the version of a change, and refused
// in another for the sake of the change.
func (p *Prover) RefusedIn(other string, c Change) *finding.Witness {
	if !p.ready() {
		return nil
	}
	for _, o := range p.tried(c) {
		before := p.create(o)
		if !accepted(before) {
			continue
		}
		moved := runtime.DeepCopyJSON(o)
		moved["apiVersion"] = p.crd.Spec.Group + "/" + other
		after := p.createSilently(moved)
		if after.APIServer.Accepted || after.Stopped != nil || !refusedFor(after, c) {
			continue
		}
		return &finding.Witness{Requests: []finding.Request{
			request("create", c.Version, o, before), request("create", other, moved, after),
		}}
	}
	return nil
}
