package validate_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
)

// embedded is the schema of a resource, and those of others around it.
const embedded = `{"type": "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true}`

func value(t testing.TB, text string) any {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// TestCoerceMeta coerces resources in many places. What it does to metadata is
// as in the recorded cases testdata/dryrun/embedded.
func TestCoerceMeta(t *testing.T) {
	const noMeta = "json: cannot unmarshal number into Go value of type v1.ObjectMeta"
	for _, test := range []struct {
		name, schema, value string
		resource, drop      bool
		want, wrong         string // wrong is "" if nothing is
	}{
		{name: "a resource", schema: `{}`, resource: true,
			value: `{"apiVersion": "v1", "kind": "A", "metadata": {"name": "a", "other": 1}, "other": 1}`,
			want:  `{"apiVersion": "v1", "kind": "A", "metadata": {"name": "a"}, "other": 1}`},
		{name: "an embedded one", schema: embedded, value: `{"metadata": {"other": 1}}`, want: `{"metadata": {}}`},
		{name: "none", schema: `{}`, value: `{"kind": 1, "metadata": {"other": 1}}`, want: `{"kind": 1, "metadata": {"other": 1}}`},
		{name: "a creation timestamp", schema: embedded, value: `{"metadata": {"creationTimestamp": "2020-01-01T00:00:00Z"}}`,
			want: `{"metadata": {"creationTimestamp": "2020-01-01T00:00:00Z"}}`},
		{name: "none of null", schema: embedded, value: `{"metadata": {"creationTimestamp": null}}`, want: `{"metadata": {}}`},
		{name: "below fields", schema: `{"properties": {"a": ` + embedded + `, "b": ` + embedded + `}}`,
			value: `{"a": {"metadata": {"other": 1}}, "b": {"metadata": {"other": 1}}}`, want: `{"a": {"metadata": {}}, "b": {"metadata": {}}}`},
		{name: "below values", schema: `{"additionalProperties": ` + embedded + `}`, value: `{"a": {"metadata": {"other": 1}}}`, want: `{"a": {"metadata": {}}}`},
		{name: "below items", schema: `{"items": ` + embedded + `}`, value: `[{"metadata": {"other": 1}}, {"metadata": {"other": 1}}]`,
			want: `[{"metadata": {}}, {"metadata": {}}]`},
		{name: "below a resource", schema: `{"properties": {"a": {}}}`, resource: true, value: `{"a": {"kind": 1}}`, want: `{"a": {"kind": 1}}`},
		{name: "below items of items", schema: `{"items": {"items": {}}}`, value: `[[{"kind": 1}]]`, want: `[[{"kind": 1}]]`},
		{name: "below what has no schema", schema: `{}`, value: `{"a": {"kind": 1}}`, want: `{"a": {"kind": 1}}`},
		{name: "below items without a schema", schema: `{}`, value: `[{"kind": 1}]`, want: `[{"kind": 1}]`},
		{name: "an apiVersion of the wrong type", schema: `{}`, resource: true, value: `{"apiVersion": 1}`, want: `{"apiVersion": 1}`,
			wrong: `x.apiVersion: Invalid value: 1: must be a string`},
		{name: "a kind of the wrong type", schema: `{"properties": {"a": {"additionalProperties": {"items": ` + embedded + `}}}}`,
			value: `{"a": {"b": [{}, {"kind": true}, {"kind": 1}]}}`, want: `{"a": {"b": [{}, {"kind": true}, {"kind": 1}]}}`,
			wrong: `x.a[b][1].kind: Invalid value: true: must be a string`},
		{name: "metadata of the wrong type", schema: embedded, value: `{"metadata": 1}`, want: `{"metadata": 1}`,
			wrong: `x.metadata: Invalid value: 1: ` + noMeta},
		{name: "type meta of the wrong type is dropped", schema: embedded, drop: true, value: `{"apiVersion": 1, "kind": 2, "other": 3}`, want: `{"other": 3}`},
		{name: "metadata of the wrong type is kept", schema: embedded, drop: true, value: `{"metadata": 1}`, want: `{"metadata": 1}`},
		{name: "fields of the wrong type are dropped", schema: embedded, drop: true,
			value: `{"metadata": {"name": "a", "labels": {"a": "b", "c": 1}, "generation": "x", "annotations": {"a": "b"}}}`,
			want:  `{"metadata": {"name": "a", "annotations": {"a": "b"}}}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			v := value(t, test.value)
			f := (&validate.MetaCoercer{Code: "the code", Drop: test.drop}).Coerce(finding.Root("x"), v, parse(t, test.schema), test.resource)
			wrong := ""
			if f != nil {
				wrong = f.Path.Server() + ": " + f.ServerMessage()
				if f.Code != "the code" {
					t.Errorf("the code is %q", f.Code)
				}
			}
			if wrong != test.wrong {
				t.Errorf("got %q, want %q", wrong, test.wrong)
			}
			if want := value(t, test.want); !reflect.DeepEqual(v, want) {
				t.Errorf("got %v, want %v", v, want)
			}
		})
	}
}

func TestMetaCoercer(t *testing.T) {
	s := parse(t, `{"properties": {"a": `+embedded+`, "b": `+embedded+`}}`)
	const text = `{"a": {"metadata": {"name": "a", "other": 1}}, "b": {"metadata": {"ownerReferences": [{"other": 1}], "more": 1}}}`
	t.Run("what ObjectMeta does not know", func(t *testing.T) {
		c := validate.MetaCoercer{Strict: true}
		if f := c.Coerce(nil, value(t, text), s, false); f != nil {
			t.Fatal(f)
		}
		want := []string{"a.metadata.other", "b.metadata.more", "b.metadata.ownerReferences[0].other"}
		if !reflect.DeepEqual(sorted(c.Unknown), want) {
			t.Errorf("got %q, want %q", c.Unknown, want)
		}
	})
	t.Run("is noted on demand only", func(t *testing.T) {
		c := validate.MetaCoercer{}
		if f := c.Coerce(nil, value(t, text), s, false); f != nil || c.Unknown != nil {
			t.Errorf("got %v, %q", f, c.Unknown)
		}
	})
	t.Run("what was replaced", func(t *testing.T) {
		var got []any
		c := validate.MetaCoercer{Replaced: func(at *finding.Path, before any, after map[string]any) {
			got = append(got, at.Server(), before, after)
		}}
		if f := c.Coerce(nil, value(t, `{"a": {"metadata": {"name": "a", "other": 1}}}`), s, false); f != nil {
			t.Fatal(f)
		}
		want := []any{"a.metadata", map[string]any{"name": "a", "other": 1.0}, map[string]any{"name": "a"}}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	})
	t.Run("the last unknown field survives metadata that cannot be read", func(t *testing.T) {
		c := validate.MetaCoercer{Strict: true}
		f := c.Coerce(nil, value(t, `{"a": {"metadata": {"other": 1}}, "b": {"metadata": 1}}`), s, false)
		if f == nil || f.Path.Server() != "b.metadata" || !reflect.DeepEqual(c.Unknown, []string{"a.metadata.other"}) {
			t.Errorf("got %v, %q", f, c.Unknown)
		}
	})
}

// TestMetaCoercerOfMany: in lists and maps of many items, which are skipped where no
// resource is in them, the wrong metadata of the last one is found.
func TestMetaCoercerOfMany(t *testing.T) {
	list, fields := make([]any, 1000), map[string]any{}
	for i := range list {
		list[i] = map[string]any{"metadata": map[string]any{"name": "a"}}
		fields[fmt.Sprint(i)] = list[i]
	}
	list[999] = map[string]any{"metadata": 1.0}
	fields["999"] = list[999]
	for text, v := range map[string]any{
		`{"items": ` + embedded + `}`:                                       list,
		`{"additionalProperties": ` + embedded + `}`:                        fields,
		`{"items": {"additionalProperties": ` + embedded + `}}`:             []any{fields},
		`{"items": {"items": ` + embedded + `}}`:                            []any{list},
		`{"additionalProperties": {"items": ` + embedded + `}}`:             map[string]any{"a": list},
		`{"additionalProperties": {"properties": {"a": ` + embedded + `}}}`: map[string]any{"999": map[string]any{"a": list[999]}},
	} {
		var c validate.MetaCoercer
		if f := c.Coerce(nil, v, parse(t, text), false); f == nil || !strings.Contains(f.Path.Server(), "999") {
			t.Errorf("%s: got %v", text, f)
		}
	}
}

func TestObjectMeta(t *testing.T) {
	for _, strict := range []bool{false, true} {
		meta, unknown, err := validate.ObjectMeta(nil, map[string]any{"name": "a", "other": 1}, false, strict)
		if err != nil || meta.Name != "a" || (len(unknown) > 0) != strict {
			t.Errorf("strict %t: got %v, %q, %v", strict, meta, unknown, err)
		}
		meta, unknown, err = validate.ObjectMeta(nil, map[string]any{"name": 1}, false, strict)
		if err == nil || meta != nil || unknown != nil {
			t.Errorf("strict %t, with a bad name: got %v, %q, %v", strict, meta, unknown, err)
		}
	}
	meta, _, err := validate.ObjectMeta(nil, []any{}, true, false)
	if meta != nil || err == nil || err.Error() != "invalid metadata: expected object, got []interface {}" {
		t.Errorf("a list: got %v, %v", meta, err)
	}
	meta, _, err = validate.ObjectMeta(nil, map[string]any{"name": 1, "uid": "u", "labels": map[string]any{"a": "b", "c": 1}}, true, false)
	if err != nil || meta == nil || meta.Name != "" || meta.UID != "u" || meta.Labels != nil {
		t.Errorf("what can be read: got %v, %v", meta, err)
	}
}

// TestMeta checks resources in many places. The words are those of the recorded
// cases testdata/dryrun/embedded.
func TestMeta(t *testing.T) {
	missing := []string{"x.apiVersion: Required value", "x.kind: Required value"}
	for _, test := range []struct {
		name, schema, value string
		resource            bool
		want                []string
	}{
		{name: "a good one", schema: embedded, value: `{"apiVersion": "a/v1", "kind": "Kind", "metadata": {"name": "a", "namespace": "b"}}`},
		{name: "a resource", schema: `{}`, resource: true, value: `{}`, want: missing},
		{name: "an embedded one", schema: embedded, value: `{}`, want: missing},
		{name: "none", schema: `{}`, value: `{"kind": 1}`},
		{name: "wrong types", schema: embedded, value: `{"apiVersion": 1, "kind": true, "metadata": {"name": 1}}`, want: []string{
			"x.apiVersion: Invalid value: 1: must be a string", "x.kind: Invalid value: true: must be a string",
			`x.metadata: Invalid value: {"name":1}: json: cannot unmarshal number into Go struct field ObjectMeta.name of type string`}},
		{name: "empty texts", schema: embedded, value: `{"apiVersion": "", "kind": ""}`, want: []string{
			`x.apiVersion: Invalid value: "": must not be empty`, `x.kind: Invalid value: "": must not be empty`}},
		{name: "malformed texts", schema: embedded, value: `{"apiVersion": "a/b/c", "kind": "A_"}`, want: []string{
			`x.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c`,
			`x.kind: Invalid value: "A_": may have mixed case, but should otherwise match: a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')`}},
		{name: "a name that cannot stand in a URL", schema: embedded, value: `{"apiVersion": "v1", "kind": "A", "metadata": {"name": "a/b"}}`,
			want: []string{`x.metadata.name: Invalid value: "a/b": may not contain '/'`}},
		{name: "nor may a part of one", schema: embedded, value: `{"apiVersion": "v1", "kind": "A", "metadata": {"generateName": "a/"}}`,
			want: []string{`x.metadata.generateName: Invalid value: "a/": may not contain '/'`}},
		{name: "dots are a part of one", schema: embedded, value: `{"apiVersion": "v1", "kind": "A", "metadata": {"generateName": ".."}}`},
		{name: "but no name", schema: embedded, value: `{"apiVersion": "v1", "kind": "A", "metadata": {"name": ".."}}`,
			want: []string{`x.metadata.name: Invalid value: "..": may not be '..'`}},
		{name: "below fields and values", schema: `{"properties": {"a": {"additionalProperties": ` + embedded + `}, "b": ` + embedded + `}}`,
			value: `{"a": {"k": {"kind": "A"}}, "b": {"apiVersion": "v1"}}`, want: []string{"x.a[k].apiVersion: Required value", "x.b.kind: Required value"}},
		{name: "below items", schema: `{"items": ` + embedded + `}`, value: `[{"kind": "A"}, {"apiVersion": "v1"}]`,
			want: []string{"x[0].apiVersion: Required value", "x[1].kind: Required value"}},
		{name: "below a resource", schema: `{"properties": {"a": {}}, "x-kubernetes-embedded-resource": true}`, value: `{"apiVersion": "v1", "kind": "A", "a": {"kind": 1}}`},
		{name: "below items of items", schema: `{"items": {"items": {}}}`, value: `[[{}]]`},
		{name: "below what has no schema", schema: `{}`, value: `{"a": {"kind": 1}}`},
		{name: "below items without a schema", schema: `{}`, value: `[{"kind": 1}]`},
	} {
		t.Run(test.name, func(t *testing.T) {
			found := (&validate.MetaChecker{Code: "the-code", Checks: behaviour.Of(kube.Latest).Checks}).Check(finding.Root("x"), value(t, test.value), parse(t, test.schema), test.resource)
			if got := words(found); !reflect.DeepEqual(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
			for _, f := range found {
				if want := map[bool]finding.Code{false: "the-code", true: finding.Code("the-code").Case("required")}[f.Type == "FieldValueRequired"]; f.Code != want {
					t.Errorf("%s has the code %q", f.Path.Server(), f.Code)
				}
			}
		})
	}
}

// TestMetaInOrder checks that wrong labels and annotations are in the same order each time.
func TestMetaInOrder(t *testing.T) {
	of := value(t, `{"apiVersion": "v1", "kind": "A", "metadata": {"labels": {"a": "c-", "b": "-", "-": "a", "_": "a"}, "annotations": {"-": "", "_": ""}}}`)
	schema := parse(t, embedded)
	var want []string
	for range 30 {
		got := words((&validate.MetaChecker{Code: "the-code", Checks: behaviour.Of(kube.Latest).Checks}).Check(finding.Root("x"), of, schema, false))
		if want == nil {
			want = got
		}
		if len(got) != 6 || !reflect.DeepEqual(got, want) {
			t.Fatalf("got %q, and before %q", got, want)
		}
	}
}
