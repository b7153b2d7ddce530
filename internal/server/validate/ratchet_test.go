package validate_test

import (
	"slices"
	"testing"

	"k8s.io/apiserver/pkg/cel/common"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
)

// TestChanged has what the recorded cases testdata/dryrun/ratchet show, at nodes
// of all sorts: which of what is wrong is found, and which forgiven?
func TestChanged(t *testing.T) {
	const short = `{"type": "string", "maxLength": 1}`
	for _, test := range []struct {
		name, schema, old, value string
		found, forgiven          []string // paths
	}{
		{"nothing is wrong", `{"properties": {"a": ` + short + `}}`, `{"a": "b"}`, `{"a": "b"}`, nil, nil},
		{"a field as it was", `{"properties": {"a": ` + short + `}}`, `{"a": "bb"}`, `{"a": "bb"}`, nil, []string{"a"}},
		{"a field beside one that changed", `{"properties": {"a": ` + short + `, "b": ` + short + `}}`, `{"a": "bb", "b": "b"}`, `{"a": "bb", "b": "cc"}`, []string{"b"}, []string{"a"}},
		{"a field below", `{"properties": {"a": {"properties": {"b": ` + short + `, "c": ` + short + `}}}}`, `{"a": {"b": "bb", "c": "cc"}}`, `{"a": {"b": "bb", "c": "dd"}}`,
			[]string{"a.c"}, []string{"a.b"}},
		{"a new field", `{"properties": {"a": ` + short + `}}`, `{}`, `{"a": "bb"}`, []string{"a"}, nil},
		{"a value of a map", `{"additionalProperties": ` + short + `}`, `{"a": "bb", "b": "bb"}`, `{"a": "bb", "b": "cc"}`, []string{"b"}, []string{"a"}},
		{"an item of a map list", `{"properties": {"l": {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"],
			"items": {"type": "object", "properties": {"k": {"type": "string"}, "v": ` + short + `}}}}}`,
			`{"l": [{"k": "a", "v": "bb"}, {"k": "b", "v": "bb"}]}`, `{"l": [{"k": "b", "v": "bb"}, {"k": "a", "v": "cc"}, {"k": "c", "v": "bb"}]}`,
			[]string{"l[1].v", "l[2].v"}, []string{"l[0].v"}},
		{"an item of another list", `{"properties": {"l": {"type": "array", "items": ` + short + `}}}`, `{"l": ["aa"]}`, `{"l": ["aa", "b"]}`, []string{"l[0]"}, nil},
		{"such a list as it was", `{"properties": {"l": {"type": "array", "items": ` + short + `}}}`, `{"l": ["aa"]}`, `{"l": ["aa"]}`, nil, []string{"l[0]"}},
		{"kind and apiVersion", `{"properties": {"kind": ` + short + `, "apiVersion": ` + short + `, "more": ` + short + `, "other": ` + short + `}}`,
			`{"kind": "aa", "apiVersion": "aa", "more": "aa", "other": "a"}`, `{"kind": "aa", "apiVersion": "aa", "more": "aa", "other": "b"}`,
			[]string{"apiVersion", "kind"}, []string{"more"}},
		{"kind and apiVersion below", `{"properties": {"a": {"properties": {"kind": ` + short + `, "apiVersion": ` + short + `, "other": ` + short + `}}}}`,
			`{"a": {"kind": "aa", "apiVersion": "aa", "other": "a"}}`, `{"a": {"kind": "aa", "apiVersion": "aa", "other": "b"}}`,
			nil, []string{"a.apiVersion", "a.kind"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := parse(t, test.schema)
			v := value(t, test.value)
			old := common.NewCorrelatedObject(v, value(t, test.old), validate.Correlatable(s))
			c := validate.ObjectChecker(s, behaviour.Of(kube.Latest))
			found, forgiven := c.Changed("base", nil, v, behaviour.Of(kube.Latest).Objects, old)
			if !slices.Equal(places(found), test.found) || !slices.Equal(places(forgiven), test.forgiven) {
				t.Errorf("found %q, forgave %q", places(found), places(forgiven))
			}
			for _, f := range slices.Concat(found, forgiven) {
				if f.Code != "base/maxLength" {
					t.Errorf("%s has the code %q", f.Path.File(), f.Code)
				}
			}
			// Also after another value.
			c.Changed("base", nil, value(t, test.old), behaviour.Of(kube.Latest).Objects, nil)
			foundAgain, forgivenAgain := c.Changed("base", nil, v, behaviour.Of(kube.Latest).Objects, old)
			if !slices.Equal(places(foundAgain), test.found) || !slices.Equal(places(forgivenAgain), test.forgiven) {
				t.Errorf("a Checker found %q, forgave %q", places(foundAgain), places(forgivenAgain))
			}
			all, none := c.Changed("base", nil, v, behaviour.Of(kube.Latest).Objects, nil)
			want := sorted(slices.Concat(test.found, test.forgiven))
			if none != nil || !slices.Equal(places(all), want) {
				t.Errorf("without an old value: found %q, forgave %q", places(all), places(none))
			}
		})
	}
}

// TestPlacesOfChanged has a name with a dot in it, in what is found and in what
// is forgiven.
func TestPlacesOfChanged(t *testing.T) {
	s := parse(t, `{"properties": {"a.b": {"properties": {"e": {"maxLength": 1}}}, "c.d": {"properties": {"e": {"maxLength": 1}}}}}`)
	v := value(t, `{"a.b": {"e": "aa"}, "c.d": {"e": "cc"}}`)
	old := common.NewCorrelatedObject(v, value(t, `{"a.b": {"e": "aa"}, "c.d": {"e": "c"}}`), validate.Correlatable(s))
	found, forgiven := validate.ObjectChecker(s, behaviour.Of(kube.Latest)).Changed("", nil, v, behaviour.Of(kube.Latest).Objects, old)
	if len(found) != 1 || len(found[0].Path.Segments()) != 2 || len(forgiven) != 1 || len(forgiven[0].Path.Segments()) != 2 {
		t.Errorf("found %q, forgave %q", places(found), places(forgiven))
	}
}

// places are the paths of findings, sorted.
func places(list finding.List) []string {
	var paths []string
	for _, f := range list {
		paths = append(paths, f.Path.File())
	}
	return sorted(paths)
}
