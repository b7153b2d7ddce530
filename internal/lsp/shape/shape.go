// Package shape describes the values that a place of an object takes: its fields, types, enums and defaults. It has one
// form for the schemas of CRDs, for Kubernetes' own kinds, for CustomResourceDefinitions themselves, for suites of
// crdtool test and for .crdtool.yaml.
package shape

import (
	"path/filepath"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/crdtool/crdtool/internal/schemas/schemafacts"
	"github.com/crdtool/crdtool/internal/server/builtin"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

// A Shape is what is known about the values of a place. The zero Shape takes any value.
type Shape struct {
	// schemas apply to the same value: the first one is outside of junctors, the others are its allOf, anyOf and oneOf.
	schemas []*schema.Schema
	// native is the Go type of a value of Kubernetes' own kinds; "" for other values.
	native string
	// isResource is set for an object with its own apiVersion, kind and metadata.
	isResource bool
	// keywords is set for a schema in a CRD.
	keywords bool
	// lists is set for a list of schemas in a CRD, and maps for schemas by name.
	lists, maps bool
	// nested is set for a schema inside of a junctor.
	nested bool
	minor  int
	kinds  Kinds
	// keys are the fields by which the items of the list differ, for the shape of an item.
	keys []string
	// text is a description from elsewhere.
	text string
}

// A Field is a field of an object.
type Field struct {
	Name  string
	Shape Shape
	// Required is set if the object must have the field, and OneOf if a branch of oneOf or anyOf requires it.
	Required, OneOf bool
}

// Of returns the shape of the objects of a kind, and whether it is known.
func Of(kinds Kinds, minor int, apiVersion, kind string) (Shape, bool) {
	switch {
	case kind == "CustomResourceDefinition" && strings.HasPrefix(apiVersion, "apiextensions.k8s.io/"):
		return Shape{schemas: []*schema.Schema{crdSchema()}, isResource: true, minor: minor, kinds: kinds}, true
	case kind == "TestSuite" && strings.HasPrefix(apiVersion, "crdtool/"):
		return Shape{schemas: []*schema.Schema{suiteSchema()}, minor: minor, kinds: kinds}, true
	}
	if k := kinds.Find(apiVersion, kind); k != nil && k.Schema != nil {
		return ofSchema(Shape{isResource: true, minor: minor, kinds: kinds}, []*schema.Schema{k.Schema}), true
	}
	if native := builtin.TypeOf(apiVersion, kind, minor); native != "" {
		return Shape{native: native, isResource: true, minor: minor, kinds: kinds}, true
	}
	return Shape{isResource: true, minor: minor, kinds: kinds}, false
}

// OfSchema returns the shape of the values of a schema.
func OfSchema(s *schema.Schema, minor int, kinds Kinds) Shape {
	return ofSchema(Shape{minor: minor, kinds: kinds}, []*schema.Schema{s})
}

// ofSchema adds schemas with their junctors to a shape.
func ofSchema(s Shape, schemas []*schema.Schema) Shape {
	for _, of := range schemas {
		s.add(of, 0)
	}
	if len(s.schemas) > 0 && s.schemas[0].XEmbeddedResource {
		s.isResource = true
	}
	return s
}

func (s *Shape) add(of *schema.Schema, depth int) {
	if of == nil || depth > 8 {
		return
	}
	s.schemas = append(s.schemas, of)
	for _, list := range [][]*schema.Schema{of.AllOf(), of.AnyOf(), of.OneOf()} {
		for _, branch := range list {
			s.add(branch, depth+1)
		}
	}
}

// TypeMeta returns the apiVersion and kind of the object at a path; "" if it has none.
type TypeMeta func(path []finding.Segment) (apiVersion, kind string)

// At returns the shape at the end of a path. Objects in the object have kinds of their own, which typeMeta returns; it
// may be nil.
func (s Shape) At(path []finding.Segment, typeMeta TypeMeta) Shape {
	for i, segment := range path {
		if i > 0 {
			s = s.resource(path[:i], typeMeta)
		}
		if segment.IsIndex {
			s = s.Item()
		} else {
			s = s.Child(segment.Name)
		}
	}
	if len(path) > 0 {
		s = s.resource(path, typeMeta)
	}
	return s
}

// resource returns the shape of the kind of an embedded object, if it is known.
func (s Shape) resource(path []finding.Segment, typeMeta TypeMeta) Shape {
	if !s.isResource || typeMeta == nil || s.kinds == nil || s.native != "" || s.Own() != nil && s.Own().Properties.Len() > 0 {
		return s
	}
	apiVersion, kind := typeMeta(path)
	if of, known := Of(s.kinds, s.minor, apiVersion, kind); known {
		return of
	}
	return s
}

// OfFile returns the shape of a document of a file: .crdtool.yaml has a form of its own.
func OfFile(file string, kinds Kinds, minor int, apiVersion, kind string) (Shape, bool) {
	if IsConfig(file) {
		return OfConfig(), true
	}
	return Of(kinds, minor, apiVersion, kind)
}

// IsConfig reports whether a file is a configuration of crdtool.
func IsConfig(file string) bool {
	name := filepath.Base(file)
	return name == ".crdtool.yaml" || name == ".crdtool.yml"
}

// Own is the schema of the place outside of junctors; nil if there is none.
func (s Shape) Own() *schema.Schema {
	if len(s.schemas) == 0 {
		return nil
	}
	return s.schemas[0]
}

// IsKeywords reports whether the place is a schema in a CRD, and whether that is inside of a junctor.
func (s Shape) IsKeywords() (is, nested bool) { return s.keywords, s.nested }

// IsResource reports whether the place is an object with its own apiVersion, kind and metadata.
func (s Shape) IsResource() bool { return s.isResource }

// Child returns the shape of a field, or of a value of a map.
func (s Shape) Child(name string) Shape {
	child := Shape{minor: s.minor, kinds: s.kinds}
	switch {
	case s.keywords:
		return s.keyword(name)
	case s.maps:
		child.keywords, child.nested = true, s.nested
		return child
	case s.isResource && name == "metadata":
		return s.metadata()
	case s.native != "":
		child.native = s.nativeChild(name)
		if s.native == objectMeta {
			child.text = metav1.ObjectMeta{}.SwaggerDoc()[name]
		}
		return child
	}
	var schemas []*schema.Schema
	for _, of := range s.schemas {
		if property := of.Property(name); property != nil {
			schemas = append(schemas, property)
		}
	}
	if len(schemas) == 0 && s.isResource && (name == "apiVersion" || name == "kind") {
		return s.head(name)
	}
	if len(schemas) == 0 {
		for _, of := range s.schemas {
			if value := of.ValueSchema(); value != nil {
				schemas = append(schemas, value)
			}
		}
	}
	if len(schemas) == 1 && schemas[0] == anySchema() {
		child.keywords = true
		return child
	}
	return ofSchema(child, schemas)
}

// metadata returns the shape of metadata, with what the schema says about it.
func (s Shape) metadata() Shape {
	child := Shape{minor: s.minor, kinds: s.kinds, native: objectMeta, text: metav1.PartialObjectMetadata{}.SwaggerDoc()["metadata"]}
	return child
}

// Item returns the shape of the items of a list.
func (s Shape) Item() Shape {
	item := Shape{minor: s.minor, kinds: s.kinds}
	if s.lists {
		item.keywords, item.nested = true, s.nested
		return item
	}
	if s.native != "" {
		item.native = strings.TrimPrefix(builtin.FormOf(s.native), "[]")
		return item
	}
	var schemas []*schema.Schema
	for _, of := range s.schemas {
		if items := of.ItemSchema(); items != nil {
			schemas = append(schemas, items)
		}
	}
	item.keys = s.MapKeys()
	return ofSchema(item, schemas)
}

// Values returns the shape of a map's values, and whether the place is a map.
func (s Shape) Values() (Shape, bool) {
	child := Shape{minor: s.minor, kinds: s.kinds}
	if s.maps {
		child.keywords, child.nested = true, s.nested
		return child, true
	}
	if s.native != "" {
		form := builtin.FormOf(s.native)
		if !strings.HasPrefix(form, "map[") {
			return child, false
		}
		child.native = form[strings.IndexByte(form, ']')+1:]
		return child, true
	}
	for _, of := range s.schemas {
		if value := of.ValueSchema(); value != nil {
			return ofSchema(child, []*schema.Schema{value}), true
		}
	}
	return child, false
}

// Fields returns the declared fields: apiVersion, kind and metadata first, or the keys of an item of a list, then the
// others in the order of the schema.
func (s Shape) Fields() []Field {
	if s.keywords {
		return s.keywordFields()
	}
	var fields []Field
	index := map[string]bool{}
	add := func(f Field) {
		if !index[f.Name] {
			index[f.Name] = true
			fields = append(fields, f)
		}
	}
	if s.isResource {
		for _, name := range []string{"apiVersion", "kind", "metadata"} {
			add(Field{Name: name, Shape: s.head(name), Required: true})
		}
	}
	if s.native != "" {
		for _, f := range s.nativeFields() {
			add(Field{Name: f.Name, Shape: s.Child(f.Name), Required: s.native == objectMeta && f.Name == "name"})
		}
		return fields
	}
	required, oneOf := s.requires()
	for _, key := range s.keys {
		add(Field{Name: key, Shape: s.Child(key), Required: true})
	}
	for _, of := range s.schemas {
		for _, p := range of.Properties.All() {
			if !index[p.Name] {
				add(Field{Name: p.Name, Shape: s.Child(p.Name), Required: required[p.Name], OneOf: oneOf[p.Name]})
			}
		}
	}
	return fields
}

// Requires reports whether an object must have a field.
func (s Shape) Requires(name string) bool {
	for _, f := range s.Fields() {
		if f.Name == name {
			return f.Required
		}
	}
	return false
}

// Declares reports whether a field is declared, or a key of a map.
func (s Shape) Declares(name string) bool {
	if _, isMap := s.Values(); isMap {
		return true
	}
	for _, f := range s.Fields() {
		if f.Name == name {
			return true
		}
	}
	return false
}

// head returns the shape of apiVersion, kind or metadata of a resource.
func (s Shape) head(name string) Shape {
	if name == "metadata" {
		return s.metadata()
	}
	doc := map[string]string{
		"apiVersion": "The group and the version of the object's kind, as in example.com/v1.",
		"kind":       "The kind of the object.",
	}
	return Shape{native: "string", text: doc[name], minor: s.minor, kinds: s.kinds}
}

// requires returns the required fields, and those that a branch of anyOf or oneOf requires.
func (s Shape) requires() (required, oneOf map[string]bool) {
	required, oneOf = map[string]bool{}, map[string]bool{}
	for i, of := range s.schemas {
		for _, name := range of.Required {
			if i == 0 || s.schemas[0].AllOf() != nil && slices.Contains(s.schemas[0].AllOf(), of) {
				required[name] = true
			} else {
				oneOf[name] = true
			}
		}
	}
	return required, oneOf
}

// Description returns the description of the place.
func (s Shape) Description() string {
	for _, of := range s.schemas {
		if of.Description != "" {
			return of.Description
		}
	}
	return s.text
}

// Deprecated reports whether the description says that the field is deprecated.
func (s Shape) Deprecated() bool { return schemafacts.SaysDeprecated(s.Description()) }

// Type returns the JSON type of the values; "int-or-string" for integers or strings, "" if it is not known.
func (s Shape) Type() string {
	switch {
	case s.keywords, s.maps:
		return "object"
	case s.lists:
		return "array"
	}
	if s.native != "" {
		return nativeType(s.native)
	}
	for _, of := range s.schemas {
		if of.XIntOrString {
			return "int-or-string"
		}
		if of.Type != "" {
			return of.Type
		}
	}
	switch {
	case s.isResource:
		return "object"
	case len(s.schemas) > 0 && (s.schemas[0].Properties.Len() > 0 || s.schemas[0].AdditionalProperties != nil):
		return "object"
	case len(s.schemas) > 0 && s.schemas[0].Items != nil:
		return "array"
	}
	return ""
}

// TypeText returns the type for people, such as []object, map[string]string or date-time.
func (s Shape) TypeText() string {
	if s.keywords {
		return "schema"
	}
	switch typ := s.Type(); typ {
	case "array":
		return "[]" + s.Item().TypeText()
	case "object":
		if values, isMap := s.Values(); isMap && len(s.Fields()) == 0 {
			return "map[string]" + values.TypeText()
		}
		return typ
	case "":
		return "any"
	default:
		if f := s.Format(); f != "" && typ == "string" {
			return f
		}
		return typ
	}
}

// Format returns the format of the values.
func (s Shape) Format() string {
	switch builtin.FormOf(s.native) {
	case builtin.Decoder:
		switch strings.TrimLeft(s.native, "*") {
		case "apis/meta/v1.Time", "apis/meta/v1.MicroTime":
			return "date-time"
		case "api/resource.Quantity":
			return "quantity"
		}
	case "[]uint8":
		return "byte"
	}
	for _, of := range s.schemas {
		if of.Format != "" {
			return of.Format
		}
	}
	if own := s.Own(); own != nil && own.XIntOrString && strings.Contains(own.Pattern, "[KMGTPE]i") {
		return "quantity"
	}
	return ""
}

// Enum returns the allowed values; nil if others are allowed.
func (s Shape) Enum() []any {
	if s.native != "" {
		var values []any
		for _, v := range builtin.EnumOf(s.native, s.minor) {
			values = append(values, v)
		}
		return values
	}
	var values []any
	for i, of := range s.schemas {
		if i == 0 && of.Enum != nil {
			return of.Enum
		}
		for _, v := range of.Enum {
			if !slices.ContainsFunc(values, func(w any) bool { return schema.SameValue(v, w) }) {
				values = append(values, v)
			}
		}
	}
	return values
}

// Default returns the default; nil if there is none.
func (s Shape) Default() any {
	for _, of := range s.schemas {
		if of.Default != nil {
			return of.Default
		}
	}
	return nil
}

// Nullable reports whether the place takes null.
func (s Shape) Nullable() bool { return len(s.schemas) > 0 && s.schemas[0].Nullable }

// MapKeys returns the keys by which the items of a list differ; nil if it has none.
func (s Shape) MapKeys() []string {
	if own := s.Own(); own != nil && own.ListType() == "map" {
		return own.XListMapKeys()
	}
	return nil
}

// Preserves reports whether the place takes fields that are not declared.
func (s Shape) Preserves() bool {
	own := s.Own()
	return own != nil && own.PreservesUnknownFields()
}
