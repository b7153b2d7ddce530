package validate_test

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// TestScale checks values at the paths of the scale subresource. The words are
// those of the recorded cases testdata/dryrun/scale.
func TestScale(t *testing.T) {
	nothing := map[string]any{"spec": map[string]any{}}
	at := func(v any) map[string]any { return map[string]any{"spec": map[string]any{"n": v}} }
	for _, test := range []struct {
		name   string
		check  func(map[string]any, string) finding.List
		object map[string]any
		want   []string
	}{
		{"no replicas", validate.Replicas, nothing, nil},
		{"none at all", validate.Replicas, at(int64(0)), nil},
		{"fewer than none", validate.Replicas, at(int64(-1)), []string{".spec.n: Invalid value: -1: should be a non-negative integer"}},
		{"as many as may be", validate.Replicas, at(int64(math.MaxInt32)), nil},
		{"too many", validate.Replicas, at(int64(math.MaxInt32 + 1)), []string{".spec.n: Invalid value: 2147483648: should be less than or equal to 2147483647"}},
		{"not a number", validate.Replicas, at("x"), []string{".spec.n: Invalid value: 0: .spec.n accessor error: x is of the type string, expected int64"}},
		{"no selector", validate.LabelSelector, nothing, nil},
		{"a selector", validate.LabelSelector, at("a=b"), nil},
		{"not a text", validate.LabelSelector, at(int64(3)), []string{`.spec.n: Invalid value: "": .spec.n accessor error: 3 is of the type int64, expected string`}},
	} {
		t.Run(test.name, func(t *testing.T) {
			found := test.check(test.object, ".spec.n")
			if got := words(found); !slices.Equal(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
			for _, f := range found {
				if f.Code != code.ObjectScale || f.Path.File() != "spec.n" {
					t.Errorf("got the code %q at %s", f.Code, f.Path.File())
				}
			}
		})
	}
	if got := validate.SplitPath(".spec.a.b"); !reflect.DeepEqual(got, []string{"spec", "a", "b"}) {
		t.Errorf("got %q", got)
	}
}
