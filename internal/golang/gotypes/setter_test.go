package gotypes

import (
	"testing"
)

// What setting writes is what parseArgs, and with it controller-gen, reads.
func TestSettingIsRead(t *testing.T) {
	for _, c := range []struct {
		keyword string
		value   any
		want    string
	}{
		{"maxItems", int64(64), "+kubebuilder:validation:MaxItems=64"},
		{"minimum", 0.5, "+kubebuilder:validation:Minimum=0.5"},
		{"minimum", int64(-3), "+kubebuilder:validation:Minimum=-3"},
		{"exclusiveMaximum", true, "+kubebuilder:validation:ExclusiveMaximum=true"},
		{"pattern", `^\d+(,\d+)*$`, "+kubebuilder:validation:Pattern=`^\\d+(,\\d+)*$`"},
		{"pattern", "^`$", "+kubebuilder:validation:Pattern=\"^`$\""},
		{"format", "date-time", "+kubebuilder:validation:Format=date-time"},
		{"enum", []any{"a", "b c", "1", int64(2), "true", true}, `+kubebuilder:validation:Enum=a;"b c";"1";2;"true";true`},
		{"default", "Fast", "+kubebuilder:default=Fast"},
		{"default", "", `+kubebuilder:default=""`},
		{"default", "10", `+kubebuilder:default="10"`},
		{"default", []any{"a", "b c"}, `+kubebuilder:default={a,"b c"}`},
		{"default", map[string]any{"a": "x y", "b.c": []any{int64(1)}}, `+kubebuilder:default={a: "x y", b.c: {1}}`},
		{"x-kubernetes-list-type", "map", "+listType=map"},
		{"nullable", true, "+nullable"},
		{"x-kubernetes-preserve-unknown-fields", true, "+kubebuilder:pruning:PreserveUnknownFields"},
		{"x-kubernetes-int-or-string", true, "+kubebuilder:validation:XIntOrString"},
		{rulesKeyword, map[string]any{"message": "no", "rule": `self != "a\\b"`, "optionalOldSelf": true},
			"+kubebuilder:validation:XValidation:rule=`self != \"a\\\\b\"`,message=\"no\",optionalOldSelf=true"},
	} {
		name, _ := setterOf(c.keyword)
		got, ok := setting(name, c.value)
		if !ok || len(got) != 1 || got[0] != c.want {
			t.Errorf("%s of %v: %q %v, want %s", c.keyword, c.value, got, ok, c.want)
			continue
		}
		n := noteOf(got[0])
		m, _, _, ok := knownMarker(n, onField)
		if !ok || m.keyword != c.keyword {
			t.Errorf("%s is not known", got[0])
			continue
		}
		a := parseArgs(n, m.arg, m.fields)
		read := a.value
		if m.arg == fieldsArg {
			read = map[string]any(a.fields)
		}
		if a.bad || !same(read, c.value) {
			t.Errorf("%s is read as %#v, want %#v", got[0], read, c.value)
		}
	}
	if got, ok := setting("kubebuilder:default", []any{"a", int64(1)}); ok {
		t.Errorf("a list of a string and a number: %q", got)
	}
	if got, _ := setting("listMapKey", []string{"a", "b"}); len(got) != 2 || got[1] != "+listMapKey=b" {
		t.Errorf("two keys: %q", got)
	}
}

// Every keyword that a marker sets has a marker that sets it.
func TestSetterOfEachKeyword(t *testing.T) {
	for _, name := range []string{
		"kubebuilder:validation:Maximum", "kubebuilder:validation:Pattern", "kubebuilder:validation:XValidation", "kubebuilder:validation:Enum", "kubebuilder:validation:Type",
		"kubebuilder:validation:UniqueItems", "optional", "nullable", "default", "kubebuilder:default", "kubebuilder:example", "kubebuilder:title",
		"kubebuilder:validation:EmbeddedResource", "kubebuilder:pruning:PreserveUnknownFields", "listType", "listMapKey", "mapType", "kubebuilder:externalDocs",
		"k8s:maxItems", "k8s:listType", "kubebuilder:validation:XIntOrString",
	} {
		m, _, ok := markerOf(name)
		if !ok {
			t.Fatal(name)
		}
		set, where := setterOf(m.keyword)
		back, _, ok := markerOf(set)
		if !ok || back.keyword != m.keyword || back.on&where == 0 {
			t.Errorf("%s: %s is set by %q, which sets %q", name, m.keyword, set, back.keyword)
		}
	}
}
