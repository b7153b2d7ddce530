package validate_test

import (
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// TestValueFindings breaks each keyword: which case is it, where, and what is
// behind the words? The words themselves are in testdata/dryrun/validate.
func TestValueFindings(t *testing.T) {
	for _, test := range []struct {
		name, schema, value string
		keyword             string
		at                  string
		facts               finding.Facts
	}{
		{"required", `{"required": ["a"]}`, `{}`, "required", "x.a", finding.Facts{}},
		{"required, of an item", `{"items": {"required": ["a"]}}`, `[{}]`, "required", "x[0].a", finding.Facts{}},
		{"enum", `{"enum": ["a"]}`, `"b"`, "enum", "x", finding.Facts{}},
		{"maxLength", `{"maxLength": 1}`, `"ab"`, "maxLength", "x", finding.Facts{Limit: int64(1)}},
		{"maxItems", `{"maxItems": 1}`, `[1, 2]`, "maxItems", "x", finding.Facts{Limit: int64(1)}},
		{"maxProperties", `{"maxProperties": 1}`, `{"a": 1, "b": 2}`, "maxProperties", "x", finding.Facts{Limit: int64(1)}},
		{"type", `{"type": "string"}`, `true`, "type", "x", finding.Facts{Wanted: "string", Found: "boolean", ValidatorText: `must be of type string: "boolean"`}},
		{"type, array", `{"type": "array"}`, `true`, "type", "x", finding.Facts{Wanted: "array", Found: "boolean", ValidatorText: `must be of type array: "boolean"`}},
		{"type, boolean", `{"type": "boolean"}`, `"a"`, "type", "x", finding.Facts{Wanted: "boolean", Found: "string", ValidatorText: `must be of type boolean: "string"`}},
		{"type, integer", `{"type": "integer"}`, `"a"`, "type", "x", finding.Facts{Wanted: "integer", Found: "string", ValidatorText: `must be of type integer: "string"`}},
		{"type, number", `{"type": "number"}`, `"a"`, "type", "x", finding.Facts{Wanted: "number", Found: "string", ValidatorText: `must be of type number: "string"`}},
		{"type, object", `{"type": "object"}`, `"a"`, "type", "x", finding.Facts{Wanted: "object", Found: "string", ValidatorText: `must be of type object: "string"`}},
		{"type, either", `{"x-kubernetes-int-or-string": true}`, `true`, "type", "x",
			finding.Facts{Wanted: "integer,string", Found: "boolean", ValidatorText: `must be of type integer,string: "boolean"`}},
		{"type, of null", `{"type": "string"}`, `null`, "type", "x", finding.Facts{Wanted: "string", Found: "null", ValidatorText: `must be of type string: "null"`}},
		{"format", `{"type": "string", "format": "date"}`, `"a"`, "format", "x", finding.Facts{Wanted: "date", Found: "a", ValidatorText: `must be of type date: "a"`}},
		{"minLength", `{"minLength": 2}`, `"a"`, "minLength", "x", finding.Facts{Limit: int64(2), ValidatorText: "should be at least 2 chars long"}},
		{"pattern", `{"pattern": "^b$"}`, `"a"`, "pattern", "x", finding.Facts{Limit: "^b$", ValidatorText: "should match '^b$'"}},
		{"multipleOf", `{"multipleOf": 2}`, `3`, "multipleOf", "x", finding.Facts{ValidatorText: "should be a multiple of 2"}},
		{"maximum", `{"maximum": 2}`, `3`, "maximum", "x", finding.Facts{ValidatorText: "should be less than or equal to 2"}},
		{"minimum", `{"minimum": 2}`, `1`, "minimum", "x", finding.Facts{ValidatorText: "should be greater than or equal to 2"}},
		{"uniqueItems", `{"uniqueItems": true}`, `[1, 1]`, "uniqueItems", "x", finding.Facts{ValidatorText: "shouldn't contain duplicates"}},
		{"minItems", `{"minItems": 2}`, `[1]`, "minItems", "x", finding.Facts{Limit: int64(2), ValidatorText: "should have at least 2 items"}},
		{"minProperties", `{"minProperties": 2}`, `{"a": 1}`, "minProperties", "x", finding.Facts{Limit: int64(2), ValidatorText: "should have at least 2 properties"}},
		{"not", `{"not": {"required": ["a"]}}`, `{"a": 1}`, "not", "x", finding.Facts{ValidatorText: "must not validate the schema (not)"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := validate.ObjectChecker(parse(t, test.schema), behaviour.Of(kube.Latest))
			found := c.Value("base", finding.Root("x"), value(t, test.value))
			if len(found) != 1 {
				t.Fatalf("got %q", words(found))
			}
			f := found[0]
			if want := finding.Code("base").Case(test.keyword); f.Code != want || f.Path.File() != test.at || !reflect.DeepEqual(f.Facts, test.facts) {
				t.Errorf("got the code %s at %s and %#v", f.Code, f.Path.File(), f.Facts)
			}
		})
	}
}

// TestValueWithoutKeyword has what the validator says of no single keyword, or of
// no value.
func TestValueWithoutKeyword(t *testing.T) {
	for _, test := range []struct {
		name, schema, value string
		code                finding.Code
		at                  string
		related             string // the place of the value that is meant
	}{
		{"a property that is not allowed", `{"properties": {"a": {}}, "additionalProperties": false}`, `{"b": 1}`, "additionalProperties", "x", ""},
		{"a factor that is not positive", `{"properties": {"a": {"multipleOf": -1}}}`, `{"a": 1}`, "multipleOf", "x.a", ""},
		{"a junctor below", `{"properties": {"a.b": {"items": {"not": {}}}}}`, `{"a": 1, "a.b": [1]}`, "not", "x", "x.a.b[0]"},
		{"a junctor at the top", `{"anyOf": [{"required": ["a"]}]}`, `{}`, "anyOf", "x", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := validate.ObjectChecker(parse(t, test.schema), behaviour.Of(kube.Latest))
			found := c.Value("base", finding.Root("x"), value(t, test.value))
			if len(found) == 0 {
				t.Fatal("nothing was found")
			}
			f := found[0]
			if f.Code != finding.Code("base").Case(string(test.code)) || f.Path.File() != test.at {
				t.Errorf("got %s at %s", f.Code, f.Path.File())
			}
			related := ""
			if len(f.Related) > 0 {
				related = f.Related[0].Path.File()
			}
			if related != test.related {
				t.Errorf("got %q of the value, want %q", related, test.related)
			}
		})
	}
}

// TestPlacesOfValues finds values again by the paths that the validator prints,
// which are no more than the names in a row.
func TestPlacesOfValues(t *testing.T) {
	for _, test := range []struct {
		value string // in which one string is to be a number
		want  string // the segments that lead there
	}{
		{`"bad"`, "x"},
		{`{"a": "bad"}`, "x a"},
		{`{"a": {"b": "bad"}}`, "x a b"},
		{`{"a.b": "bad", "a": 1}`, "x a.b"},
		{`{"a.b": 1, "a": {"c": "bad"}}`, "x a c"},
		{`{"a.b": {"c": "bad"}, "a": {"b": 1}}`, "x a.b c"},
		{`{"a": {"bc": "bad"}, "a.b": 1}`, "x a bc"},
		{`{"a": [1], "a[0]": {"b": "bad"}}`, "x a[0] b"},
		{`{"a]": "bad"}`, "x a]"},
		{`[1, "bad"]`, "x 1"},
		{`[1, {"a": "bad"}]`, "x 1 a"},
		{`[[1, "bad"]]`, "x 0 1"},
		{`{"a": [{"b.c": [[{}, {"": 1, "d": "bad"}]]}]}`, "x a 0 b.c 0 1 d"},
		{`[{"[0]": "bad"}]`, "x 0 [0]"},
		{`{"b": {"": "bad"}}`, "x b"}, // nothing is printed of the empty name
	} {
		t.Run(test.value, func(t *testing.T) {
			v := value(t, test.value)
			found := numbers(v).Value("", finding.Root("x"), v)
			if len(found) != 1 {
				t.Fatalf("got %q", words(found))
			}
			var names []string
			for _, segment := range found[0].Path.Segments() {
				name := segment.Name
				if segment.IsIndex {
					name = strconv.Itoa(segment.Index)
				}
				names = append(names, name)
			}
			if got := strings.Join(names, " "); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

// numbers is the checker of a value whose strings are to be numbers.
func numbers(v any) *validate.Checker {
	return validate.ObjectChecker(numberSchema(v), behaviour.Of(kube.Latest))
}

func numberSchema(v any) *schema.Schema {
	s := &schema.Schema{}
	switch v := v.(type) {
	case map[string]any:
		var list []schema.Property
		for _, k := range slices.Sorted(maps.Keys(v)) {
			list = append(list, schema.Property{Name: k, Schema: numberSchema(v[k])})
		}
		s.Properties = schema.NewProperties(list)
	case []any:
		for _, v := range v {
			if item := numberSchema(v); item.Type != "" || item.Properties.Len() > 0 || item.Items != nil {
				s.Items = &schema.Items{Schema: item}
			}
		}
	case string:
		s.Type = "number"
	}
	return s
}
