package validate

import (
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/api/validate/content"
	metavalidation "k8s.io/apimachinery/pkg/api/validation"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	utilvalidation "k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/crdtool/crdtool/finding"
	crdschema "github.com/crdtool/crdtool/schema"
)

// CoerceMeta brings apiVersion, kind and metadata of every resource in x into
// the form the server stores: metadata is read into ObjectMeta and written
// back, which drops what that does not know. resource says that x itself is a
// resource. The first value that has the wrong type is returned; with drop it
// is removed instead.
//
// It mirrors Coerce of pkg/apiserver/schema/objectmeta.
func CoerceMeta(rule string, at *finding.Path, x any, s *crdschema.Schema, resource, drop bool) *finding.Finding {
	if s == nil && !resource {
		return nil
	}
	switch x := x.(type) {
	case map[string]any:
		for _, k := range sortedKeys(x) {
			v := x[k]
			if resource || s.XEmbeddedResource {
				if f := coerceField(rule, at, x, k, v, drop); f != nil {
					return f
				}
			}
			sub, p := fieldOf(s, at, k)
			if sub == nil {
				continue
			}
			if f := CoerceMeta(rule, p, v, sub, false, drop); f != nil {
				return f
			}
		}
	case []any:
		if s == nil || s.ItemSchema() == nil {
			return nil
		}
		for i, v := range x {
			if f := CoerceMeta(rule, at.Index(i), v, s.ItemSchema(), false, drop); f != nil {
				return f
			}
		}
	}
	return nil
}

func coerceField(rule string, at *finding.Path, x map[string]any, k string, v any, drop bool) *finding.Finding {
	invalid := func(detail string) *finding.Finding {
		f := finding.Invalid(rule, at.Child(k), v, detail)
		return &f
	}
	switch k {
	case "apiVersion", "kind":
		if _, ok := v.(string); !ok {
			if !drop {
				return invalid("must be a string")
			}
			delete(x, k)
		}
	case "metadata":
		meta, err := objectMeta(v, drop)
		if err != nil {
			if !drop {
				return invalid(err.Error())
			}
			return nil
		}
		m, err := runtime.DefaultUnstructuredConverter.ToUnstructured(meta)
		if err != nil {
			return invalid(err.Error())
		}
		if meta.CreationTimestamp.IsZero() {
			delete(m, "creationTimestamp")
		}
		x[k] = m
	}
	return nil
}

// objectMeta reads metadata; with drop, fields of the wrong type are left out.
func objectMeta(metadata any, drop bool) (*metav1.ObjectMeta, error) {
	text, err := utiljson.Marshal(metadata)
	if err != nil {
		return nil, err
	}
	meta := &metav1.ObjectMeta{}
	if err = utiljson.Unmarshal(text, meta); err == nil {
		return meta, nil
	}
	if !drop {
		return nil, err
	}
	fields, ok := metadata.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("invalid metadata: expected object, got %T", metadata)
	}
	meta = &metav1.ObjectMeta{}
	for _, k := range sortedKeys(fields) {
		one, err := utiljson.Marshal(map[string]any{k: fields[k]})
		if err == nil && utiljson.Unmarshal(one, &metav1.ObjectMeta{}) == nil {
			_ = utiljson.Unmarshal(one, meta) // it has just been read without an error
		}
	}
	return meta, nil
}

// Meta checks apiVersion, kind and metadata of every resource in x, as Validate
// of pkg/apiserver/schema/objectmeta does.
func Meta(rule string, at *finding.Path, x any, s *crdschema.Schema, resource bool) finding.List {
	if s == nil && !resource {
		return nil
	}
	var list finding.List
	switch x := x.(type) {
	case map[string]any:
		if resource || s.XEmbeddedResource {
			list = append(list, resourceMeta(rule, at, x)...)
		}
		for _, k := range sortedKeys(x) {
			if sub, p := fieldOf(s, at, k); sub != nil {
				list = append(list, Meta(rule, p, x[k], sub, false)...)
			}
		}
	case []any:
		if s != nil && s.ItemSchema() != nil {
			for i, v := range x {
				list = append(list, Meta(rule, at.Index(i), v, s.ItemSchema(), false)...)
			}
		}
	}
	return list
}

func resourceMeta(rule string, at *finding.Path, x map[string]any) finding.List {
	var list finding.List
	for _, k := range [...]string{"apiVersion", "kind"} {
		v, found := x[k]
		if !found {
			list = append(list, finding.Required(rule, at.Child(k), ""))
			continue
		}
		if detail := typeMetaFault(k, v); detail != "" {
			list = append(list, finding.Invalid(rule, at.Child(k), v, detail))
		}
	}
	v, found := x["metadata"]
	if !found {
		return list
	}
	meta, err := objectMeta(v, false)
	if err != nil {
		return append(list, finding.Invalid(rule, at.Child("metadata"), v, err.Error()))
	}
	if meta.Name == "" {
		meta.Name = "fakename" // an embedded resource need not be named
	}
	for _, e := range metavalidation.ValidateObjectMeta(meta, meta.Namespace != "", pathSegment, field.NewPath("metadata")) {
		list = append(list, finding.FromField(rule, MetaPath(at, e), e))
	}
	return list
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

func pathSegment(name string, prefix bool) []string {
	if prefix {
		return content.IsPathSegmentPrefix(name)
	}
	return content.IsPathSegmentName(name)
}

// fieldOf returns the schema of a field and its path, which is printed as a key
// where additionalProperties give the schema.
func fieldOf(s *crdschema.Schema, at *finding.Path, name string) (*crdschema.Schema, *finding.Path) {
	if s == nil {
		return nil, nil
	}
	if p := s.Property(name); p != nil {
		return p, at.Child(name)
	}
	if v := s.ValueSchema(); v != nil {
		return v, at.Key(name)
	}
	return nil, nil
}
