package gotypes

import (
	"slices"
	"sort"
	"strings"

	"github.com/crdtool/crdtool/internal/text/finding"
)

// Plan is a change of Go code: of markers in one or more files.
type Plan struct {
	m     *Module
	edits []textEdit
	// Title says what it does in the words of markers, "" if there is nothing to say but
	// what the change of the CRD does.
	Title string
}

// Plan says how markers have to change for the CRD to change, and reports whether they can.
// What else it changes Verify knows.
func (c *CRD) Plan(changes []finding.Change) (*Plan, bool) {
	c.m.mu.Lock()
	defer c.m.mu.Unlock()
	p := planner{c: c, plan: &Plan{m: c.m}}
	for _, change := range changes {
		if !p.change(change) {
			return nil, false
		}
	}
	sort.SliceStable(p.plan.edits, func(i, j int) bool { return p.plan.edits[i].less(p.plan.edits[j]) })
	if p.plan.edits = slices.CompactFunc(p.plan.edits, sameEdit); len(p.plan.edits) == 0 || overlap(p.plan.edits) {
		return nil, false
	}
	sort.SliceStable(p.plan.edits, func(i, j int) bool { // a list type stands before the keys
		a, b := p.plan.edits[i], p.plan.edits[j]
		return a.f == b.f && a.from == b.from && strings.Contains(a.text, "+listType=") && !strings.Contains(b.text, "+listType=")
	})
	if titles := slices.Compact(p.titles); !p.untitled {
		p.plan.Title = strings.Join(titles, ", ")
	}
	return p.plan, true
}

// together returns a plan of those plans, all of one module, that can be made at once; used says which.
func together(plans []*Plan) (all *Plan, used []bool) {
	used = make([]bool, len(plans))
	all = &Plan{}
	has := map[textEdit]bool{}
	for i, p := range plans {
		all.m = p.m
		var more []textEdit
		for _, e := range p.edits {
			if !has[e] {
				more = append(more, e)
			}
		}
		if used[i] = !slices.ContainsFunc(more, func(e textEdit) bool {
			return slices.ContainsFunc(all.edits, func(o textEdit) bool { return e.f == o.f && e.from < o.to && o.from < e.to })
		}); used[i] {
			for _, e := range more {
				has[e] = true
			}
			all.edits = append(all.edits, more...)
		}
	}
	sort.SliceStable(all.edits, func(i, j int) bool { return all.edits[i].less(all.edits[j]) })
	return all, used
}
