package impact

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// TestMost: of very many values of an object some are listed, and one cause stands for the
// others of several objects.
func TestMost(t *testing.T) {
	const fields, most = 30, 10
	crd := func(prefix string) string {
		var b strings.Builder
		for i := range fields {
			fmt.Fprintf(&b, "%s%02d: {type: string, default: a}, ", prefix, i)
		}
		return head + version("v1", stored, strings.TrimSuffix(b.String(), ", "), "")
	}
	objects := manifestOf("a", "spec: {}\n") + "---\n" + manifestOf("b", "spec: {x29: b}\n")
	count := func(o *report.DiffObjects, effect string) (listed int, rest []report.DiffCause) {
		for _, c := range o.Causes {
			switch {
			case c.Effect != effect:
			case c.More > 0:
				rest = append(rest, c)
			default:
				listed++
				if len(rest) > 0 {
					t.Errorf("%s is behind what is counted", c.Field)
				}
			}
		}
		return listed, rest
	}
	all := tryMost(t, 0, kube.Latest, crd("x"), crd("y"), objects)
	for _, effect := range []string{pruned, defaulted} {
		if listed, rest := count(all, effect); listed != fields || len(rest) > 0 {
			t.Fatalf("%s: %d are listed of all, %v", effect, listed, rest)
		}
	}
	some := tryMost(t, most, kube.Latest, crd("x"), crd("y"), objects)
	if some.Pruned != all.Pruned || some.Defaulted != all.Defaulted {
		t.Errorf("%+v, all are %+v", some, all)
	}
	for _, effect := range []string{pruned, defaulted} {
		listed, rest := count(some, effect)
		if listed != most || len(rest) != 1 {
			t.Errorf("%s: %d are listed, %v", effect, listed, rest)
			continue
		}
		const more = 2 * (fields - most) // of each object as many
		want := report.DiffCause{
			Effect: effect, CRD: "widgets.example.com", Kind: "Widget", Version: "v1", Count: 2, More: more,
			Message: fmt.Sprintf("%d more values are counted and not listed; --max-findings 0 lists all", more),
			Objects: []report.DiffObject{{Name: "a", File: "objects.yaml", Line: 1, Column: 1}, {Name: "b", File: "objects.yaml", Line: 6, Column: 1}},
		}
		if !reflect.DeepEqual(rest[0], want) {
			t.Errorf("got %+v, want %+v", rest[0], want)
		}
	}
}
