package diffrun

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// TestManyChanges has more changes than witnesses are looked for: those beyond break
// something, as far as anybody knows.
func TestManyChanges(t *testing.T) {
	const fields, shown = 1010, 1000
	out := New(kube.Latest, Options{}).Compare(manyFields(fields, "{type: string, maxLength: 5}"), manyFields(fields, "{type: string, maxLength: 3}"))
	proved, may, unsought := 0, 0, 0
	for i := range out.Changes {
		c := &out.Changes[i]
		if c.Witness != nil {
			proved++
		}
		if c.May && c.Breaking {
			may++
		}
		if c.Unsought {
			unsought++
		}
	}
	if proved != shown || may != fields-shown || unsought != may {
		t.Errorf("of %d changes %d are shown, and %d may break something", len(out.Changes), proved, may)
	}
}

// TestManyRules: of CEL rules for which the search ends nobody knows whether they refuse anything, so that they are
// unproven, unless the same was shown of another field.
func TestManyRules(t *testing.T) {
	if !sweep.Thorough() {
		t.Skip("two thousand searches, which make thorough makes")
	}
	const fields = 1010
	for _, c := range []struct {
		old, now        string // what the rule compares with
		breaks, unknown bool
	}{
		{"5", "3", true, false},
		{"5 + $i", "3 - $i", false, true},
	} {
		rule := func(most string) *source.Document {
			return manyFields(fields, "{type: string, maxLength: 5, x-kubernetes-validations: [{rule: 'size(self) < "+most+"'}]}")
		}
		breaking, unproven := 0, 0
		for _, change := range New(kube.Latest, Options{}).Compare(rule(c.old), rule(c.now)).Changes {
			switch {
			case change.Breaking && change.Class == "stored":
				breaking++
			case change.Class == "unproven":
				unproven++
			}
		}
		if breaking+unproven != fields || (breaking == fields) != c.breaks || (unproven > 0) != c.unknown {
			t.Errorf("%s: %d are breaking, and %d unproven", c.now, breaking, unproven)
		}
	}
}

// manyFields is a CRD with so many fields of one schema, in which $i is the number of the field.
func manyFields(fields int, of string) *source.Document {
	return source.Read("a.yaml", []byte(manyFieldsText(fields, of))).Documents[0]
}

func manyFieldsText(fields int, of string) string {
	var b strings.Builder
	b.WriteString(`apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, singular: widget, kind: Widget, listKind: WidgetList}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
`)
	for i := range fields {
		fmt.Fprintf(&b, "          f%d: %s\n", i, strings.ReplaceAll(of, "$i", strconv.Itoa(i)))
	}
	return b.String()
}

// What is beyond the bound counts as it would if it were listed.
func TestMostChanges(t *testing.T) {
	const fields, most = 30, 10
	settled := func(*source.Document) bool { return true }
	for _, c := range []struct{ name, old, new string }{
		{"narrowed", "{type: string, maxLength: 5}", "{type: string, maxLength: 3}"},
		{"documented", "{type: string}", "{type: string, description: a}"},
		{"refused", "{type: string}", "{}"},
		{"required in an item", "{type: object, properties: {a: {type: string}}}", "{type: object, properties: {a: {type: string}}, required: [a]}"},
	} {
		old, new := manyFields(fields, c.old), manyFields(fields, c.new)
		all := New(kube.Latest, Options{}).Compare(old, new)
		some := New(kube.Latest, Options{Most: most}).Compare(old, new)
		chosen := New(kube.Latest, Options{Most: most, Chooses: settled}).Compare(old, new)
		var want, got, same report.DiffSummary
		want.Add(&all)
		got.Add(&some)
		same.Add(&chosen)
		if !reflect.DeepEqual(got, want) || len(chosen.Changes) != len(all.Changes) || !reflect.DeepEqual(same, want) {
			t.Errorf("%s: of %d changes: %+v, of all %+v", c.name, len(some.Changes), got, want)
		}
		listed, rest := map[string]int{}, map[string]int{}
		for i := range some.Changes {
			ch := &some.Changes[i]
			if ch.More == 0 {
				listed[ch.Code]++
				continue
			}
			rest[ch.Code] += ch.More
			if ch.New == nil || ch.New.Line != 1 || !strings.HasPrefix(ch.Message, fmt.Sprint(ch.More)) {
				t.Errorf("%s: %+v", c.name, ch)
			}
		}
		if len(rest) == 0 {
			t.Errorf("%s: all are listed", c.name)
		}
		for code, n := range rest {
			if listed[code] != most || n != fields-most {
				t.Errorf("%s: %d changes %s are listed and %d are not", c.name, listed[code], code, n)
			}
		}
	}
}

// TestLargeBounds: where adding one to a bound makes the same number, the largest and the
// smallest show it.
func TestLargeBounds(t *testing.T) {
	for bound, want := range map[string]string{"maximum: 9223372036854775000": "9223372036854775807", "minimum: -9223372036854775000": "-9223372036854775808"} {
		out := New(kube.Latest, Options{}).Compare(manyFields(1, "{type: integer}"), manyFields(1, "{type: integer, "+bound+"}"))
		if len(out.Changes) != 1 || out.Changes[0].Witness == nil || fmt.Sprint(out.Changes[0].Witness.Object["f0"]) != want {
			t.Errorf("%s: %+v", bound, out.Changes)
		}
	}
}

// TestWitnessOfEachKeyword: where several bounds of a value are new, each is shown by a value
// that breaks it, and not by one that breaks another.
func TestWitnessOfEachKeyword(t *testing.T) {
	for _, c := range []struct{ old, bounds string }{
		{"type: object, additionalProperties: {type: string}", "minProperties: 1, maxProperties: 3"},
		{"type: array, items: {type: string}", "minItems: 1, maxItems: 3"},
		{"type: array, items: {type: integer}, x-kubernetes-list-type: set", "minItems: 1, maxItems: 3"},
		{"type: string", "minLength: 2, maxLength: 3"},
		{"type: string", `minLength: 2, pattern: "^[ab]*$"`},
		{"type: string", "minLength: 2, enum: [aa, b]"},
		{"type: integer", "minimum: 2, maximum: 3"},
		{"type: integer", "minimum: 2, multipleOf: 3"},
	} {
		out := New(kube.Latest, Options{}).Compare(manyFields(1, "{"+c.old+"}"), manyFields(1, "{"+c.old+", "+c.bounds+"}"))
		if len(out.Changes) != 2 {
			t.Errorf("%s: %d changes", c.bounds, len(out.Changes))
		}
		for i := range out.Changes {
			ch := &out.Changes[i]
			said := map[string]string{
				"minProperties": "at least 1 ", "maxProperties": "at most 3 ", "minItems": "at least 1 ", "maxItems": "at most 3 ", "minLength": "at least 2 ", "maxLength": "than 3 bytes",
				"pattern": "should match", "enum": "supported values", "minimum": "greater than or equal to 2", "maximum": "less than or equal to 3", "multipleOf": "a multiple of 3",
			}[ch.Keyword]
			if ch.Witness == nil || said == "" || !strings.Contains(ch.Witness.NewAnswer.Message, said) {
				t.Errorf("%s of %s: %+v", ch.Keyword, c.bounds, ch.Witness)
			}
		}
	}
}

// TestWitnessOfMerging: that a map or a list is merged in another way is shown by applies, or by
// a list that is refused, also where a default of something below is new.
func TestWitnessOfMerging(t *testing.T) {
	const properties = `properties: {key: {type: string}, name: {type: string%s}}`
	for _, c := range []struct{ old, new, operation string }{
		{"type: object, " + fmt.Sprintf(properties, ""), "type: object, x-kubernetes-map-type: atomic, " + fmt.Sprintf(properties, `, default: ""`), "apply"},
		{"type: object, required: [key], " + fmt.Sprintf(properties, ""), "type: object, required: [key], x-kubernetes-map-type: atomic, " + fmt.Sprintf(properties, `, default: ""`), "apply"},
		{"type: array, items: {type: string}", "type: array, items: {type: string}, x-kubernetes-list-type: set", "create"},
	} {
		out := New(kube.Latest, Options{}).Compare(manyFields(1, "{"+c.old+"}"), manyFields(1, "{"+c.new+"}"))
		if ch := &out.Changes[0]; ch.Code != "list-type-changed" || ch.Witness == nil || ch.Witness.Operation != c.operation || ch.Witness.NewAnswer.Accepted {
			t.Errorf("%s: %+v, %+v", c.new, ch, ch.Witness)
		}
	}
}
