package upgrade

import (
	"slices"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/schema"
)

// vacuous reports whether a new or tighter keyword accepts every value that objects can have there.
func (w *keyword) vacuous() bool {
	old := w.At.Old
	switch w.Keyword {
	case "maxProperties":
		is, ok := w.After.(int64)
		return ok && closed(old) && int64(len(fieldsOf(old))) <= is
	case "minProperties":
		is, ok := w.After.(int64)
		return ok && old.Type == "object" && int64(minFields(old)) >= is
	case "anyOf":
		branches, _ := w.After.([]*schema.Schema)
		return w.Before == nil && slices.ContainsFunc(branches, func(b *schema.Schema) bool { return demandsOnlyType(b, old.Schema) })
	}
	return false
}

// closed reports whether objects have only declared fields.
func closed(n *schematree.Node) bool {
	return n.Type == "object" && n.AdditionalProperties == nil && !n.PreservesUnknownFields() && !n.XEmbeddedResource && n.Role != schematree.RoleItems
}

// fieldsOf returns the names of the fields that objects of a closed node may have.
func fieldsOf(n *schematree.Node) []string {
	var names []string
	for _, p := range n.Properties.All() {
		names = append(names, p.Name)
	}
	if n.Role == schematree.RoleRoot {
		for _, name := range []string{"apiVersion", "kind", "metadata"} {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// minFields returns the number of fields that every object has.
func minFields(n *schematree.Node) int {
	var names []string
	if n.Role == schematree.RoleRoot {
		names = []string{"apiVersion", "kind", "metadata"}
	}
	for _, name := range n.Required {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return len(names)
}

// demandsOnlyType reports whether a branch only demands the type that values have already.
func demandsOnlyType(b, s *schema.Schema) bool {
	if s.Type == "" || s.Nullable {
		return false
	}
	bare := schema.Schema{Type: b.Type}
	return schema.Equal(b, &bare) && (b.Type == "" || b.Type == s.Type || b.Type == "number" && s.Type == "integer")
}

// constant returns the only possible value of a field of the object, if the field is kind or apiVersion.
func (w *keyword) constant() (any, bool) {
	if w.At.Parent == nil || w.At.Parent.Parent != nil || w.At.New.Role != schematree.RoleProperty {
		return nil, false
	}
	switch w.At.New.Name {
	case "kind":
		return w.comparison.new.Spec.Names.Kind, true
	case "apiVersion":
		return w.comparison.new.Spec.Group + "/" + w.pair.new.Name, true
	}
	return nil, false
}

// keepsConstant reports whether a changed keyword accepts the only possible value.
func (w *keyword) keepsConstant() bool {
	v, ok := w.constant()
	return ok && w.Keyword != "x-kubernetes-validations" && w.Keyword != "default" && validate.Takes(w.Server, w.At.New.Schema, v)
}

// namesAnything reports whether a schema of metadata, or of a field there, restricts nothing: the server checks
// metadata itself, and a schema may restrict only name and generateName.
func namesAnything(s *schema.Schema) bool {
	if s.Type == "string" {
		bare := schema.Schema{Type: "string", Description: s.Description, Rare: &schema.Rare{Title: s.Title(), Example: s.Example()}}
		return schema.Equal(s, &bare)
	}
	if s.Type != "object" {
		return false
	}
	bare := schema.Schema{Type: "object", Description: s.Description, Rare: &schema.Rare{Title: s.Title(), Example: s.Example()}, Properties: s.Properties}
	return schema.Equal(s, &bare) && !slices.ContainsFunc(s.Properties.All(), func(p schema.Property) bool { return !namesAnything(p.Schema) })
}

// inMetadata reports whether a place is in the object's metadata.
func (w *keyword) inMetadata() bool {
	at, name := w.At, w.Name
	for at.Parent != nil {
		if at.New.Role == schematree.RoleProperty {
			name = at.New.Name
		}
		at = at.Parent
	}
	return name == "metadata"
}

// someNames are names of objects with different letters and lengths.
var someNames = func() []any {
	all := []any{"a", "z", "0", "example", "a.b", "x-1", "1a"}
	for _, n := range []int{2, 5, 20, 63, 64, 253} {
		all = append(all, string(slices.Repeat([]byte("a"), n)))
	}
	return all
}()
