package defaulting

import (
	"cmp"
	"slices"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/prune"
	"github.com/crdtool/crdtool/schema"
)

// Prune returns the schema with its defaults as the server applies them: without
// fields that the schema does not know, and with the metadata of embedded
// resources coerced. The schema itself stays as it is; what does not change is
// shared with the result.
//
// A CRD with such a default is refused today. Old ones live on in clusters, and
// fields that ObjectMeta does not know are let pass. It mirrors PruneDefaults of
// pkg/apiserver/schema/defaulting.
func Prune(s *schema.Schema) *schema.Schema {
	if s == nil {
		return nil
	}
	p := pruner{root: s}
	return rewriter{p.prune}.node(s, nil)
}

// Coerce returns the schema with its defaults as Check's counterpart in the server
// leaves them and then prints them: with the metadata of embedded resources
// coerced. The schema itself stays as it is.
func Coerce(s *schema.Schema) *schema.Schema {
	return rewriter{func(s *schema.Schema, steps []step) (any, bool) {
		value := runtime.DeepCopyJSONValue(s.Default)
		_ = new(validate.MetaCoercer).Coerce(nil, value, s, len(steps) == 0) // stops where it cannot read
		return value, !jsonvalue.Equal(value, s.Default)
	}}.node(s, nil)
}

// rewriter makes other defaults of those of a schema.
type rewriter struct {
	// value is the default of a node, which has one and to which steps lead from the
	// root, and whether it is another one.
	value func(s *schema.Schema, steps []step) (v any, changed bool)
}

// node returns s, to which steps lead from the root, or the copy that replaces it.
func (r rewriter) node(s *schema.Schema, steps []step) *schema.Schema {
	out := s
	change := func() *schema.Schema {
		if out == s {
			c := *s
			out = &c
		}
		return out
	}
	if s.Default != nil {
		if v, changed := r.value(s, steps); changed {
			change().Default = v
		}
	}
	if values := s.ValueSchema(); values != nil {
		// The name is that of no property, so that additionalProperties apply.
		if c := r.node(values, append(steps, step{field: "*"})); c != values {
			ap := *s.AdditionalProperties
			ap.Schema = c
			change().AdditionalProperties = &ap
		}
	}
	if items := s.ItemSchema(); items != nil {
		if c := r.node(items, append(steps, step{item: true})); c != items {
			change().Items = &schema.Items{Schema: c}
		}
	}
	var properties []schema.Property
	for i, prop := range s.Properties.All() {
		c := r.node(prop.Schema, append(steps, step{field: prop.Name}))
		if c == prop.Schema {
			continue
		}
		if properties == nil {
			properties = append(properties, s.Properties.All()...)
		}
		properties[i].Schema = c
	}
	if properties != nil {
		change().Properties = schema.NewProperties(properties)
	}
	return out
}

type pruner struct {
	root *schema.Schema
	// embeds says whether there is an embedded resource in it, once somebody asked.
	embeds *bool
}

// prune puts a default where steps lead in an otherwise empty object, prunes
// that, and returns what is left of the default: nil if nothing leads there now.
func (p *pruner) prune(s *schema.Schema, steps []step) (v any, changed bool) {
	if !p.alone(steps) {
		return p.pruned(s, steps)
	}
	if prune.Known(s.Default, s, false) {
		return s.Default, false
	}
	v = runtime.DeepCopyJSONValue(s.Default)
	prune.Drop(v, s, false)
	return v, true
}

// pruned is prune of an object that holds a copy of the default.
func (p *pruner) pruned(s *schema.Schema, steps []step) (v any, changed bool) {
	value := enclose(runtime.DeepCopyJSONValue(s.Default), steps)
	object, _ := value.(map[string]any)                                       // the default of a root is one in every CRD that is served
	_ = (&validate.MetaCoercer{Drop: true}).Coerce(nil, object, p.root, true) // drops what it cannot read
	prune.Drop(object, p.root, true)
	for _, s := range steps {
		switch v := value.(type) {
		case map[string]any:
			value = v[s.field]
		case []any:
			value = v[0]
		}
	}
	return value, !jsonvalue.Equal(value, s.Default)
}

// alone reports whether it surely makes no difference to a default what is around it: nothing
// that leads to it is metadata or a resource, or keeps more of it than its schema does. All
// objects around one that stands deep are many for each of many.
func (p *pruner) alone(steps []step) bool {
	if len(steps) == 0 {
		return false
	}
	switch steps[0].field {
	case "apiVersion", "kind", "metadata":
		return false
	}
	in := p.root
	for _, to := range steps {
		switch {
		case !to.item:
			property, values := in.Property(to.field), in.ValueSchema()
			if property != nil && values != nil {
				return false // it may be either
			}
			in = cmp.Or(property, values)
		case in.PreservesUnknownFields():
			return false // what is kept of a list is kept of its items
		default:
			in = in.ItemSchema()
		}
		if in == nil {
			return false
		}
	}
	if p.embeds == nil {
		embeds := embedded(p.root)
		p.embeds = &embeds
	}
	return !*p.embeds
}

// embedded reports whether a schema is of a resource, or has one below it.
func embedded(s *schema.Schema) bool {
	if s == nil {
		return false
	}
	if s.XEmbeddedResource || embedded(s.ValueSchema()) || embedded(s.ItemSchema()) {
		return true
	}
	return slices.ContainsFunc(s.Properties.All(), func(p schema.Property) bool { return embedded(p.Schema) })
}
