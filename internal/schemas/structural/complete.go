package structural

import (
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

// complete checks that every field and item that a junctor speaks of has a
// structure. The server starts at the root and follows junctors only, so that
// junctors further down are not looked at.
func (c *checker) complete() {
	root := &c.tree.Nodes[0]
	c.junctors(root.Schema, root.Schema, c.tree.Path(0), c.tree.Path(0))
}

// junctors compares the junctors of v with the structure s; sp and vp are where
// those stand.
func (c *checker) junctors(v, s *schema.Schema, sp, vp *finding.Path) {
	if v.Not != nil {
		c.branch(v.Not, s, sp, vp.Child("not"))
	}
	for i, b := range v.AllOf() {
		c.branch(b, s, sp, vp.Child("allOf").Index(i))
	}
	for i, b := range v.AnyOf() {
		c.branch(b, s, sp, vp.Child("anyOf").Index(i))
	}
	for i, b := range v.OneOf() {
		c.branch(b, s, sp, vp.Child("oneOf").Index(i))
	}
}

func (c *checker) branch(v, s *schema.Schema, sp, vp *finding.Path) {
	c.junctors(v, s, sp, vp)
	if items := v.ItemSchema(); items != nil {
		if under := s.ItemSchema(); under != nil {
			c.branch(items, under, sp.Child("items"), vp.Child("items"))
		} else {
			c.missing(sp.Child("items"), vp.Child("items"))
		}
	}
	for _, p := range v.Properties.All() {
		sub, in := sp.Child("properties").Key(p.Name), vp.Child("properties").Key(p.Name)
		if under := s.Property(p.Name); under != nil {
			c.branch(p.Schema, under, sub, in)
		} else {
			c.missing(sub, in)
		}
	}
}

// missing reports a structure that is not there, at the place that asks for it.
func (c *checker) missing(at, because *finding.Path) {
	c.add(finding.Required(code.UndeclaredOutside, at.At(because), "because it is defined in "+because.Server()))
}
