package schemadiff

import (
	"slices"

	"github.com/crdtool/crdtool/internal/schemas/valueset"
	"github.com/crdtool/crdtool/schema"
)

// values compares nullable, enum and default.
func (w *walk) values(p *Pair) {
	old, new := p.Old.Schema, p.New.Schema
	// The server drops a null that is not allowed, and refuses it in a list.
	scalar(w.at(p, "nullable"), old.Nullable, new.Nullable, change(new.Nullable, old.Nullable))
	w.enum(p)
	// A default is set before validation, and validated with the CRD.
	if !schema.SameValue(old.Default, new.Default) {
		w.add(p, "default", old.Default, new.Default, Meaning)
	}
}

func (w *walk) enum(p *Pair) {
	was, is := p.Old.Enum, p.New.Enum
	if slices.EqualFunc(was, is, schema.SameValue) {
		return
	}
	var e Effect
	switch {
	case len(was) == 0:
		e = Narrows
	case len(is) == 0:
		e = Widens
	default:
		if !within(was, is) {
			e |= Narrows
		}
		if !within(is, was) {
			e |= Widens
		}
	}
	w.add(p, "enum", list(was), list(is), e)
}

// within reports whether all of some values are among others.
func within(some, others []any) bool {
	set := valueset.Of(others)
	return !slices.ContainsFunc(some, func(v any) bool { return !set.Has(v) })
}

// subset reports whether all of some items are among others.
func subset[T any](some, others []T, same func(a, b T) bool) bool {
	for _, s := range some {
		if !slices.ContainsFunc(others, func(o T) bool { return same(s, o) }) {
			return false
		}
	}
	return true
}

// list returns a list, or nil for an empty one.
func list[T any](l []T) any {
	if len(l) == 0 {
		return nil
	}
	return l
}
