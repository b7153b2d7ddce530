package validate

import (
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/api/validate/content"
	metavalidation "k8s.io/apimachinery/pkg/api/validation"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	utilvalidation "k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
	kjson "sigs.k8s.io/json"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	crdschema "github.com/crdtool/crdtool/schema"
)

// MetaCoercer coerces apiVersion, kind and metadata of every resource in a value to the form in which the server stores
// them: it decodes metadata into ObjectMeta and encodes it, which removes unknown fields.
//
// It mirrors Coerce of pkg/apiserver/schema/objectmeta.
type MetaCoercer struct {
	Code finding.Code
	// Drop removes values of a wrong type. Otherwise Coerce returns an error about the first one.
	Drop bool
	// Strict collects the fields that ObjectMeta does not have.
	Strict bool
	// Unknown are these fields, as the server prints them.
	Unknown []string
	// Replaced, unless nil, is called with metadata before and after coercion.
	Replaced func(at *finding.Path, before any, after map[string]any)
}

// Coerce coerces x, whose path is at. resource reports that x itself is a resource.
func (c *MetaCoercer) Coerce(at *finding.Path, x any, s *crdschema.Schema, resource bool) *finding.Finding {
	switch x := x.(type) {
	case map[string]any:
		for _, k := range sortedKeys(x) {
			v := x[k]
			if resource || s.XEmbeddedResource {
				if f := c.field(at, x, k, v); f != nil {
					return f
				}
			}
			sub := schemaOf(s, k)
			if sub == nil {
				continue
			}
			p := fieldPath(s, at, k)
			if f := c.Coerce(p, v, sub, false); f != nil {
				return f
			}
		}
	case []any:
		items := s.ItemSchema()
		if items == nil {
			return nil
		}
		for i, v := range x {
			if f := c.Coerce(at.Index(i), v, items, false); f != nil {
				return f
			}
		}
	}
	return nil
}

func (c *MetaCoercer) field(at *finding.Path, x map[string]any, k string, v any) *finding.Finding {
	invalid := func(detail string) *finding.Finding {
		f := finding.Invalid(c.Code, at.Child(k), v, detail)
		return &f
	}
	switch k {
	case "apiVersion", "kind":
		if _, ok := v.(string); !ok {
			if !c.Drop {
				return invalid("must be a string")
			}
			delete(x, k)
		}
	case "metadata":
		meta, unknown, err := ObjectMeta(at, v, c.Drop, c.Strict)
		if err != nil {
			if !c.Drop {
				return invalid(err.Error())
			}
			return nil
		}
		c.Unknown = append(c.Unknown, unknown...)
		m, _ := MetaFields(meta) // decoded metadata can be encoded
		x[k] = m
		if c.Replaced != nil {
			c.Replaced(at.Child(k), v, m)
		}
	}
	return nil
}

// ObjectMeta decodes the metadata of the resource at a path, as GetObjectMetaWithOptions of
// pkg/apiserver/schema/objectmeta does. With drop, it skips fields of a wrong type. With strict, it returns the fields
// that ObjectMeta does not have, as the server prints them.
func ObjectMeta(at *finding.Path, metadata any, drop, strict bool) (meta *metav1.ObjectMeta, unknown []string, err error) {
	text, _ := utiljson.Marshal(metadata) // JSON values can be encoded
	meta = &metav1.ObjectMeta{}
	if strict {
		var flaws []error
		if flaws, err = kjson.UnmarshalStrict(text, meta); err == nil {
			return meta, unknownFields(at, flaws), nil
		}
	} else if err = utiljson.Unmarshal(text, meta); err == nil {
		return meta, nil, nil
	}
	if !drop {
		return nil, nil, err
	}
	fields, ok := metadata.(map[string]any)
	if !ok {
		return nil, nil, fmt.Errorf("invalid metadata: expected object, got %T", metadata)
	}
	meta = &metav1.ObjectMeta{}
	for _, k := range sortedKeys(fields) {
		one, _ := utiljson.Marshal(map[string]any{k: fields[k]})
		if utiljson.Unmarshal(one, &metav1.ObjectMeta{}) == nil {
			_ = utiljson.Unmarshal(one, meta) // it was decoded without an error above
		}
	}
	return meta, nil, nil
}

func unknownFields(at *finding.Path, flaws []error) []string {
	var unknown []string
	for _, flaw := range flaws {
		unknown = append(unknown, at.Child("metadata").Server()+"."+flaw.(kjson.FieldError).FieldPath())
	}
	return unknown
}

// MetaChecker checks apiVersion, kind and metadata of every resource in a value, as Validate
// of pkg/apiserver/schema/objectmeta does.
type MetaChecker struct {
	Code finding.Code
	// Checks are the server's checks.
	Checks behaviour.Checks

	found finding.List
}

// Check returns the errors in x, whose path is at. resource reports that x itself is a resource.
func (m *MetaChecker) Check(at *finding.Path, x any, s *crdschema.Schema, resource bool) finding.List {
	m.check(at, x, s, resource)
	return m.found
}

func (m *MetaChecker) add(f finding.Finding) {
	MetaBefore(&f, m.Checks)
	m.found = append(m.found, f)
}

func (m *MetaChecker) check(at *finding.Path, x any, s *crdschema.Schema, resource bool) {
	switch x := x.(type) {
	case map[string]any:
		if resource || s.XEmbeddedResource {
			m.resource(at, x)
		}
		for _, k := range sortedKeys(x) {
			sub := schemaOf(s, k)
			if sub == nil {
				continue
			}
			p := fieldPath(s, at, k)
			m.check(p, x[k], sub, false)
		}
	case []any:
		if items := s.ItemSchema(); items != nil {
			for i, v := range x {
				m.check(at.Index(i), v, items, false)
			}
		}
	}
}

func (m *MetaChecker) resource(at *finding.Path, x map[string]any) {
	for _, k := range [...]string{"apiVersion", "kind"} {
		v, found := x[k]
		if !found {
			m.add(finding.Required(m.Code.Case("required"), at.Child(k), "").With(finding.Facts{Where: code.InResource}))
			continue
		}
		if detail := typeMetaFault(k, v); detail != "" {
			m.add(finding.Invalid(m.Code, at.Child(k), v, detail))
		}
	}
	v := x["metadata"]
	meta, _, err := ObjectMeta(nil, v, false, false)
	if err != nil {
		m.add(finding.Invalid(m.Code, at.Child("metadata"), v, err.Error()))
		return
	}
	if meta.Name == "" {
		meta.Name = "fakename" // an embedded resource needs no name
	}
	errs := metavalidation.ValidateObjectMeta(meta, meta.Namespace != "", PathSegment, field.NewPath("metadata"))
	if len(errs) == 0 {
		return
	}
	SortMeta(errs)
	keyOf := KeysByValue(meta.Labels)
	for _, e := range errs {
		f := finding.FromField(m.Code, nil, e)
		f.Path = MetaPath(at, e, keyOf)
		m.add(f)
	}
}

func typeMetaFault(name string, v any) string {
	s, ok := v.(string)
	switch {
	case !ok:
		return "must be a string"
	case s == "":
		return "must not be empty"
	case name == "apiVersion":
		if _, err := schema.ParseGroupVersion(s); err != nil {
			return err.Error()
		}
	default:
		if errs := utilvalidation.IsDNS1035Label(strings.ToLower(s)); len(errs) > 0 {
			return "may have mixed case, but should otherwise match: " + strings.Join(errs, ",")
		}
	}
	return ""
}

// PathSegment returns the errors of a name, or of the prefix of one, as a segment of a URL's path.
func PathSegment(name string, prefix bool) []string {
	if prefix {
		return content.IsPathSegmentPrefix(name)
	}
	return content.IsPathSegmentName(name)
}

// schemaOf returns the schema of a field.
func schemaOf(s *crdschema.Schema, name string) *crdschema.Schema {
	if p := s.Property(name); p != nil {
		return p
	}
	return s.ValueSchema()
}

// fieldPath returns the path of a field, which is printed as a key if its schema is that of additionalProperties.
func fieldPath(s *crdschema.Schema, at *finding.Path, name string) *finding.Path {
	if s.Property(name) != nil {
		return at.Child(name)
	}
	return at.Key(name)
}

// MetaOf returns the metadata of an object whose metadata is valid.
func MetaOf(u map[string]any) *metav1.ObjectMeta {
	meta := &metav1.ObjectMeta{}
	fields, _ := u["metadata"].(map[string]any)
	_ = runtime.DefaultUnstructuredConverter.FromUnstructured(fields, meta) // valid metadata can be read
	return meta
}

// MetaFields returns metadata in the form in which it is stored.
func MetaFields(meta *metav1.ObjectMeta) (map[string]any, error) {
	return runtime.DefaultUnstructuredConverter.ToUnstructured(meta)
}

// Owners returns the entries of an object's managedFields.
func Owners(object map[string]any) []metav1.ManagedFieldsEntry {
	return (&unstructured.Unstructured{Object: object}).GetManagedFields()
}
