package defaulting

import (
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/prune"
	"github.com/crdtool/crdtool/schema"
)

// PruneDefaults returns the schema with its defaults as the server applies them: without
// fields that the schema does not know, and with the metadata of embedded
// resources coerced. The schema itself stays as it is; what does not change is
// shared with the result.
//
// A CRD with such a default is refused today. Old ones live on in clusters, and
// fields that ObjectMeta does not know are let pass. It mirrors PruneDefaults of
// pkg/apiserver/schema/defaulting. dryrun.New calls it once for each version of a CRD.
func PruneDefaults(s *schema.Schema) *schema.Schema {
	if s == nil {
		return nil
	}
	return rewriter{defaultPruner{s}.prune}.node(s, nil)
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

// defaultPruner prunes the defaults of one schema.
type defaultPruner struct{ root *schema.Schema }

// prune puts a copy of a default where steps lead in an otherwise empty object, prunes
// that, and returns what is left of the default: nil if nothing leads there now.
func (p defaultPruner) prune(s *schema.Schema, steps []step) (v any, changed bool) {
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
