// Package shape describes the values that a place of an object takes: its fields, types, enums and defaults. It has one
// form for the schemas of CRDs, for Kubernetes' own kinds, for CustomResourceDefinitions themselves, for suites of
// crdtool test and for .crdtool.yaml.
package shape

import (
	"path/filepath"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

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
