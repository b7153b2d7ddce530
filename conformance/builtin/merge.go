package main

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/crdtool/crdtool/internal/server/builtin"
)

// A merge joins the kinds and types of all releases.
type merge struct {
	first, last int
	kinds       []builtin.Kind
	types       map[string]*builtin.Type
}

func newMerge(releases []release) *merge {
	return &merge{first: releases[0].minor, last: releases[len(releases)-1].minor, types: map[string]*builtin.Type{}}
}

// add adds the next release.
func (m *merge) add(minor int, a *api) error {
	for _, k := range a.kinds {
		i := slices.IndexFunc(m.kinds, func(e builtin.Kind) bool { return e.Group == k.Group && e.Version == k.Version && e.Kind == k.Kind })
		if i < 0 {
			k.Span = span(minor)
			m.kinds = append(m.kinds, k)
			continue
		}
		there := &m.kinds[i]
		if err := extend(&there.Span, minor); err != nil {
			return fmt.Errorf("kind %s: %w", k.Kind, err)
		}
		if there.Type != k.Type {
			return fmt.Errorf("kind %s has type %s after %s", k.Kind, k.Type, there.Type)
		}
		there.Removed, there.Replacement = k.Removed, k.Replacement
	}
	for id, t := range a.types {
		there := m.types[id]
		if there == nil {
			there = &builtin.Type{Form: t.Form}
			m.types[id] = there
		}
		if there.Form != t.Form {
			return fmt.Errorf("type %s is a %s after a %s", id, t.Form, there.Form)
		}
		if err := mergeFields(there, t.Fields, minor); err != nil {
			return fmt.Errorf("type %s: %w", id, err)
		}
		if err := mergeEnum(there, t.Enum, minor); err != nil {
			return fmt.Errorf("type %s: %w", id, err)
		}
	}
	return nil
}

func mergeFields(into *builtin.Type, fields []builtin.Field, minor int) error {
	for _, f := range fields {
		i := slices.IndexFunc(into.Fields, func(e builtin.Field) bool {
			return e.Name == f.Name && e.Type == f.Type && e.Embedded == f.Embedded
		})
		if i < 0 {
			f.Span = span(minor)
			into.Fields = append(into.Fields, f)
		} else if err := extend(&into.Fields[i].Span, minor); err != nil {
			return fmt.Errorf("field %s: %w", f.Name, err)
		}
	}
	return nil
}

func mergeEnum(into *builtin.Type, values []builtin.Value, minor int) error {
	for _, v := range values {
		i := slices.IndexFunc(into.Enum, func(e builtin.Value) bool { return e.Value == v.Value })
		if i < 0 {
			v.Span = span(minor)
			into.Enum = append(into.Enum, v)
		} else if err := extend(&into.Enum[i].Span, minor); err != nil {
			return fmt.Errorf("value %q: %w", v.Value, err)
		}
	}
	return nil
}

func span(minor int) builtin.Span { return builtin.Span{From: minor, To: minor} }

// extend extends a span by the next release.
func extend(s *builtin.Span, minor int) error {
	if s.To != minor-1 {
		return fmt.Errorf("it is in 1.%d and 1.%d, and not between", s.To, minor)
	}
	s.To = minor
	return nil
}

// catalog returns the whole, in an order that does not depend on the run.
func (m *merge) catalog() *builtin.Catalog {
	c := &builtin.Catalog{From: m.first, To: m.last, Kinds: m.kinds, Types: m.types}
	slices.SortFunc(c.Kinds, func(a, b builtin.Kind) int {
		return cmp.Or(cmp.Compare(a.Group, b.Group), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Version, b.Version))
	})
	for i := range c.Kinds {
		m.shorten(&c.Kinds[i].Span)
	}
	for _, t := range c.Types {
		for i := range t.Fields {
			m.shorten(&t.Fields[i].Span)
		}
		for i := range t.Enum {
			m.shorten(&t.Enum[i].Span)
		}
	}
	return c
}

// shorten leaves out the ends of a span that are those of the catalog.
func (m *merge) shorten(s *builtin.Span) {
	if s.From == m.first {
		s.From = 0
	}
	if s.To == m.last {
		s.To = 0
	}
}
