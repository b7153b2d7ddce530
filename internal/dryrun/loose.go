package dryrun

import (
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/jsonvalue"
	"github.com/crdtool/crdtool/schema"
)

// loose is a copy of an object of a version in which reading it may change what there is to
// change: all that is settled is shared with the object. Those of large objects are much
// smaller than copies of all.
func (r *Resource) loose(u map[string]any) map[string]any {
	v := r.versionOf(u)
	if kind, _ := u["kind"].(string); v == nil || kind != r.kind || v.schema == nil {
		return runtime.DeepCopyJSON(u)
	}
	if m := v.schema.Property("metadata"); m != nil && (m.Default != nil || !flat(m)) {
		return runtime.DeepCopyJSON(u)
	}
	out := jsonvalue.Shallow(u)
	for name, field := range u {
		switch name {
		case "apiVersion", "kind", "metadata":
			continue
		}
		out[name], _ = looseField(field, v.schema, name)
	}
	return out
}

// defaulted is an object with the defaults of its version, which shares the rest with it.
func (r *Resource) defaulted(u map[string]any) map[string]any {
	u = r.loose(u)
	r.applyDefaults(u, nil)
	return u
}

// loosened is such a copy of a value, and whether it is not the value itself.
func loosened(x any, s *schema.Schema) (out any, other bool) {
	switch x := x.(type) {
	case map[string]any:
		if s == nil {
			return maps.Clone(x), len(x) > 0 // all of it is pruned
		}
		if s.XEmbeddedResource {
			return runtime.DeepCopyJSON(x), true
		}
		var own map[string]any
		if !hasDefaults(x, s) {
			own = maps.Clone(x)
		}
		for name, field := range x {
			of, other := looseField(field, s, name)
			if !other {
				continue
			}
			if own == nil {
				own = maps.Clone(x)
			}
			own[name] = of
		}
		if own != nil {
			return own, true
		}
	case []any:
		var items *schema.Schema
		if s != nil {
			items = s.ItemSchema()
			if s.PreservesUnknownFields() {
				if items == nil {
					break
				}
				return runtime.DeepCopyJSONValue(x), true
			}
		}
		var own []any
		for i, item := range x {
			of, other := loosened(item, items)
			if !other && (item != nil || items == nil || items.Nullable || items.Default == nil) {
				continue
			}
			if own == nil {
				own = slices.Clone(x)
			}
			own[i] = of
		}
		if own != nil {
			return own, true
		}
	}
	return x, false
}

// looseField is loosened for a field of an object, and whether the object has to be another one.
func looseField(v any, s *schema.Schema, name string) (out any, other bool) {
	of := s.Property(name)
	if of == nil {
		if s.AdditionalProperties == nil {
			return v, !s.PreservesUnknownFields() // or it is pruned
		}
		of = s.ValueSchema()
	}
	if v == nil {
		return nil, of != nil && !of.Nullable
	}
	return loosened(v, of)
}
