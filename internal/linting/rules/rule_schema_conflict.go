package rules

import (
	"slices"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/upgrading/conflict"
)

var schemaConflict = Rule{
	ID: "schema-conflict", Severity: finding.Warning, Profile: Default, Topic: Schema,
	Title: "schemas that apply to the same value contradict each other",
	Why: `A value must satisfy the schema of its field, every branch of ` + "`allOf`" + `, and at least one branch of
` + "`anyOf` or `oneOf`" + `. If no value can satisfy two of them at once, no value matches that branch, or every value is
refused. Usually a bound was changed in one place and not in the other.`,
	Example: `
  mode:
    type: string
    enum:
    - Fast
    - Safe
    anyOf:
    - enum:
-     - fast
+     - Fast
    - enum:
      - Safe
`,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if !v.hasJunctors(n) || v.InMetadata(n) || n.XIntOrString && n.Properties.Len() == 0 {
			return // int-or-string has no conflicts to find
		}
		nodes := v.Clauses(n)
		if len(nodes) > 1 || len(n.AnyOf()) > 0 || len(n.OneOf()) > 0 {
			conflictSearch{p, v}.check(n, nodes)
		}
	},
}

// hasJunctors reports whether anyOf or oneOf of a node, or allOf of the node or a parent, may restrict its
// values further.
func (v *Version) hasJunctors(n *schematree.Node) bool {
	if len(n.AnyOf()) > 0 || len(n.OneOf()) > 0 {
		return true
	}
	for ; n != nil; n = v.Parent(n) {
		if len(n.AllOf()) > 0 {
			return true
		}
	}
	return false
}

// conflictSearch searches the anyOf, oneOf and allOf of a schema for conflicts.
type conflictSearch struct {
	p *Pass
	v *Version
}

// check checks the schemas that apply to every value of a field, and then each branch together with them.
func (s conflictSearch) check(spine *schematree.Node, nodes []*schematree.Node) {
	if x := conflict.Find(s.v.Server, s.v.Tree, spine, nodes); x != nil {
		if !s.alone(spine, nodes) {
			s.report(s.p.Report(s.v.Tree.Path(x.By.ID).Child(x.Keyword), "%s: %s", x.Why, s.v.consequence(x.By)), x)
		}
		return
	}
	for _, n := range nodes {
		s.branches(spine, nodes, n)
	}
}

// alone reports whether a node has a conflict within itself, which other lint rules report.
func (s conflictSearch) alone(spine *schematree.Node, nodes []*schematree.Node) bool {
	return slices.ContainsFunc(nodes, func(n *schematree.Node) bool {
		return conflict.Find(s.v.Server, s.v.Tree, spine, []*schematree.Node{n}) != nil
	})
}

// branches checks each branch of anyOf and oneOf of a node together with the nodes that apply.
func (s conflictSearch) branches(spine *schematree.Node, nodes []*schematree.Node, n *schematree.Node) {
	for id := n.ID + 1; id < n.End; id = s.v.Tree.Nodes[id].End {
		b := &s.v.Tree.Nodes[id]
		if b.Role != schematree.RoleAnyOf && b.Role != schematree.RoleOneOf {
			continue
		}
		branch := s.v.WithAllOf(nil, b)
		if x := s.impossible(spine, nodes, branch); x != nil {
			if !s.alone(spine, branch) {
				s.report(s.p.ReportNode(s.v, b, "no value matches this branch: %s", x.Why), x)
			}
			continue
		}
		for _, inner := range branch {
			s.branches(spine, append(slices.Clone(nodes), branch...), inner)
		}
	}
}

// impossible returns the conflict that makes a branch match no value, in the value itself or in one of its
// required fields, or nil.
func (s conflictSearch) impossible(spine *schematree.Node, nodes, branch []*schematree.Node) *conflict.Conflict {
	both := append(slices.Clone(nodes), branch...)
	if x := conflict.Find(s.v.Server, s.v.Tree, spine, both); x != nil {
		return x
	}
	for _, b := range branch {
		for _, f := range b.Properties.All() {
			field := s.v.Child(spine, f.Name)
			if field == nil || field.Nullable || field.Default == nil && !slices.ContainsFunc(both, func(n *schematree.Node) bool { return slices.Contains(n.Required, f.Name) }) {
				continue
			}
			always := s.v.Clauses(field)
			below := s.v.WithAllOf(nil, s.v.Child(b, f.Name))
			if conflict.Find(s.v.Server, s.v.Tree, field, always) != nil || s.alone(field, below) {
				continue
			}
			if x := s.impossible(field, always, below); x != nil {
				return x
			}
		}
	}
	return nil
}

// report adds the other schema of the conflict as a related place.
func (s conflictSearch) report(f *finding.Finding, x *conflict.Conflict) {
	if x.With != nil && x.With != x.By {
		f.Related = append(f.Related, finding.Related{Message: "the other schema", Path: s.v.Tree.Path(x.With.ID)})
	}
}
