package schema

import (
	"math"
	"slices"
	"strconv"

	"go.yaml.in/yaml/v3"

	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/kube"
)

// Flaw is something in a document that strict decoding finds.
type Flaw struct {
	Kind FlawKind
	// Node is the key of an unknown or repeated field, the value of a wrong type.
	Node *yaml.Node
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
	// Made are the schemas that were read.
	Made Slabs
	// Empty is set once there was a flaw, or a value that the server may leave out when
	// it writes the object again: false, "", null, a list or a map with nothing in it.
	Empty bool
	// Known are the fields that the server knows of those in which servers differ. Nil
	// are all of them.
	Known *kube.Fields
	// Versioned is set once there was one of those.
	Versioned bool

	silent int
	// repeated are the names of repeated fields, wherever they stand.
	repeated map[string]bool
}

// Fields calls field for every entry of a mapping, with its decoded name. It
// notes repeated fields, and those for which field returns false as unknown.
// It notes a wrong type, and calls nothing, if the node is no mapping.
func (d *Decoder) Fields(n *yaml.Node, want string, known []string, field func(name string, value *yaml.Node) bool) {
	n = source.Resolve(n)
	switch {
	case d.Null(n):
	case n.Kind != yaml.MappingNode:
		d.Wrong(n, want)
	default:
		again, replaced := repeatedFields(n)
		source.EachEntry(n, func(name string, k, v *yaml.Node) {
			if again[k] {
				d.flaw(Flaw{Kind: DuplicateField, Node: k, Field: name})
			}
			if replaced[k] {
				return
			}
			if later := d.lacks(want, name, known); later || !field(name, v) {
				d.flaw(Flaw{Kind: UnknownField, Node: k, Field: name, Known: known, Later: later})
			}
		})
	}
}

// lacks reports whether the server does not know a field of a type that others know.
func (d *Decoder) lacks(typ, name string, known []string) bool {
	if !kube.Versioned(name) || !slices.Contains(known, name) || name == "reason" && typ != "v1.ValidationRule" { // conditions always had one
		return false
	}
	d.Versioned = true
	return d.Known != nil && d.Known.Of(name) == kube.Unknown
}

// Items calls item for every item of a sequence. It notes a wrong type, and calls
// nothing, if the node is none; a null is for the caller.
func (d *Decoder) Items(n *yaml.Node, want string, start func(length int), item func(i int, n *yaml.Node)) {
	n = source.Resolve(n)
	if n.Kind != yaml.SequenceNode {
		d.Wrong(n, want)
		return
	}
	d.Empty = d.Empty || len(n.Content) == 0
	start(len(n.Content))
	for i, c := range n.Content {
		item(i, c)
	}
}

// repeatedFields returns the keys of fields that stand further up already, and of those
// that are repeated further down in YAML: of these its conversion to JSON leaves
// nothing, where JSON itself keeps them all. Most mappings have neither.
func repeatedFields(n *yaml.Node) (again, replaced map[*yaml.Node]bool) {
	repeated, seen := false, fieldSet{}
	source.EachEntry(n, func(name string, _, _ *yaml.Node) { repeated = seen.add(name) || repeated })
	if !repeated {
		return nil, nil
	}
	again, replaced = map[*yaml.Node]bool{}, map[*yaml.Node]bool{}
	last, json := map[string]*yaml.Node{}, source.IsJSON(n)
	source.EachEntry(n, func(name string, k, _ *yaml.Node) {
		if before := last[name]; before != nil {
			again[k], replaced[before] = true, !json
		}
		last[name] = k
	})
	return again, replaced
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
func (d *Decoder) Wrong(n *yaml.Node, want string) {
	d.flaw(Flaw{Kind: WrongType, Node: n, Want: want})
}

func (d *Decoder) flaw(f Flaw) {
	if d.silent > 0 && f.Kind != WrongType {
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

// Str reads a string.
func (d *Decoder) Str(n *yaml.Node, to *string) {
	n = source.Resolve(n)
	if s, ok := source.String(n); ok {
		d.Empty = d.Empty || s == ""
		*to = s
	} else if !d.Null(n) {
		d.Wrong(n, "string")
	}
}

// StrPtr reads a string that may be absent.
func (d *Decoder) StrPtr(n *yaml.Node, to **string) {
	if n = source.Resolve(n); d.Null(n) {
		*to = nil
		return
	}
	var s string
	d.Str(n, &s)
	*to = &s
}

// Bool reads a boolean.
func (d *Decoder) Bool(n *yaml.Node, to *bool) {
	n = source.Resolve(n)
	if b, ok := source.Scalar(n).(bool); ok {
		d.Empty = d.Empty || !b
		*to = b
	} else if !d.Null(n) {
		d.Wrong(n, "bool")
	}
}

// BoolPtr reads a boolean that may be absent.
func (d *Decoder) BoolPtr(n *yaml.Node, to **bool) {
	if n = source.Resolve(n); d.Null(n) {
		*to = nil
		return
	}
	var b bool
	d.Bool(n, &b)
	*to = &b
}

// Int reads an integer; 1.0 is one in YAML, which reaches the server as 1, but
// not in JSON, and no number with an exponent is.
func (d *Decoder) Int(n *yaml.Node, bits int, to *int64) {
	n = source.Resolve(n)
	if i, ok := source.Scalar(n).(int64); ok && (bits != 32 || int64(int32(i)) == i) {
		*to = i
	} else if !d.Null(n) {
		d.Wrong(n, "int"+strconv.Itoa(bits))
	}
}

// IntPtr reads an integer that may be absent.
func (d *Decoder) IntPtr(n *yaml.Node, to **int64) {
	if n = source.Resolve(n); d.Null(n) {
		*to = nil
		return
	}
	var i int64
	d.Int(n, 64, &i)
	*to = &i
}

// FloatPtr reads a number that may be absent.
func (d *Decoder) FloatPtr(n *yaml.Node, to **float64) {
	if n = source.Resolve(n); d.Null(n) {
		*to = nil
		return
	}
	switch v := source.Scalar(n).(type) {
	case int64:
		f := float64(v)
		*to = &f
		return
	case float64:
		if !math.IsInf(v, 0) {
			*to = &v
			return
		}
	}
	d.Wrong(n, "float64")
}

// Strings reads a list of strings; a null item is "".
func (d *Decoder) Strings(n *yaml.Node, to *[]string) {
	if d.Null(n) {
		*to = nil
		return
	}
	d.Items(n, "[]string", func(l int) { *to = Relist(*to, l) }, func(i int, n *yaml.Node) { d.Str(n, &(*to)[i]) })
}

// Any reads any JSON value; numbers are int64 or float64.
func (d *Decoder) Any(n *yaml.Node, to *any) {
	v := source.Value(n)
	d.Empty = d.Empty || v == nil
	if overflows(v) {
		d.Wrong(source.Resolve(n), NumberInRange)
		return
	}
	*to = v
}

// NumberInRange is what a Flaw wants of an untyped value that holds a number
// beyond float64. Only JSON can write one; YAML takes it for a string.
const NumberInRange = "a number that fits into 64 bits"

// overflows reports whether a value holds a number that no float64 holds.
func overflows(v any) bool {
	switch v := v.(type) {
	case float64:
		return math.IsInf(v, 0)
	case []any:
		return slices.ContainsFunc(v, overflows)
	case map[string]any:
		for _, e := range v {
			if overflows(e) {
				return true
			}
		}
	}
	return false
}

// Schema reads a schema.
func (d *Decoder) Schema(n *yaml.Node, to *Schema) {
	d.Fields(n, "v1.JSONSchemaProps", Keywords, func(name string, v *yaml.Node) bool { return d.keyword(to, name, v) })
}

func (d *Decoder) keyword(s *Schema, name string, v *yaml.Node) bool {
	switch name {
	case "description":
		d.Str(v, &s.Description)
	case "type":
		d.Str(v, &s.Type)
	case "properties":
		d.properties(v, &s.Properties)
	case "items":
		d.items(v, &s.Items)
	case "required":
		d.Strings(v, &s.Required)
	case "additionalProperties":
		d.schemaOrBool(v, &s.AdditionalProperties)
	case "enum":
		if d.Null(v) {
			s.Enum = nil
			break
		}
		d.Items(v, "[]v1.JSON", func(l int) { s.Enum = make([]any, l) }, func(i int, n *yaml.Node) { d.Any(n, &s.Enum[i]) })
	case "default":
		d.Any(v, &s.Default)
	case "format":
		d.Str(v, &s.Format)
	case "pattern":
		d.Str(v, &s.Pattern)
	case "maximum":
		d.FloatPtr(v, &s.Maximum)
	case "minimum":
		d.FloatPtr(v, &s.Minimum)
	case "exclusiveMaximum":
		d.Bool(v, &s.ExclusiveMaximum)
	case "exclusiveMinimum":
		d.Bool(v, &s.ExclusiveMinimum)
	case "maxLength":
		d.IntPtr(v, &s.MaxLength)
	case "minLength":
		d.IntPtr(v, &s.MinLength)
	case "maxItems":
		d.IntPtr(v, &s.MaxItems)
	case "minItems":
		d.IntPtr(v, &s.MinItems)
	case "maxProperties":
		d.IntPtr(v, &s.MaxProperties)
	case "minProperties":
		d.IntPtr(v, &s.MinProperties)
	case "multipleOf":
		d.FloatPtr(v, &s.MultipleOf)
	case "uniqueItems":
		d.Bool(v, &s.UniqueItems)
	case "nullable":
		d.Bool(v, &s.Nullable)
	case "title":
		d.Str(v, &s.Title)
	case "example":
		d.Any(v, &s.Example)
	case "allOf":
		d.schemas(v, &s.AllOf)
	case "oneOf":
		d.schemas(v, &s.OneOf)
	case "anyOf":
		d.schemas(v, &s.AnyOf)
	case "not":
		d.schemaPtr(v, &s.Not)
	case "externalDocs":
		d.externalDocs(v, &s.ExternalDocs)
	case "id":
		d.Str(v, &s.ID)
	case "$schema":
		d.Str(v, &s.Schema)
	case "$ref":
		d.StrPtr(v, &s.Ref)
	case "definitions":
		d.properties(v, &s.Definitions)
	case "patternProperties":
		d.properties(v, &s.PatternProperties)
	case "dependencies":
		d.dependencies(v, &s.Dependencies)
	case "additionalItems":
		d.schemaOrBool(v, &s.AdditionalItems)
	case "x-kubernetes-preserve-unknown-fields":
		d.BoolPtr(v, &s.XPreserveUnknownFields)
	case "x-kubernetes-embedded-resource":
		d.Bool(v, &s.XEmbeddedResource)
	case "x-kubernetes-int-or-string":
		d.Bool(v, &s.XIntOrString)
	case "x-kubernetes-list-map-keys":
		d.Strings(v, &s.XListMapKeys)
	case "x-kubernetes-list-type":
		d.StrPtr(v, &s.XListType)
	case "x-kubernetes-map-type":
		d.StrPtr(v, &s.XMapType)
	case "x-kubernetes-validations":
		d.rules(v, &s.XValidations)
	default:
		return false
	}
	return true
}

func (d *Decoder) schemaPtr(n *yaml.Node, to **Schema) {
	if d.Null(n) {
		*to = nil
		return
	}
	if *to == nil {
		*to = d.Made.schema()
	}
	d.Schema(n, *to)
}

func (d *Decoder) schemas(n *yaml.Node, to *[]*Schema) {
	if d.Null(n) {
		*to = nil
		return
	}
	d.Items(n, "[]v1.JSONSchemaProps", func(l int) { *to = Relist(*to, l) }, func(i int, n *yaml.Node) {
		if (*to)[i] == nil {
			(*to)[i] = d.Made.schema() // a null item is an empty schema
		}
		d.Schema(n, (*to)[i])
	})
}

// properties reads a map of schemas; a null value is an empty schema, and of
// two entries of one name the later one counts.
func (d *Decoder) properties(n *yaml.Node, to **Properties) {
	n = source.Resolve(n)
	if d.Null(n) {
		*to = nil
		return
	}
	if n.Kind != yaml.MappingNode {
		d.Wrong(n, "map[string]v1.JSONSchemaProps")
		return
	}
	d.Empty = d.Empty || len(n.Content) == 0
	list := make([]Property, 0, len(n.Content)/2)
	var at map[string]int // in list; nil as long as no name was repeated
	d.Fields(n, "", nil, func(name string, v *yaml.Node) bool {
		s := d.Made.schema()
		d.Schema(v, s)
		if d.repeated[name] {
			if at == nil {
				at = make(map[string]int, len(list))
				for i := range list {
					at[list[i].Name] = i
				}
			}
			if i, ok := at[name]; ok {
				list[i].Schema = nil
			}
		}
		if at != nil {
			at[name] = len(list)
		}
		list = append(list, Property{Name: name, Schema: s})
		return true
	})
	if at != nil {
		list = slices.DeleteFunc(list, func(p Property) bool { return p.Schema == nil })
	}
	if *to != nil { // of an earlier field of the same name, which only JSON can repeat
		now := NewProperties(list)
		earlier := slices.DeleteFunc((*to).List, func(p Property) bool { return now.Get(p.Name) != nil })
		list = append(earlier, list...)
	}
	*to = NewProperties(list)
}

// lenient runs f as the server decodes a field of a type with its own JSON
// reading: anew, and without being strict.
func (d *Decoder) lenient(f func()) {
	d.silent++
	f()
	d.silent--
}

func (d *Decoder) items(n *yaml.Node, to **Items) {
	n = source.Resolve(n)
	switch {
	case d.Null(n):
		*to = nil
	case n.Kind == yaml.MappingNode:
		it := &Items{Schema: d.Made.schema()}
		d.lenient(func() { d.Schema(n, it.Schema) })
		*to = it
	case n.Kind == yaml.SequenceNode:
		it := &Items{}
		d.lenient(func() { d.schemas(n, &it.Schemas) })
		*to = it
	default:
		*to = &Items{}
	}
}

func (d *Decoder) schemaOrBool(n *yaml.Node, to **SchemaOrBool) {
	n = source.Resolve(n)
	switch {
	case d.Null(n):
		*to = nil
	case n.Kind == yaml.MappingNode:
		sb := &SchemaOrBool{Allows: true, Schema: d.Made.schema()}
		d.lenient(func() { d.Schema(n, sb.Schema) })
		*to = sb
	default:
		b, ok := source.Scalar(n).(bool)
		if !ok {
			d.Wrong(n, "a boolean or a schema")
			return
		}
		*to = &SchemaOrBool{Allows: b}
	}
}

func (d *Decoder) dependencies(n *yaml.Node, to *Dependencies) {
	if d.Null(n) {
		*to = nil
		return
	}
	if *to == nil {
		*to = Dependencies{}
	}
	d.Fields(n, "v1.JSONSchemaDependencies", nil, func(name string, v *yaml.Node) bool {
		dep := Dependency{Name: name}
		switch v = source.Resolve(v); v.Kind {
		case yaml.MappingNode:
			dep.Schema = d.Made.schema()
			d.lenient(func() { d.Schema(v, dep.Schema) })
		case yaml.SequenceNode:
			d.lenient(func() { d.Strings(v, &dep.Property) })
		}
		*to = append(*to, dep)
		return true
	})
}

func (d *Decoder) externalDocs(n *yaml.Node, to **ExternalDocs) {
	if d.Null(n) {
		*to = nil
		return
	}
	if *to == nil {
		*to = &ExternalDocs{}
	}
	docs := *to
	d.Fields(n, "v1.ExternalDocumentation", []string{"description", "url"}, func(name string, v *yaml.Node) bool {
		switch name {
		case "description":
			d.Str(v, &docs.Description)
		case "url":
			d.Str(v, &docs.URL)
		default:
			return false
		}
		return true
	})
}

var ruleFields = []string{"rule", "message", "messageExpression", "reason", "fieldPath", "optionalOldSelf"}

func (d *Decoder) rules(n *yaml.Node, to *[]ValidationRule) {
	if d.Null(n) {
		*to = nil
		return
	}
	d.Items(n, "v1.ValidationRules", func(l int) { *to = Relist(*to, l) }, func(i int, n *yaml.Node) {
		r := &(*to)[i]
		d.Fields(n, "v1.ValidationRule", ruleFields, func(name string, v *yaml.Node) bool {
			switch name {
			case "rule":
				d.Str(v, &r.Rule)
			case "message":
				d.Str(v, &r.Message)
			case "messageExpression":
				d.Str(v, &r.MessageExpression)
			case "reason":
				d.StrPtr(v, &r.Reason)
			case "fieldPath":
				d.Str(v, &r.FieldPath)
			case "optionalOldSelf":
				d.BoolPtr(v, &r.OptionalOldSelf)
			default:
				return false
			}
			return true
		})
	})
}

// fieldSet remembers names without allocating for the few that most mappings
// have.
type fieldSet struct {
	few  [16]string
	n    int
	many map[string]struct{}
}

// add reports whether the name was there before.
func (s *fieldSet) add(name string) bool {
	if s.many == nil {
		for _, f := range s.few[:s.n] {
			if f == name {
				return true
			}
		}
		if s.n < len(s.few) {
			s.few[s.n] = name
			s.n++
			return false
		}
		s.many = make(map[string]struct{}, 4*len(s.few))
		for _, f := range s.few {
			s.many[f] = struct{}{}
		}
	}
	if _, ok := s.many[name]; ok {
		return true
	}
	s.many[name] = struct{}{}
	return false
}

// Null reports whether a node is a null.
func (d *Decoder) Null(n *yaml.Node) bool {
	null := source.IsNull(n)
	d.Empty = d.Empty || null
	return null
}
