package validate

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"k8s.io/apiserver/pkg/cel/common"
	openapierrors "k8s.io/kube-openapi/pkg/validation/errors"
	"k8s.io/kube-openapi/pkg/validation/spec"
	"k8s.io/kube-openapi/pkg/validation/strfmt"
	openapivalidate "k8s.io/kube-openapi/pkg/validation/validate"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// checkedSchema has required fields, lists, maps and a junctor, each in the others.
const checkedSchema = `{"type": "object", "required": ["a", "b"], "maxProperties": 3, "properties": {
	"a": {"type": "string", "maxLength": 2, "enum": ["x", "yy"]},
	"b": {"type": "array", "minItems": 2, "maxItems": 3, "items": {"type": "object", "required": ["c"], "properties": {"c": {"type": "integer", "minimum": 3}}}},
	"d": {"type": "object", "minProperties": 2, "additionalProperties": {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"], "items": {"type": "object", "properties": {"k": {"type": "string"}, "v": {"type": "integer"}}}}},
	"e": {"allOf": [{"properties": {"f": {"type": "string"}}, "required": ["f"]}, {"properties": {"g": {"type": "string"}}, "required": ["g"]}], "type": "object"}}}`

// A Checker finds what the validator finds, alone and with old values. The order is
// the same but for the fields of objects, which the validator takes in any order.
func TestCheckerEqualsTheValidator(t *testing.T) {
	parsed := checkedTree(t)
	s := ObjectSchema(parsed, behaviour.Of(kube.Latest))
	r := rand.New(rand.NewPCG(1, 2))
	var wrong, pardoned int
	tries := sweep.Times(1000, 3000)
	for range tries {
		value, before := randomValue(r, 4), randomValue(r, 4)
		if r.IntN(2) == 0 {
			before = mutated(r, value)
		}
		want := openapivalidate.NewSchemaValidator(s, nil, "", strfmt.Default).Validate(value)
		got, _ := collected(ObjectChecker(parsed, behaviour.Of(kube.Latest)), value, nil, false)
		if !reflect.DeepEqual(texts(got), texts(want.Errors)) {
			t.Fatalf("%v:\n%q\nwant\n%q", value, texts(got), texts(want.Errors))
		}
		wrong += len(got)

		view := celrule.View(parsed, false)
		want = (&referenceRatchet{schema: s, formats: strfmt.Default, old: common.NewCorrelatedObject(value, before, view)}).Validate(nil)
		got, forgiven := collected(ObjectChecker(parsed, behaviour.Of(kube.Latest)), value, common.NewCorrelatedObject(value, before, view), false)
		if !reflect.DeepEqual(texts(got), texts(want.Errors)) || !reflect.DeepEqual(texts(forgiven), texts(want.Warnings)) {
			t.Fatalf("%v from %v:\n%q, forgiven %q\nwant\n%q, forgiven %q", value, before, texts(got), texts(forgiven), texts(want.Errors), texts(want.Warnings))
		}
		pardoned += len(forgiven)
	}
	if wrong < tries/3 || pardoned < tries/3 {
		t.Errorf("only %d errors, %d forgiven", wrong, pardoned)
	}
}

// A Checker finds what the validator finds by random schemas of all keywords, alone and with old
// values.
func TestCheckerOfRandomSchemas(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	by := behaviour.Of(kube.Latest)
	before125 := behaviour.Of(kube.Version{Minor: 25})
	var wrong, pardoned int
	tries := sweep.Times(3000, 30_000)
	for i := range tries {
		of := by
		if i%3 == 0 {
			of = before125
		}
		parsed := soundSchema(r, 3)
		s, value := ObjectSchema(parsed, of), soundValue(r, 3)
		before := soundValue(r, 3)
		if r.IntN(2) == 0 {
			before = mutated(r, value)
		}
		want := openapivalidate.NewSchemaValidator(s, nil, "", strfmt.Default).Validate(value).Errors
		got, _ := collected(ObjectChecker(parsed, of), value, nil, false)
		if !reflect.DeepEqual(texts(got), texts(want)) {
			t.Fatalf("%v:\n%q\nwant\n%q", value, texts(got), texts(want))
		}
		wrong += len(got)

		view := celrule.View(parsed, false)
		both := (&referenceRatchet{schema: s, formats: strfmt.Default, old: common.NewCorrelatedObject(value, before, view)}).Validate(nil)
		got, forgiven := collected(ObjectChecker(parsed, of), value, common.NewCorrelatedObject(value, before, view), false)
		if !reflect.DeepEqual(texts(got), texts(both.Errors)) || !reflect.DeepEqual(texts(forgiven), texts(both.Warnings)) {
			t.Fatalf("%v from %v:\n%q, forgiven %q\nwant\n%q, forgiven %q", value, before, texts(got), texts(forgiven), texts(both.Errors), texts(both.Warnings))
		}
		pardoned += len(forgiven)
	}
	if wrong < tries/2 || pardoned < tries/8 {
		t.Errorf("only %d errors, %d forgiven", wrong, pardoned)
	}
}

// What has not changed in an item of a list that is wrong itself is forgiven, and nothing else.
func TestCheckerForgivesItems(t *testing.T) {
	parsed, err := schema.Parse([]byte(`{"type": "array", "maxItems": 1, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"],
		"items": {"type": "object", "properties": {"k": {"type": "string"}, "v": {"type": "string"}, "w": {"type": "string"}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	s := ObjectSchema(parsed, behaviour.Of(kube.Latest))
	item := func(k string, v, w any) any { return map[string]any{"k": k, "v": v, "w": w} }
	before := []any{item("x", int64(1), int64(2)), item("y", int64(1), int64(2))}
	value := []any{item("y", int64(1), int64(3)), item("x", int64(1), int64(2)), item("z", int64(1), "")}
	old := func() *common.CorrelatedObject {
		return common.NewCorrelatedObject(value, before, celrule.View(parsed, false))
	}
	want := (&referenceRatchet{schema: s, formats: strfmt.Default, old: old()}).Validate(nil)
	got, forgiven := collected(ObjectChecker(parsed, behaviour.Of(kube.Latest)), value, old(), false)
	if len(got) != 3 || len(forgiven) != 3 || !reflect.DeepEqual(texts(got), texts(want.Errors)) || !reflect.DeepEqual(texts(forgiven), texts(want.Warnings)) {
		t.Errorf("%q, forgiven %q\nwant\n%q, forgiven %q", texts(got), texts(forgiven), texts(want.Errors), texts(want.Warnings))
	}
}

func checkedTree(t *testing.T) *schema.Schema {
	t.Helper()
	parsed, err := schema.Parse([]byte(checkedSchema))
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

func texts(errs []error) []string {
	list := []string{}
	for _, err := range errs {
		list = append(list, err.Error())
	}
	slices.Sort(list)
	return list
}

func randomValue(r *rand.Rand, depth int) any {
	switch n := r.IntN(10); {
	case depth == 0 || n == 0:
		return []any{"x", "yy", "zzz", int64(1), int64(5), nil, true}[r.IntN(7)]
	case n < 4:
		list := []any{}
		for range r.IntN(4) {
			list = append(list, randomValue(r, depth-1))
		}
		return list
	}
	object := map[string]any{}
	for range r.IntN(5) {
		object[[]string{"a", "b", "c", "d", "e", "f", "k", "v"}[r.IntN(8)]] = randomValue(r, depth-1)
	}
	return object
}

// mutated is a value with a few parts changed.
func mutated(r *rand.Rand, value any) any {
	if r.IntN(12) == 0 {
		return randomValue(r, 1)
	}
	switch v := value.(type) {
	case []any:
		list := []any{}
		for _, item := range v {
			list = append(list, mutated(r, item))
		}
		return list
	case map[string]any:
		object := map[string]any{}
		for k, item := range v {
			object[k] = mutated(r, item)
		}
		return object
	}
	return value
}

// referenceRatchet is RatchetingSchemaValidator of pkg/apiserver/validation.
type referenceRatchet struct {
	schema  *spec.Schema
	root    any
	path    string
	formats strfmt.Registry
	options []openapivalidate.Option
	old     *common.CorrelatedObject
}

func (r *referenceRatchet) Validate(any) *openapivalidate.Result {
	follow := func(o *openapivalidate.SchemaValidatorOptions) {
		o.NewValidatorForField = r.field
		o.NewValidatorForIndex = r.index
	}
	options := append([]openapivalidate.Option{follow}, r.options...)
	result := openapivalidate.NewSchemaValidator(r.schema, r.root, r.path, r.formats, options...).Validate(r.old.Value)
	if result.IsValid() || !r.old.CachedDeepEqual() {
		return result
	}
	return new(openapivalidate.Result).MergeAsWarnings(result)
}

func (r *referenceRatchet) field(name string, s *spec.Schema, root any, path string, formats strfmt.Registry, options ...openapivalidate.Option) openapivalidate.ValueValidator {
	typeMeta := r.path == "" && (name == "kind" || name == "apiVersion")
	return r.child(r.old.Key(name), typeMeta, s, root, path, formats, options)
}

func (r *referenceRatchet) index(i int, s *spec.Schema, root any, path string, formats strfmt.Registry, options ...openapivalidate.Option) openapivalidate.ValueValidator {
	return r.child(r.old.Index(i), false, s, root, path, formats, options)
}

func (r *referenceRatchet) child(old *common.CorrelatedObject, strict bool, s *spec.Schema, root any, path string, formats strfmt.Registry, options []openapivalidate.Option) openapivalidate.ValueValidator {
	if old == nil || strict {
		return openapivalidate.NewSchemaValidator(s, root, path, formats, options...)
	}
	return &referenceRatchet{s, root, path, formats, options, old}
}

func (r *referenceRatchet) SetPath(string)                 {}
func (r *referenceRatchet) Applies(any, reflect.Kind) bool { return true }

// A value that is missing prints as an empty text.
func TestFieldErrorWithoutValue(t *testing.T) {
	for _, err := range []*openapierrors.Validation{
		openapierrors.InvalidType("a", "body", "string", nil),
		openapierrors.FailedPattern("a", "body", "x", nil),
	} {
		if got := fieldError(err); got.BadValue != "" {
			t.Errorf("%v: %v", err, got.BadValue)
		}
	}
}

// collected are the errors of a value, and those that are forgiven.
func collected(c *Checker, value any, old *common.CorrelatedObject, propertiesEnd bool) (found, forgiven []error) {
	c.collect(value, old, propertiesEnd, func(err error, pardoned bool) {
		if pardoned {
			forgiven = append(forgiven, err)
		} else {
			found = append(found, err)
		}
	})
	return found, forgiven
}
