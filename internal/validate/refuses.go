package validate

import (
	"unicode/utf8"

	openapivalidate "k8s.io/kube-openapi/pkg/validation/validate"

	"github.com/crdtool/crdtool/schema"
)

// refuses reports whether the server's validator surely has something against a value, as
// against most of those that a branch of oneOf, or not, is to refuse: false says nothing.
func (b sounding) refuses(s *schema.Schema, value any) bool {
	if s == nil {
		return false
	}
	if value == nil {
		return !s.Nullable && (s.Type != "" || s.XIntOrString)
	}
	for _, branch := range s.AllOf() {
		if b.refuses(branch, value) {
			return true
		}
	}
	if s.Format == "" && !s.XIntOrString && s.Type != "" && b.otherType(s.Type, value) {
		return true
	}
	switch v := value.(type) {
	case string:
		return refusesText(s, v)
	case bool:
		return len(s.Enum) > 0 && without(s.Enum, v)
	case []any:
		return b.refusesList(s, v)
	case map[string]any:
		return b.refusesObject(s, v)
	}
	return false
}

// otherType reports whether a value is of another type, and of none that may stand for it
// as integers and numbers do.
func (b sounding) otherType(typ string, value any) bool {
	switch value.(type) {
	case string:
		return typ != "string"
	case bool:
		return typ != "boolean"
	case []any:
		return typ != "array"
	case map[string]any:
		return typ != "object"
	}
	return typ != "integer" && typ != "number"
}

func refusesText(s *schema.Schema, v string) bool {
	return s.MaxLength != nil && int64(utf8.RuneCountInString(v)) > *s.MaxLength ||
		s.MinLength != nil && int64(utf8.RuneCountInString(v)) < *s.MinLength ||
		s.Pattern != "" && openapivalidate.Pattern("", "", v, s.Pattern) != nil ||
		len(s.Enum) > 0 && without(s.Enum, v)
}

// without reports whether an enum has values of the type of one alone, and not that: the
// validator takes others for it if Go can convert them.
func without[T comparable](enum []any, v T) bool {
	for _, e := range enum {
		if same, ok := e.(T); !ok || same == v {
			return false
		}
	}
	return true
}

func (b sounding) refusesList(s *schema.Schema, v []any) bool {
	if s.MaxItems != nil && int64(len(v)) > *s.MaxItems || s.MinItems != nil && int64(len(v)) < *s.MinItems {
		return true
	}
	if items := s.ItemSchema(); items != nil {
		for _, item := range v {
			if b.refuses(items, item) {
				return true
			}
		}
	}
	return false
}

func (b sounding) refusesObject(s *schema.Schema, v map[string]any) bool {
	if s.MaxProperties() != nil && int64(len(v)) > *s.MaxProperties() || s.MinProperties() != nil && int64(len(v)) < *s.MinProperties() {
		return true
	}
	for _, name := range s.Required {
		if _, there := v[name]; !there {
			return true
		}
	}
	for _, p := range s.Properties.All() {
		if of, there := v[p.Name]; there && b.refuses(p.Schema, of) {
			return true
		}
	}
	return false
}
