package dryrun

import (
	"maps"
	"math"

	"github.com/crdtool/crdtool/internal/validate"
	"github.com/crdtool/crdtool/schema"
)

// shared returns an object of a version as the store holds it and as it is read from there, if
// that is surely the same and as it stands but for its metadata. It shares all else with the
// object: copies of a large one, and going over each to find that it is as it should be,
// take longer than all the rest of a request.
func (r *Resource) shared(u map[string]any, v *served, how coercion) (map[string]any, bool) {
	metadata, ok := r.settledMeta(u, v, how)
	if !ok {
		return nil, false
	}
	u = maps.Clone(u)
	u["metadata"] = maps.Clone(metadata)
	return u, true
}

// settle makes an object of a version what shared returns of it, and reports whether it could.
func (r *Resource) settle(u map[string]any, v *served) bool {
	metadata, ok := r.settledMeta(u, v, coercion{})
	if ok {
		u["metadata"] = metadata
	}
	return ok
}

// settledMeta is the metadata of what shared returns, which may be the object's own; ok is false if
// that returns nothing.
func (r *Resource) settledMeta(u map[string]any, v *served, how coercion) (after map[string]any, ok bool) {
	kind, _ := u["kind"].(string)
	metadata, _ := u["metadata"].(map[string]any)
	if v == nil || r.versionOf(u) != v || kind != r.kind || metadata == nil || metadata["generation"] == nil && !how.stored || !settledObject(u, v.schema) {
		return nil, false
	}
	// Of coercing it, that of metadata is left: the schema has nothing that is done within.
	meta, _, err := validate.ObjectMeta(nil, metadata, how.stored, how.strict)
	if err != nil {
		return nil, false
	}
	if how.stored && meta.Generation == 0 {
		meta.Generation = 1
	}
	after, err = validate.MetaFields(meta)
	return after, err == nil
}

// settledObject reports whether reading and writing a custom object surely leaves all of it
// but its metadata as it is.
func settledObject(u map[string]any, s *schema.Schema) bool {
	if s == nil || s.XEmbeddedResource || s.PreservesUnknownFields() || s.AdditionalProperties != nil {
		return false
	}
	if m := s.Property("metadata"); m != nil && (m.Default != nil || !flat(m)) {
		return false
	}
	for k, v := range u {
		switch k {
		case "apiVersion", "kind", "metadata":
			continue
		}
		if !settledField(v, s, k) {
			return false
		}
	}
	return hasDefaults(u, s)
}

// flat reports whether a schema says nothing of what is within its values.
func flat(s *schema.Schema) bool {
	return s.Properties.Len() == 0 && s.AdditionalProperties == nil && s.ItemSchema() == nil
}

// settled reports whether there surely is nothing in a value that a schema has pruned, coerced
// or defaulted, and no number that is another one once it was written. Without a schema
// objects lose all of their fields.
func settled(x any, s *schema.Schema) bool {
	switch x := x.(type) {
	case map[string]any:
		if s == nil {
			return len(x) == 0
		}
		if s.XEmbeddedResource {
			return false
		}
		for k, v := range x {
			if !settledField(v, s, k) {
				return false
			}
		}
		return hasDefaults(x, s)
	case []any:
		var items *schema.Schema
		if s != nil {
			items = s.ItemSchema()
			if s.PreservesUnknownFields() {
				return items == nil && rewritten(x)
			}
		}
		for _, v := range x {
			if v == nil && items != nil && !items.Nullable && items.Default != nil || !settled(v, items) {
				return false
			}
		}
		return true
	}
	return rewritten(x)
}

// settledField is settled for a field of an object.
func settledField(v any, s *schema.Schema, name string) bool {
	of := s.Property(name)
	if of == nil {
		if s.AdditionalProperties == nil {
			return s.PreservesUnknownFields() && rewritten(v)
		}
		of = s.ValueSchema()
	}
	if v == nil {
		return of == nil || of.Nullable
	}
	return settled(v, of)
}

// hasDefaults reports whether an object has all properties that have a default.
func hasDefaults(x map[string]any, s *schema.Schema) bool {
	for _, p := range s.Properties.All() {
		if p.Schema.Default == nil {
			continue
		}
		if _, has := x[p.Name]; !has {
			return false
		}
	}
	return true
}

// rewritten reports whether a value of which no schema says anything is the same once it was
// written and read again.
func rewritten(x any) bool {
	switch x := x.(type) {
	case map[string]any:
		for _, v := range x {
			if !rewritten(v) {
				return false
			}
		}
	case []any:
		for _, v := range x {
			if !rewritten(v) {
				return false
			}
		}
	case float64:
		return x != math.Trunc(x)
	}
	return true
}
