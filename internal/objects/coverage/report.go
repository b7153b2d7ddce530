package coverage

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/constraint"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// Report returns the coverage so far.
func (r *Recorder) Report() *report.Coverage {
	all := r.sorted()
	out := &report.Coverage{SchemaVersion: report.SchemaVersion, CRDs: []report.CRDCoverage{}}
	for len(all) > 0 {
		n := together(all)
		switch m := r.merge(all[:n]); {
		case m == nil:
		case slices.ContainsFunc(all[:n], func(c *CRD) bool { return c.requested.Load() }):
			out.CRDs = append(out.CRDs, *m)
			out.Summary.Add(m.Summary)
			out.LeftOut += m.LeftOut
		default:
			out.Untested = append(out.Untested, m.Name)
		}
		all = all[n:]
	}
	return out
}

// CRDs returns the CRDs that had requests. Of several forms of a CRD, it returns the one with the largest schema.
func (r *Recorder) CRDs() []*crd.CustomResourceDefinition {
	var out []*crd.CustomResourceDefinition
	all := r.sorted()
	for len(all) > 0 {
		n := together(all)
		var best *CRD
		requested := false
		for _, c := range all[:n] {
			requested = requested || c.requested.Load()
			if c.doc != nil && (best == nil || c.size() > best.size()) {
				best = c
			}
		}
		if requested && best != nil {
			out = append(out, best.crd)
		}
		all = all[n:]
	}
	return out
}

func (c *CRD) size() (nodes int) {
	for _, v := range c.versions {
		nodes += len(v.tree.Nodes)
	}
	return nodes
}

// sorted returns the CRDs in an order that does not depend on the requests.
func (r *Recorder) sorted() []*CRD {
	r.mu.Lock()
	all := slices.Clone(r.crds)
	r.mu.Unlock()
	slices.SortStableFunc(all, func(a, b *CRD) int {
		return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.file(), b.file()), cmp.Compare(a.line(), b.line()), cmp.Compare(a.by.Minor, b.by.Minor),
			slices.CompareFunc(a.versions, b.versions, func(a, b *version) int { return cmp.Compare(a.name, b.name) }))
	})
	return all
}

// together returns how many of the first CRDs are forms of one CRD.
func together(all []*CRD) int {
	n := 1
	for n < len(all) && all[n].name == all[0].name {
		n++
	}
	return n
}

func (c *CRD) file() string {
	if c.doc == nil {
		return ""
	}
	return c.doc.File.Name
}

func (c *CRD) line() int {
	if c.doc == nil {
		return 0
	}
	return c.doc.Line()
}

// A merger merges the equal constraints of several forms of a CRD.
type merger struct {
	out  *report.CRDCoverage
	rows map[string]*report.ConstraintCoverage
	list []*report.ConstraintCoverage
}

// merge returns the coverage of a CRD in all its forms; nil if no form has a file.
func (r *Recorder) merge(forms []*CRD) *report.CRDCoverage {
	m := merger{out: &report.CRDCoverage{Name: forms[0].name}, rows: map[string]*report.ConstraintCoverage{}}
	given := map[string]bool{}
	for _, c := range forms {
		if c.doc == nil {
			continue
		}
		c.compile()
		if !slices.Contains(m.out.Files, c.file()) {
			m.out.Files = append(m.out.Files, c.file())
		}
		m.each(c, func(k string, v *version, i int) {
			if v.all[i].Given && !r.All {
				if v.all[i].Effect != constraint.Drops { // the summary does not count these
					given[k] = true
				}
				return
			}
			row := m.rows[k]
			if row == nil && (!r.rulesOnly || v.rules[i] != nil) {
				row = newRow(c, v, i)
				m.rows[k] = row
				m.list = append(m.list, row)
			}
			if row != nil && !slices.Contains(row.Versions, v.name) {
				row.Versions = append(row.Versions, v.name)
			}
		})
	}
	if m.out.Files == nil {
		return nil
	}
	for _, c := range forms {
		m.each(c, func(k string, v *version, i int) {
			if row := m.rows[k]; row != nil {
				v.count(row, i)
			}
		})
	}
	slices.SortStableFunc(m.list, func(a, b *report.ConstraintCoverage) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	m.out.LeftOut = len(given)
	m.out.Constraints = make([]report.ConstraintCoverage, 0, len(m.list))
	for _, row := range m.list {
		row.Missing = missing(row)
		row.Covered = row.Missing == ""
		m.out.Constraints = append(m.out.Constraints, *row)
	}
	m.count()
	return m.out
}

// each calls a function with the constraints of a CRD and their keys.
func (m *merger) each(c *CRD, f func(k string, v *version, i int)) {
	for _, v := range c.versions {
		times := map[string]int{}
		node, at := int32(-1), ""
		for i := range v.all {
			if of := v.all[i].Node; of != node {
				node, at = of, v.tree.PathFrom(nil, of).Server() // a node may have many constraints
			}
			k := key(&v.all[i], at)
			if times[k]++; times[k] > 1 {
				k += "#" + strconv.Itoa(times[k])
			}
			f(k, v, i)
		}
	}
}

// key returns the same key for equal constraints at a place, in different versions and at different indexes of a
// list.
func key(c *constraint.Constraint, at string) string {
	parts := []string{at, c.Keyword, string(c.Effect)}
	switch {
	case c.Rule != nil:
		parts = append(parts, c.Rule.Rule)
	case c.Effect == constraint.Drops, c.Keyword == "enum" && c.Index < 0:
		// The other values of the list differ between forms; the effect on all other values is the same.
	default:
		value, _ := json.Marshal(c.Value) // a JSON value can be encoded
		parts = append(parts, strconv.Itoa(branchIndex(c)), string(value))
	}
	return strings.Join(parts, "\x00")
}

// branchIndex returns the index of a branch of oneOf or anyOf, because a branch has no value.
func branchIndex(c *constraint.Constraint) int {
	if c.Keyword == "oneOf" || c.Keyword == "anyOf" {
		return c.Index
	}
	return 0
}

func newRow(c *CRD, v *version, i int) *report.ConstraintCoverage {
	of := &v.all[i]
	row := &report.ConstraintCoverage{
		Kind: kindOf(of), Effect: string(of.Effect), Field: of.Field, Keyword: of.Keyword, Value: of.Value,
		Path: of.Path.Server(), File: c.file(),
	}
	at := of.Path
	if of.Rule != nil {
		row.Rule, row.Message, row.Value = of.Index+1, strings.TrimSpace(of.Rule.Message), of.Rule.Rule
		at = at.Child("rule")
	}
	pos := c.position(at, of.Index >= 0 && of.Rule == nil)
	row.Line, row.Column = pos.Line, pos.Column
	if find := c.recorder.Origin; find != nil && !c.recorder.rulesOnly {
		row.Origin = find(c.doc, at.Segments())
	}
	if seen := v.rules[i]; seen != nil {
		row.Branches = c.branches(seen, of, at)
	}
	return row
}

// position returns the position of a constraint in its file.
func (c *CRD) position(at *finding.Path, item bool) finding.Pos {
	if item {
		return c.doc.Locate(at.Segments())
	}
	return c.doc.LocateKey(at.Segments())
}

// branches returns the coverage of the branches of a rule.
func (c *CRD) branches(seen *ruleSeen, of *constraint.Constraint, at *finding.Path) []report.BranchCoverage {
	found := seen.branches.Load()
	if found == nil {
		return nil
	}
	n, exact := c.doc.Node(at.Segments())
	whole := c.doc.Locate(at.Segments())
	var out []report.BranchCoverage
	for _, s := range found.Operands {
		pos := whole
		if exact {
			if inside, ok := c.doc.Inside(n, s.Start); ok {
				pos = inside
			}
		}
		out = append(out, report.BranchCoverage{Text: of.Rule.Rule[s.Start:s.End], Line: pos.Line, Column: pos.Column})
	}
	return out
}

// count adds the counts of a version to a constraint.
func (v *version) count(row *report.ConstraintCoverage, i int) {
	if seen := v.rules[i]; seen != nil {
		n := func(o validate.RuleOutcome) int64 { return seen.outcomes[o].Load() }
		row.Passed += n(validate.RulePassed)
		row.Errors += n(validate.RuleErred)
		row.Met += n(validate.RuleFailed) + n(validate.RuleErred)
		row.Forgiven += n(validate.RuleForgiven)
		row.WithoutOld += n(validate.RuleWithoutOld)
		row.Blocked += seen.blocked.Load()
		row.Alone += seen.alone.Load()
		if found := seen.branches.Load(); found != nil && len(found.Operands) == len(row.Branches) {
			for j := range row.Branches {
				isTrue, isFalse := found.Seen(j)
				row.Branches[j].True = row.Branches[j].True || isTrue
				row.Branches[j].False = row.Branches[j].False || isFalse
			}
		}
		return
	}
	if v.seen != nil {
		row.Passed += v.seen[i].met.Load()
		row.Met += v.seen[i].hit.Load()
		row.Alone += v.seen[i].alone.Load()
	}
}

// count sets the counts by kind.
func (m *merger) count() {
	by := map[report.CoverageKind]*report.CoverageCount{}
	for _, k := range report.CoverageKinds() {
		by[k] = &report.CoverageCount{}
	}
	for i := range m.out.Constraints {
		row := &m.out.Constraints[i]
		by[row.Kind].Add(one(row.Covered))
		for j := range row.Branches {
			by[report.CoversBranches].Add(one(row.Branches[j].Covered()))
		}
	}
	for _, k := range report.CoverageKinds() {
		if by[k].Total > 0 {
			m.out.Kinds = append(m.out.Kinds, report.KindCoverage{Kind: k, CoverageCount: *by[k]})
			if k != report.CoversPruning {
				m.out.Summary.Add(*by[k])
			}
		}
	}
}

func one(covered bool) report.CoverageCount {
	if covered {
		return report.CoverageCount{Covered: 1, Total: 1}
	}
	return report.CoverageCount{Total: 1}
}

func kindOf(c *constraint.Constraint) report.CoverageKind {
	switch c.Keyword {
	case "x-kubernetes-validations":
		return report.CoversRules
	case "pattern":
		return report.CoversPatterns
	case "format":
		return report.CoversFormats
	case "enum":
		return report.CoversEnums
	case "required":
		return report.CoversRequired
	case "x-kubernetes-list-type":
		return report.CoversLists
	case "default":
		return report.CoversDefaults
	case "properties", "additionalProperties":
		return report.CoversPruning
	case "minimum", "maximum", "multipleOf", "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties":
		return report.CoversBounds
	}
	return report.CoversOthers
}
