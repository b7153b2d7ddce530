package rules

import (
	"slices"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/schema"
)

var schemaConflict = Rule{
	ID: "schema-conflict", Severity: finding.Warning, Profile: Default, Topic: Schema,
	Title: "schemas that hold for one value contradict each other",
	Why: `A value must pass the schema of its field, every branch of ` + "`allOf`" + `, and at least one branch of
` + "`anyOf` or `oneOf`" + `. Where two of them can't both be passed, that branch never holds, or nothing passes
at all. Mostly a bound was changed in one place and not in the other.`,
	Bad: `
mode:
  type: string
  enum:
  - Fast
  - Safe
  anyOf:
  - enum:
    - fast
  - enum:
    - Safe
`,
	Good: `
mode:
  type: string
  enum:
  - Fast
  - Safe
  anyOf:
  - enum:
    - Fast
  - enum:
    - Safe
`,
	Version: func(p *Pass, v *Version) {
		for i := range v.Tree.Nodes {
			n := &v.Tree.Nodes[i]
			if n.Nested || n.Unwalked || v.InMetadata(n) {
				continue
			}
			nodes := v.clauses(n)
			if len(nodes) == 1 && len(n.AnyOf) == 0 && len(n.OneOf) == 0 {
				continue
			}
			conflict{p, v}.check(n, nodes)
		}
	},
}

type conflict struct {
	p *Pass
	v *Version
}

// check looks at the schemas that hold for every value of a field, and then at
// each branch beside them.
func (c conflict) check(spine *schema.Node, nodes []*schema.Node) {
	if x := c.v.clash(spine, nodes); x != nil {
		if !c.alone(spine, nodes) {
			c.report(c.p.Report(c.v.Tree.Path(x.by.ID).Child(x.keyword), "%s: %s", x.why, c.v.consequence(x.by)), x)
		}
		return
	}
	for _, n := range nodes {
		c.branches(spine, nodes, n)
	}
}

// alone reports whether one of the nodes clashes by itself, which other rules
// report.
func (c conflict) alone(spine *schema.Node, nodes []*schema.Node) bool {
	return slices.ContainsFunc(nodes, func(n *schema.Node) bool { return c.v.clash(spine, []*schema.Node{n}) != nil })
}

// branches looks at the anyOf and oneOf of a node, each branch beside the nodes
// that hold, too.
func (c conflict) branches(spine *schema.Node, nodes []*schema.Node, n *schema.Node) {
	for id := n.ID + 1; id < n.End; id = c.v.Tree.Nodes[id].End {
		b := &c.v.Tree.Nodes[id]
		if b.Role != schema.RoleAnyOf && b.Role != schema.RoleOneOf {
			continue
		}
		branch := c.v.all(nil, b)
		if x := c.impossible(spine, nodes, branch); x != nil {
			if !c.alone(spine, branch) {
				c.report(c.p.ReportNode(c.v, b, "this branch never holds: %s", x.why), x)
			}
			continue
		}
		for _, inner := range branch {
			c.branches(spine, append(slices.Clone(nodes), branch...), inner)
		}
	}
}

// impossible finds why no value passes both nodes that hold for it and those of
// a branch, in the value itself or in one of its fields that must be there.
func (c conflict) impossible(spine *schema.Node, nodes, branch []*schema.Node) *clash {
	both := append(slices.Clone(nodes), branch...)
	if x := c.v.clash(spine, both); x != nil {
		return x
	}
	for _, b := range branch {
		for _, f := range b.Properties.All() {
			field := c.v.Child(spine, f.Name)
			if field == nil || field.Nullable || field.Default == nil && !slices.ContainsFunc(both, func(n *schema.Node) bool { return slices.Contains(n.Required, f.Name) }) {
				continue
			}
			always := c.v.clauses(field)
			below := c.v.all(nil, c.v.Child(b, f.Name))
			if c.v.clash(field, always) != nil || c.alone(field, below) {
				continue
			}
			if x := c.impossible(field, always, below); x != nil {
				return x
			}
		}
	}
	return nil
}

// report points at the other schema, too.
func (c conflict) report(f *finding.Finding, x *clash) {
	if x.with != nil && x.with != x.by {
		f.Related = append(f.Related, finding.Related{Message: "the other schema", Path: c.v.Tree.Path(x.with.ID)})
	}
}
