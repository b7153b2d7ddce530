package validate

import (
	"encoding/json"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"
	openapierrors "k8s.io/kube-openapi/pkg/validation/errors"
	"k8s.io/kube-openapi/pkg/validation/spec"
	"k8s.io/kube-openapi/pkg/validation/strfmt"
	openapivalidate "k8s.io/kube-openapi/pkg/validation/validate"

	"github.com/crdtool/crdtool/finding"
)

// Value checks a JSON value against a schema with the validator that the server
// uses, and returns its errors in the server's words.
func Value(rule string, at *finding.Path, value any, s *spec.Schema) finding.List {
	result := openapivalidate.NewSchemaValidator(s, nil, "", strfmt.Default).Validate(value)
	return findings(rule, at, value, result.Errors)
}

// findings words the validator's errors on a value that stands at a path.
func findings(rule string, at *finding.Path, value any, errs []error) finding.List {
	var list finding.List
	for _, err := range errs {
		v, ok := err.(*openapierrors.Validation)
		if !ok {
			f := finding.Invalid(rule, at, "", err.Error())
			if name := named(err.Error()); name != "" {
				f.Related = []finding.Related{{Message: "the value", Path: walk(at, value, name)}}
			}
			list = append(list, f)
			continue
		}
		p := at
		if name := strings.TrimPrefix(v.Name, "."); v.Name != "" && v.Name != "." {
			p = at.Child(name).At(walk(at, value, name))
		}
		list = append(list, finding.FromField(rule, p, fieldError(v)))
	}
	return list
}

// named returns the path that the text of an error names, which the server
// itself reports at the root: `"spec.a" must validate at least one schema (anyOf)`
// and "Checked value must be of type integer (default format) in spec.i".
func named(text string) string {
	if rest, ok := strings.CutPrefix(text, `"`); ok {
		name, _, _ := strings.Cut(rest, `" must `)
		return name
	}
	if i := strings.LastIndex(text, " in "); i >= 0 {
		return text[i+len(" in "):]
	}
	return ""
}

// fieldError words an error of the validator as the server does.
func fieldError(err *openapierrors.Validation) *field.Error {
	switch err.Code() {
	case openapierrors.RequiredFailCode:
		return field.Required(nil, "")
	case openapierrors.EnumFailCode:
		values := make([]string, 0, len(err.Values))
		for _, allowed := range err.Values {
			s, ok := allowed.(string)
			if !ok {
				text, _ := json.Marshal(allowed)
				s = string(text)
			}
			values = append(values, s)
		}
		return field.NotSupported(nil, err.Value, values)
	case openapierrors.TooLongFailCode:
		return field.TooLong(nil, "", integer(err.Valid))
	case openapierrors.MaxItemsFailCode, openapierrors.TooManyPropertiesCode:
		return field.TooMany(nil, integer(err.Value), integer(err.Valid))
	}
	value := err.Value
	if value == nil {
		value = ""
	}
	if err.Code() == openapierrors.InvalidTypeCode {
		return field.TypeInvalid(nil, value, err.Error())
	}
	return field.Invalid(nil, value, err.Error())
}

func integer(v any) int {
	if i, ok := v.(int64); ok {
		return int(i)
	}
	return -1
}

// walk follows a printed path through the value it was printed for, since a
// field's name may hold dots and brackets. What can't be followed is taken for
// the name of a field that is not there.
func walk(at *finding.Path, value any, name string) *finding.Path {
	if name == "" {
		return at
	}
	switch v := value.(type) {
	case map[string]any:
		best, rest := "", ""
		for k := range v {
			if len(k) < len(best) || k == "" || !strings.HasPrefix(name, k) {
				continue
			}
			switch after := name[len(k):]; {
			case after == "" || after[0] == '[':
				best, rest = k, after
			case after[0] == '.':
				best, rest = k, after[1:]
			}
		}
		if best != "" {
			return walk(at.Child(best), v[best], rest)
		}
	case []any:
		if end := strings.IndexByte(name, ']'); name[0] == '[' && end > 0 {
			if i, err := strconv.Atoi(name[1:end]); err == nil && i < len(v) {
				return walk(at.Index(i), v[i], strings.TrimPrefix(name[end+1:], "."))
			}
		}
	}
	return at.Child(name)
}
