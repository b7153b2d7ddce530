package schemadiff

import (
	"slices"

	"github.com/crdtool/crdtool/schema"
)

// junctors compares allOf, anyOf, oneOf and not by their branches, which are equal or not: a changed branch counts as
// one removed and one added. It does not compare the contents of branches, since below not and oneOf a narrower keyword
// accepts more.
func (w *walk) junctors(p *Pair) {
	old, new := p.Old.Schema, p.New.Schema
	w.junctor(p, "allOf", old.AllOf(), new.AllOf(), func(was, is []*schema.Schema) Effect {
		return change(!subset(was, is, schema.Equal), !subset(is, was, schema.Equal))
	})
	w.junctor(p, "oneOf", old.OneOf(), new.OneOf(), func(was, is []*schema.Schema) Effect {
		if permuted(was, is) {
			return Same
		}
		return Both
	})
	w.junctor(p, "anyOf", old.AnyOf(), new.AnyOf(), func(was, is []*schema.Schema) Effect {
		return change(!subset(is, was, schema.Equal), !subset(was, is, schema.Equal))
	})
	if !schema.Equal(old.Not, new.Not) {
		w.add(p, "not", orNil(old.Not), orNil(new.Not), change(old.Not != nil, new.Not != nil))
	}
}

// junctor compares the branches of one keyword. It calls effect if there are branches before and after.
func (w *walk) junctor(p *Pair, keyword string, was, is []*schema.Schema, effect func(was, is []*schema.Schema) Effect) {
	if slices.EqualFunc(was, is, schema.Equal) {
		return
	}
	e := change(len(was) > 0, len(is) > 0)
	if e == Both {
		e = effect(was, is)
	}
	w.add(p, keyword, list(was), list(is), e)
}

// permuted reports whether two lists have the same branches with the same number of copies, as oneOf counts them.
func permuted(some, others []*schema.Schema) bool {
	left := slices.Clone(others)
	for _, s := range some {
		i := slices.IndexFunc(left, func(o *schema.Schema) bool { return schema.Equal(s, o) })
		if i < 0 {
			return false
		}
		left = slices.Delete(left, i, i+1)
	}
	return len(left) == 0
}
