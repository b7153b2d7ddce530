package schema

import (
	"maps"
	"reflect"
	"slices"
)

// Equal compares two schemas as apimachinery's equality.Semantic does: an empty
// list or map equals none, a number 1 differs from 1.0, the order of properties
// does not matter.
func Equal(a, b *Schema) bool {
	if a == b {
		return true
	}
	if a == nil || b == nil {
		return false
	}
	return a.Description == b.Description && a.Type == b.Type && a.Nullable == b.Nullable &&
		a.Format == b.Format && SameValue(a.Default, b.Default) &&
		eq(a.Maximum, b.Maximum) && a.ExclusiveMaximum == b.ExclusiveMaximum &&
		eq(a.Minimum, b.Minimum) && a.ExclusiveMinimum == b.ExclusiveMinimum &&
		eq(a.MaxLength, b.MaxLength) && eq(a.MinLength, b.MinLength) && a.Pattern == b.Pattern &&
		eq(a.MaxItems, b.MaxItems) && eq(a.MinItems, b.MinItems) && a.UniqueItems == b.UniqueItems &&
		slices.EqualFunc(a.Enum, b.Enum, SameValue) &&
		slices.Equal(a.Required, b.Required) && equalItems(a.Items, b.Items) &&
		equalBranches(a.branches(), b.branches()) && Equal(a.Not, b.Not) &&
		equalProperties(a.Properties, b.Properties) &&
		equalOrBool(a.AdditionalProperties, b.AdditionalProperties) &&
		eq(a.XPreserveUnknownFields, b.XPreserveUnknownFields) &&
		a.XEmbeddedResource == b.XEmbeddedResource && a.XIntOrString == b.XIntOrString &&
		equalRare(a.rare(), b.rare())
}

func equalBranches(a, b *Branches) bool {
	return a == b || slices.EqualFunc(a.AllOf, b.AllOf, Equal) &&
		slices.EqualFunc(a.OneOf, b.OneOf, Equal) && slices.EqualFunc(a.AnyOf, b.AnyOf, Equal)
}

func equalRare(a, b *Rare) bool {
	return a == b || a.ID == b.ID && a.Schema == b.Schema && eq(a.Ref, b.Ref) && a.Title == b.Title &&
		eq(a.MultipleOf, b.MultipleOf) &&
		eq(a.MaxProperties, b.MaxProperties) && eq(a.MinProperties, b.MinProperties) &&
		equalProperties(a.PatternProperties, b.PatternProperties) &&
		equalDependencies(a.Dependencies, b.Dependencies) &&
		equalOrBool(a.AdditionalItems, b.AdditionalItems) &&
		equalProperties(a.Definitions, b.Definitions) &&
		eq(a.ExternalDocs, b.ExternalDocs) && SameValue(a.Example, b.Example) &&
		slices.Equal(a.XListMapKeys, b.XListMapKeys) && eq(a.XListType, b.XListType) &&
		eq(a.XMapType, b.XMapType) && slices.EqualFunc(a.XValidations, b.XValidations, equalRule)
}

func eq[T comparable](a, b *T) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

// SameValue compares two JSON values as Equal does those of enum, default and
// example: in one of them an empty list or map equals none, and 1 is not 1.0.
func SameValue(a, b any) bool {
	switch a := a.(type) {
	case nil:
		return b == nil
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for k, v := range a {
			w, ok := b[k]
			if !ok || !SameValue(v, w) {
				return false
			}
		}
		return true
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, SameValue)
	default:
		return reflect.DeepEqual(a, b)
	}
}

func equalItems(a, b *Items) bool {
	if a == nil || b == nil {
		return a == b
	}
	return Equal(a.Schema, b.Schema) && slices.EqualFunc(a.Schemas, b.Schemas, Equal)
}

func equalOrBool(a, b *SchemaOrBool) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Allows == b.Allows && Equal(a.Schema, b.Schema)
}

func equalProperties(a, b *Properties) bool {
	if a.Len() != b.Len() {
		return false
	}
	for i, p := range a.All() {
		other := b.List[i].Schema // versions mostly list the same fields in the same order
		if b.List[i].Name != p.Name {
			if other = b.Get(p.Name); other == nil {
				return false
			}
		}
		if !Equal(p.Schema, other) {
			return false
		}
	}
	return true
}

func equalDependencies(a, b Dependencies) bool {
	if len(a) == 0 && len(b) == 0 {
		return true
	}
	return maps.EqualFunc(a.byName(), b.byName(), func(x, y *Dependency) bool {
		return Equal(x.Schema, y.Schema) && slices.Equal(x.Property, y.Property)
	})
}

// byName are the dependencies that count: of two of one name, which a JSON document may
// have, the last.
func (d Dependencies) byName() map[string]*Dependency {
	all := make(map[string]*Dependency, len(d))
	for i := range d {
		all[d[i].Name] = &d[i]
	}
	return all
}

func equalRule(a, b ValidationRule) bool {
	return a.Rule == b.Rule && a.Message == b.Message && a.MessageExpression == b.MessageExpression &&
		eq(a.Reason, b.Reason) && a.FieldPath == b.FieldPath && eq(a.OptionalOldSelf, b.OptionalOldSelf)
}
