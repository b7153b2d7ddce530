package schema

import (
	"slices"

	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/internal/yamlnode"
)

// SchemaLike is Schema where another schema may be nearly the same, such as that of the CRD
// which is replaced. What says the same below both is then shared: nobody may change it. No
// two schemas below what is read are one, so that pointers tell them apart.
func (d *Decoder) SchemaLike(n *yamlnode.Node, to, like *Schema) {
	outer := d.like
	d.like = nil
	// In JSON a field may be read over an earlier one of the same name, which would change
	// what is shared.
	if !source.IsJSON(n) {
		d.like = like
	}
	d.Schema(n, to)
	d.like = outer
}

// oneLike reads a schema, and returns the one given, which may be nil, if that is the same.
func (d *Decoder) oneLike(n *yamlnode.Node, like *Schema) *Schema {
	s := new(Schema)
	if like == nil {
		outer := d.like
		d.like = nil
		d.Schema(n, s)
		d.like = outer
		return s
	}
	d.SchemaLike(n, s, like)
	if !same(s, like) {
		return s
	}
	return like
}

// likes are the schemas of another list that those of a list may be like.
func likes(list []*Schema, i int) *Schema {
	if i < len(list) {
		return list[i]
	}
	return nil
}

// likeFields returns what says which of other fields a field may be like: the one of its name,
// or one in its place of the list whose name is gone. It is another one for each field of n.
func likeFields(n *yamlnode.Node, others *Properties) func(name string, i int) *Schema {
	if others.Len() == 0 {
		return func(string, int) *Schema { return nil }
	}
	var names map[string]bool // of n, once they are asked for
	return func(name string, i int) *Schema {
		if s := others.Get(name); s != nil {
			return s
		}
		if i >= len(others.List) {
			return nil
		}
		if names == nil {
			names = make(map[string]bool, len(n.Content)/2)
			source.EachEntry(n, func(name string, _, _ *yamlnode.Node) { names[name] = true })
		}
		if other := others.List[i]; !names[other.Name] {
			return other.Schema
		}
		return nil
	}
}

// same reports whether two schemas say the same in the same order, and have the same schemas
// below them. Of default, enum and example it asks as Equal does: those that were read have no
// nil among their values.
func same(a, b *Schema) bool {
	return a.Description == b.Description && a.Type == b.Type && a.Nullable == b.Nullable &&
		a.Format == b.Format && SameValue(a.Default, b.Default) &&
		eq(a.Maximum, b.Maximum) && a.ExclusiveMaximum == b.ExclusiveMaximum &&
		eq(a.Minimum, b.Minimum) && a.ExclusiveMinimum == b.ExclusiveMinimum &&
		eq(a.MaxLength, b.MaxLength) && eq(a.MinLength, b.MinLength) && a.Pattern == b.Pattern &&
		eq(a.MaxItems, b.MaxItems) && eq(a.MinItems, b.MinItems) && a.UniqueItems == b.UniqueItems &&
		sameList(a.Enum, b.Enum, SameValue) &&
		sameList(a.Required, b.Required, isSame) && sameItems(a.Items, b.Items) &&
		sameBranches(a.branches(), b.branches()) && a.Not == b.Not &&
		sameProperties(a.Properties, b.Properties) &&
		eq(a.AdditionalProperties, b.AdditionalProperties) &&
		eq(a.XPreserveUnknownFields, b.XPreserveUnknownFields) &&
		a.XEmbeddedResource == b.XEmbeddedResource && a.XIntOrString == b.XIntOrString &&
		sameRare(a.rare(), b.rare())
}

func sameBranches(a, b *Branches) bool {
	return a == b || sameList(a.AllOf, b.AllOf, isSame) &&
		sameList(a.OneOf, b.OneOf, isSame) && sameList(a.AnyOf, b.AnyOf, isSame)
}

func sameRare(a, b *Rare) bool {
	return a == b || a.ID == b.ID && a.Schema == b.Schema && eq(a.Ref, b.Ref) && a.Title == b.Title &&
		eq(a.MultipleOf, b.MultipleOf) &&
		eq(a.MaxProperties, b.MaxProperties) && eq(a.MinProperties, b.MinProperties) &&
		sameProperties(a.PatternProperties, b.PatternProperties) &&
		a.Dependencies == nil && b.Dependencies == nil && // few have any
		eq(a.AdditionalItems, b.AdditionalItems) &&
		sameProperties(a.Definitions, b.Definitions) &&
		eq(a.ExternalDocs, b.ExternalDocs) && SameValue(a.Example, b.Example) &&
		sameList(a.XListMapKeys, b.XListMapKeys, isSame) && eq(a.XListType, b.XListType) &&
		eq(a.XMapType, b.XMapType) && sameList(a.XValidations, b.XValidations, equalRule)
}

func isSame[T comparable](a, b T) bool { return a == b }

func sameList[T any](a, b []T, same func(T, T) bool) bool {
	return (a == nil) == (b == nil) && slices.EqualFunc(a, b, same)
}

func sameItems(a, b *Items) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Schema == b.Schema && sameList(a.Schemas, b.Schemas, isSame)
}

func sameProperties(a, b *Properties) bool {
	if a == nil || b == nil {
		return a == b
	}
	return sameList(a.List, b.List, isSame)
}
