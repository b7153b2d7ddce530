package rules

import (
	"slices"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/celfacts"
	"github.com/crdtool/crdtool/internal/crd"
	"github.com/crdtool/crdtool/internal/schemadiff"
	"github.com/crdtool/crdtool/internal/schemafacts"
	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/schema"
)

// Run takes the lint rules of a selection through a CRD that the server's checks have
// been made on, beside the stored one that it replaces, if old is not nil. It
// returns what they find, without positions.
func Run(s *Selection, doc *source.Document, c, old *crd.CustomResourceDefinition, checked *crd.Answer) finding.List {
	if s == nil || len(s.Active) == 0 {
		return nil
	}
	var found finding.List
	var changed []schemadiff.Change
	if old != nil && slices.ContainsFunc(s.Active, func(a Active) bool { return a.Change != nil }) {
		changed = changes(c, old)
	}
	versions := versionsOf(c, checked)
	for i := range s.Active {
		p := &Pass{CRD: c, Old: old, Doc: doc, Versions: versions, rule: &s.Active[i], found: &found}
		p.run(changed)
	}
	return found
}

func (p *Pass) run(changed []schemadiff.Change) {
	r := p.rule
	if r.CRD != nil {
		r.CRD(p)
	}
	for i := range changed {
		if slices.Contains(r.Changes, changed[i].Keyword) {
			r.Change(p, &changed[i])
		}
	}
	for _, v := range p.Versions {
		if r.Version != nil {
			r.Version(p, v)
		}
		if r.Node != nil {
			for i := range v.Tree.Nodes {
				if n := &v.Tree.Nodes[i]; r.looksAt(n) {
					p.node(v, n)
				}
			}
		}
		if r.Expression != nil {
			for i := range v.Expressions {
				r.Expression(p, v, &v.Expressions[i])
			}
		}
	}
}

func (p *Pass) node(v *Version, n *schema.Node) {
	if p.rule.ByType && v.Repeats(n) {
		return
	}
	before := len(*p.found)
	p.rule.Node(p, v, n)
	if p.rule.ByType {
		for i := before; i < len(*p.found); i++ {
			v.countAlike(&(*p.found)[i], v.ObjectOf(n))
		}
	}
}

// versionsOf pairs the schemas that the server's checks have laid out with their
// versions.
func versionsOf(c *crd.CustomResourceDefinition, checked *crd.Answer) []*Version {
	var versions []*Version
	for i, t := range checked.Trees {
		if t == nil {
			continue
		}
		v := &Version{Version: &c.Spec.Versions[i], Index: i, Tree: schemafacts.Of(t, retired(&c.Spec, i))}
		if k := slices.IndexFunc(checked.Costs, func(c crd.Cost) bool { return c.Tree == t }); k >= 0 {
			v.Expressions = checked.Costs[k].Expressions
		}
		v.CEL = celfacts.Of(v.Tree, v.Expressions)
		versions = append(versions, v)
	}
	return versions
}

// retired reports whether no version with the schema of version i is served
// without being deprecated.
func retired(s *crd.Spec, i int) bool {
	current := func(v crd.Version) bool { return v.Served && !v.Deprecated }
	if s.Shared.Schema {
		return !slices.ContainsFunc(s.Versions, current)
	}
	return !current(s.Versions[i])
}
