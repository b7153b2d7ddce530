package validate

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"
	openapierrors "k8s.io/kube-openapi/pkg/validation/errors"

	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// Value checks a JSON value with the server's validator, and returns its errors in the server's words. Their codes are
// cases of base, named for the keywords that the value violates.
func (c *Checker) Value(base finding.Code, at *finding.Path, value any) finding.List {
	w := wording{base: base, at: at, value: value}
	c.collect(value, nil, false, func(err error, _ bool) { w.add(err) })
	return w.list
}

// wording collects the validator's errors about the value at a path, in the server's words.
type wording struct {
	base  finding.Code
	at    *finding.Path
	value any
	list  finding.List
}

func (w *wording) add(err error) {
	v, ok := err.(*openapierrors.Validation)
	if !ok {
		text := err.Error()
		f := finding.Invalid(w.base.Case(code.Branches(text)), w.at, "", text).With(finding.Facts{ValidatorText: code.WithoutPath(text)})
		if name := code.NamedPath(text); name != "" {
			f.Related = []finding.Related{{Message: "the value", Path: walk(w.at, w.value, name)}}
		}
		w.append(f)
		return
	}
	v = typeOnce(v)
	f := finding.FromField(w.base.Case(broken(v)), w.at, fieldError(v)).With(factsOf(v))
	if name := strings.TrimPrefix(v.Name, "."); name != "" {
		f.Path = w.at.Child(name).At(walk(w.at, w.value, name))
	}
	w.append(f)
}

// append adds a finding. The list doubles its capacity: findings are large, and ten thousand of them would mostly be
// copied.
func (w *wording) append(f finding.Finding) {
	if len(w.list) == cap(w.list) {
		w.list = slices.Grow(w.list, max(2, len(w.list))) // the caller may add one
	}
	w.list = append(w.list, f)
}

// broken returns the keyword of an error of the validator.
func broken(err *openapierrors.Validation) (keyword string) {
	switch err.Code() {
	case openapierrors.RequiredFailCode:
		return "required"
	case openapierrors.EnumFailCode:
		return "enum"
	case openapierrors.UnallowedPropertyCode:
		return "additionalProperties"
	case openapierrors.TooLongFailCode:
		return "maxLength"
	case openapierrors.MaxItemsFailCode:
		return "maxItems"
	case openapierrors.TooManyPropertiesCode:
		return "maxProperties"
	case openapierrors.InvalidTypeCode:
		if wanted, _ := code.TypeError(err.Error()); typeNames[wanted] {
			return "type"
		}
		return "format"
	case openapierrors.TooShortFailCode:
		return "minLength"
	case openapierrors.PatternFailCode:
		return "pattern"
	case openapierrors.MultipleOfFailCode, openapierrors.MultipleOfMustBePositiveCode:
		return "multipleOf"
	case openapierrors.MaxFailCode:
		return "maximum"
	case openapierrors.MinFailCode:
		return "minimum"
	case openapierrors.UniqueFailCode:
		return "uniqueItems"
	case openapierrors.MinItemsFailCode:
		return "minItems"
	case openapierrors.TooFewPropertiesCode:
		return "minProperties"
	}
	return ""
}

// factsOf returns the facts in an error of the validator.
func factsOf(err *openapierrors.Validation) (facts finding.Facts) {
	switch err.Code() {
	case openapierrors.RequiredFailCode, openapierrors.EnumFailCode, openapierrors.UnallowedPropertyCode:
		return facts
	}
	facts.Limit = err.Valid
	switch err.Code() {
	case openapierrors.TooLongFailCode, openapierrors.MaxItemsFailCode, openapierrors.TooManyPropertiesCode:
		return facts
	}
	// The server prints the validator's text for the other errors.
	facts.ValidatorText = code.WithoutPath(err.Error())
	switch err.Code() {
	case openapierrors.InvalidTypeCode:
		facts.Wanted, facts.Found = code.TypeError(err.Error())
	case openapierrors.PatternFailCode:
		facts.Limit = code.PatternOf(err.Error())
	}
	return facts
}

// typeNames are the types of JSON. The validator takes other names for formats.
var typeNames = map[string]bool{
	"array": true, "boolean": true, "integer": true, "integer,string": true, "number": true, "object": true, "string": true,
}

// fieldError converts an error of the validator to the server's.
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
		return field.TooLong(nil, "", int(err.Valid.(int64)))
	case openapierrors.MaxItemsFailCode, openapierrors.TooManyPropertiesCode:
		return field.TooMany(nil, int(err.Value.(int64)), int(err.Valid.(int64)))
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

// walk follows a printed path through the value for which it was printed, since names of fields may contain dots and
// brackets. It returns the rest of a path that it cannot follow as the name of an absent field.
func walk(at *finding.Path, value any, name string) *finding.Path {
	if name == "" {
		return at
	}
	switch v := value.(type) {
	case map[string]any:
		best, rest := longestKey(v, name)
		if best != "" {
			return walk(at.Child(best), v[best], rest)
		}
	case []any:
		index, rest, _ := strings.Cut(name, "]")
		if i, err := strconv.ParseUint(strings.TrimPrefix(index, "["), 10, 32); err == nil && i < uint64(len(v)) {
			return walk(at.Index(int(i)), v[i], strings.TrimPrefix(rest, "."))
		}
	}
	return at.Child(name)
}

// longestKey returns the longest key of an object that is a prefix of a printed path, and the rest of the path; "" if
// there is none.
func longestKey(object map[string]any, path string) (key, rest string) {
	for end := len(path); end > 0; end-- {
		key, rest = path[:end], path[end:]
		if _, ok := object[key]; !ok {
			continue
		}
		if rest == "" || rest[0] == '[' {
			return key, rest
		}
		if rest[0] == '.' {
			return key, rest[1:]
		}
	}
	return "", ""
}
