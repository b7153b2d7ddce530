package defaulting

import (
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/schemas/prune"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/schema"
)

// PruneDefaults returns the schema with its defaults as the server applies them: without fields that the schema does
// not declare, and with the metadata of embedded resources coerced. The argument is not changed; the result shares all
// unchanged parts with it.
//
// Servers refuse new CRDs with unpruned defaults. But old CRDs in clusters still have them, and the check accepts
// fields that ObjectMeta does not have. PruneDefaults mirrors PruneDefaults of pkg/apiserver/schema/defaulting.
// dryrun.New calls it once for each version of a CRD.
func PruneDefaults(s *schema.Schema) *schema.Schema {
	if s == nil {
		return nil
	}
	return rewriter{defaultPruner{s}.prune}.node(s, nil)
}

// rewriter replaces the defaults of a schema.
type rewriter struct {
	// value returns the new default of the node at the end of the steps from the root, and whether it has changed. The
	// node has a default.
	value func(s *schema.Schema, steps []step) (v any, changed bool)
}

// node returns s or a changed copy. The steps lead to s from the root.
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
		// "*" is the name of no property, so that additionalProperties apply.
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

// defaultPruner prunes the defaults of one schema.
type defaultPruner struct{ root *schema.Schema }

// prune sets a copy of a default at the end of the steps in an otherwise empty object, prunes the object, and returns
// the rest of the default: nil if it was removed.
func (p defaultPruner) prune(s *schema.Schema, steps []step) (v any, changed bool) {
	value := enclose(runtime.DeepCopyJSONValue(s.Default), steps)
	object, _ := value.(map[string]any)                                       // a served CRD's root has an object as default
	_ = (&validate.MetaCoercer{Drop: true}).Coerce(nil, object, p.root, true) // drops invalid metadata
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
