package rules

import (
	"slices"

	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/schema"
)

// walk takes all lint rules through a CRD at once: what there is to know of a node is
// at hand for each of them, and most are not called for most nodes.
type walk struct {
	passes []Pass

	ofChanges, ofVersions, ofExpressions []*Pass
	ofNodes                              []nodePass
	// seek are the traits of which a node has one if any rule is to be called for it.
	seek   traits
	traits []traits // of the nodes of a version
}

// nodePass is a lint rule that looks at nodes.
type nodePass struct {
	*Pass
	one, none traits // see Rule.needs
}

// add has a lint rule look at the CRD as a whole, and at its parts when they are
// reached.
func (w *walk) add(p *Pass) {
	r := p.rule
	if r.CRD != nil {
		r.CRD(p)
	}
	if r.Change != nil {
		w.ofChanges = append(w.ofChanges, p)
	}
	if r.Version != nil {
		w.ofVersions = append(w.ofVersions, p)
	}
	if r.Node != nil {
		one, none := r.needs()
		w.ofNodes = append(w.ofNodes, nodePass{p, one, none})
		w.seek |= one
	}
	if r.Expression != nil {
		w.ofExpressions = append(w.ofExpressions, p)
	}
}

func (w *walk) changes(all []schemadiff.Change) {
	beyond := make([]bool, len(all))
	for i := range all {
		beyond[i] = crossed(all[i].At)
	}
	for _, p := range w.ofChanges {
		for i := range all {
			if beyond[i] == p.rule.Crossed && (p.rule.Changes == nil || slices.Contains(p.rule.Changes, all[i].Keyword)) {
				p.rule.Change(p, &all[i])
			}
		}
	}
}

func (w *walk) version(v *Version) {
	for _, p := range w.ofVersions {
		p.rule.Version(p, v)
	}
	if len(w.ofNodes) > 0 {
		w.nodes(v)
	}
	for i := range v.Expressions {
		for _, p := range w.ofExpressions {
			p.rule.Expression(p, v, &v.Expressions[i])
		}
	}
}

func (w *walk) nodes(v *Version) {
	w.traits = slices.Grow(w.traits[:0], len(v.Tree.Nodes))
	for i := range v.Tree.Nodes {
		n := &v.Tree.Nodes[i]
		t := traitsOf(n, w.traits)
		w.traits = append(w.traits, t)
		if t&w.seek == 0 {
			continue
		}
		for j := range w.ofNodes {
			if p := &w.ofNodes[j]; t&p.one != 0 && t&p.none == 0 {
				p.node(v, n)
			}
		}
	}
}

func (p *Pass) node(v *Version, n *schema.Node) {
	if p.rule.ByType && v.Repeats(n) {
		return
	}
	before := len(p.found)
	p.rule.Node(p, v, n)
	if p.rule.ByType {
		for i := before; i < len(p.found); i++ {
			v.countAlike(&p.found[i], v.ObjectOf(n))
		}
	}
}
