package witness

import (
	"slices"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// A Change is a place of a schema that differs in another CRD, or in another version of the same CRD.
type Change struct {
	// Version is the version of the requests.
	Version string
	// Value is the place of the values in objects.
	Value []finding.Segment
	// Field is the field of the value whose presence changes the answer, or "".
	Field string
	// Rule is the path of the text of a new CEL rule; nil for another change.
	Rule *finding.Path
	// Said are texts of CEL rules, whose literals are tried.
	Said string
}

// A Comparison is the result of Compare.
type Comparison struct {
	// Refused shows a request that one CRD accepts and the other refuses because of the change; nil if none was found.
	Refused *finding.Witness
	// Admitted is set if a request was found that the old CRD refuses at this place and the new one accepts.
	Admitted bool
	// Tried is set if the old CRD accepted some of the requests at this place and refused others.
	Tried bool
}

// Compare searches for requests whose answers differ between the CRD of p and that of now because of a change. was
// is the path of the CEL rule before the change, or nil. updates tries updates, for a CEL rule that uses oldSelf.
func (p *Prover) Compare(now *Prover, c Change, was *finding.Path, updates bool) Comparison {
	p.begin()
	now.begin()
	if !p.ready() || !now.answers() {
		return Comparison{}
	}
	x := comparing{p: p, now: now, c: c, before: c}
	x.before.Rule = was
	objects := p.tried(c)
	if !updates {
		for _, o := range objects {
			if x.compare("create", o, nil) {
				break
			}
		}
		return x.Comparison
	}
	var firsts []map[string]any
	for _, o := range objects {
		if !accepted(p.create(o)) {
			continue
		}
		for _, first := range firsts {
			if x.compare("update", o, first) || x.compare("update", first, o) {
				return x.Comparison
			}
		}
		if len(firsts) < 2 {
			if x.compare("update", o, o) {
				return x.Comparison
			}
			firsts = append(firsts, o)
		}
	}
	return x.Comparison
}

type comparing struct {
	p, now    *Prover
	c, before Change
	// passed and failed say that requests passed and failed before the change.
	passed, failed bool
	Comparison
}

// compare sends a request to both servers, and reports whether to stop the search.
func (x *comparing) compare(operation string, o, old map[string]any) bool {
	var before, after *dryrun.Result
	if old == nil {
		before, after = x.p.create(o), x.now.create(o)
	} else {
		before, after = x.p.update(o, old), x.now.update(o, old)
	}
	if before == nil || after == nil || before.Stopped != nil || after.Stopped != nil {
		return x.p.budget.Left <= 0 || x.now.budget.Left <= 0
	}
	failed := !before.APIServer.Accepted && refusedFor(before, x.before)
	fails := !after.APIServer.Accepted && refusedFor(after, x.c)
	x.passed = x.passed || before.APIServer.Accepted
	x.failed = x.failed || failed
	x.Tried = x.passed && x.failed
	x.Admitted = x.Admitted || failed && !fails
	if !before.APIServer.Accepted || !fails {
		return x.p.budget.Left <= 0 || x.now.budget.Left <= 0
	}
	was, is := request(operation, x.c.Version, o, before), request(operation, x.c.Version, o, after)
	was.StoredCRD = true
	x.Refused = &finding.Witness{Requests: []finding.Request{was, is}}
	if old != nil {
		// The refused request comes first: it leaves the object unchanged.
		created := request("create", x.c.Version, old, x.p.create(old))
		created.StoredCRD = true
		x.Refused.Requests = []finding.Request{created, is, was}
	}
	return true
}

// mostTried limits the objects that are tried for a change.
const mostTried = 36

// tried returns objects with values at the place of a change.
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

// refusedFor reports whether a change caused a refusal.
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
			at = f.Related[0].Path // the server reports some values at the root
		}
		return text(at.Segments()) == where
	})
}

// RefusedIn searches for an object that can be created in the version of a change and is refused in another
// because of the change.
func (p *Prover) RefusedIn(other string, c Change) *finding.Witness {
	p.begin()
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
