// Package yamldecode reads YAML nodes into Go values by the rules of the server's JSON decoder, and notes what strict
// decoding finds.
package yamldecode

import (
	"slices"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// Flaw is something in a document that strict decoding finds.
type Flaw struct {
	Kind FlawKind
	// Node is the key of an unknown or repeated field, the value of a wrong type.
	Node *yamlnode.Node
	// Field is the field's name, Known the names that may stand there.
	Field string
	Known []string
	// Want is the Go or JSON type that the server wants.
	Want string
	// Silent is set where the server drops the field silently: below
	// items, additionalProperties and the like its decoder starts anew and
	// forgets to be strict.
	Silent bool
	// Later is set for an unknown field that later servers know.
	Later bool
	// Repeat is how a field is repeated.
	Repeat source.Repeat
}

// ByMergeKey reports whether a field is repeated by a merge key of YAML alone, which
// is resolved before kubectl sends a document.
func (f *Flaw) ByMergeKey() bool {
	return f.Kind == DuplicateField && f.Repeat != source.WrittenTwice
}

// FlawKind says what is wrong.
type FlawKind uint8

// The kinds of flaws.
const (
	UnknownField FlawKind = iota
	DuplicateField
	WrongType
)

// Decoder reads YAML nodes into Go values by the rules of the server's JSON
// decoder, and notes what strict decoding would say. Its methods leave the
// target as it is for a null, as encoding/json does, and add to a map or struct
// that a field of the same name has made before.
type Decoder struct {
	// Flaws are in the order of the file.
	Flaws []Flaw
	// Empty is set once there was a flaw, or a value that the server may leave out when
	// it writes the object again: false, "", null, a list or a map with nothing in it.
	Empty bool
	// Known are the fields that the server knows of those in which servers differ. Nil
	// are all of them.
	Known *behaviour.Fields
	// Versioned is set once there was one of those.
	Versioned bool

	silent int
	// repeated are the names of repeated fields, in any mapping.
	repeated map[string]bool
}

// A Node is a node with the decoder that reads it. schema.FromValue reads the schema of a Node, over the schema that an
// earlier field of the same name has set, if there is one.
type Node struct {
	*yamlnode.Node
	By   *Decoder
	Over any // a *schema.Schema
}

// IsRepeated reports whether a field of this name is repeated in any mapping.
func (d *Decoder) IsRepeated(name string) bool { return d.repeated[name] }

// Lenient runs f as the server decodes a field of a type with its own JSON reading: anew, and without being strict.
func (d *Decoder) Lenient(f func()) {
	d.silent++
	f()
	d.silent--
}

// Fields calls field for every entry of a mapping, with its decoded name. It
// notes repeated fields, and those for which field returns false as unknown.
// It notes a wrong type, and calls nothing, if the node is no mapping.
func (d *Decoder) Fields(n *yamlnode.Node, want string, known []string, field func(name string, value *yamlnode.Node) bool) {
	n = source.Resolve(n)
	switch {
	case d.Null(n):
	case n.Kind != yamlnode.Mapping:
		d.Wrong(n, want)
	default:
		again, replaced := repeatedFields(n)
		d.secondMerge(n, again)
		source.EachEntry(n, func(name string, k, v *yamlnode.Node) {
			if how := again[k]; how != 0 {
				d.flaw(Flaw{Kind: DuplicateField, Node: k, Field: name, Repeat: how})
			}
			if replaced[k] {
				return
			}
			if later := d.lacks(want, name, known); later || !field(name, v) {
				d.flaw(Flaw{Kind: UnknownField, Node: k, Field: name, Known: known, Later: later})
				d.Repeated(v)
			}
		})
	}
}

// lacks reports whether the server does not know a field of a type that others know.
func (d *Decoder) lacks(typ, name string, known []string) bool {
	if !behaviour.Versioned(name) || !slices.Contains(known, name) || name == "reason" && typ != "v1.ValidationRule" { // conditions always had one
		return false
	}
	d.Versioned = true
	return d.Known != nil && d.Known.Of(name) == behaviour.Unknown
}

// Items calls item for every item of a sequence. It notes a wrong type, and calls
// nothing, if the node is none; a null is for the caller.
func (d *Decoder) Items(n *yamlnode.Node, want string, start func(length int), item func(i int, n *yamlnode.Node)) {
	n = source.Resolve(n)
	if n.Kind != yamlnode.Sequence {
		d.Wrong(n, want)
		return
	}
	d.Empty = d.Empty || len(n.Content) == 0
	start(len(n.Content))
	for i, c := range n.Content {
		item(i, c)
	}
}

// repeatedFields returns the keys of fields that repeat others, and those
// that are repeated further down in YAML: of these its conversion to JSON leaves
// nothing, where JSON itself keeps them all. Most mappings have neither.
func repeatedFields(n *yamlnode.Node) (again map[*yamlnode.Node]source.Repeat, replaced map[*yamlnode.Node]bool) {
	if !source.RepeatsItsKeys(n) {
		return nil, nil
	}
	again, replaced = source.RepeatsOf(n), map[*yamlnode.Node]bool{}
	last, json := map[string]*yamlnode.Node{}, source.IsJSON(n)
	source.EachEntry(n, func(name string, k, _ *yamlnode.Node) {
		if before := last[name]; before != nil {
			replaced[before] = !json
		}
		last[name] = k
	})
	return again, replaced
}

// secondMerge notes the merge keys of a mapping that stand below another.
func (d *Decoder) secondMerge(n *yamlnode.Node, again map[*yamlnode.Node]source.Repeat) {
	if len(again) == 0 {
		return
	}
	for i := 0; i < len(n.Content); i += 2 {
		if k := n.Content[i]; again[k] == source.SecondMerge {
			d.flaw(Flaw{Kind: DuplicateField, Node: k, Field: k.Value, Repeat: source.SecondMerge})
		}
	}
}

// Relist returns a list for items to be read into. If a field is repeated, which only
// JSON can do, its items are read over those that the list has, as encoding/json does.
func Relist[T any](list []T, length int) []T {
	if length == 0 {
		return []T{}
	}
	if length <= cap(list) {
		return list[:length]
	}
	longer := make([]T, length)
	copy(longer, list)
	return longer
}

// Wrong notes a value of the wrong type.
func (d *Decoder) Wrong(n *yamlnode.Node, want string) {
	d.flaw(Flaw{Kind: WrongType, Node: n, Want: want})
}

func (d *Decoder) flaw(f Flaw) {
	// Repeated keys of YAML are found in its text, whatever decodes it.
	if d.silent > 0 && (f.Kind == UnknownField || f.Kind == DuplicateField && source.IsJSON(f.Node)) {
		f.Silent = true
	}
	d.Empty = true
	if f.Kind == DuplicateField {
		if d.repeated == nil {
			d.repeated = map[string]bool{}
		}
		d.repeated[f.Field] = true
	}
	d.Flaws = append(d.Flaws, f)
}

// Null reports whether a node is a null.
func (d *Decoder) Null(n *yamlnode.Node) bool {
	null := source.IsNull(n)
	d.Empty = d.Empty || null
	return null
}
