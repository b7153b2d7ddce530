package diffrun

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// What changes of versions, columns and selectable fields is bounded as that of schemas is.
func TestMostChangesOfVersions(t *testing.T) {
	const n, most = 12, 4
	read := func(versions string) *source.Document {
		return source.Read("a", []byte(`apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Thing, plural: things}
  versions:
`+versions)).Documents[0]
	}
	version := func(name, more string) string {
		return fmt.Sprintf("  - {name: %s, served: true, storage: %t, schema: {openAPIV3Schema: {type: object, properties: {a: {type: string}, b: {type: string}}}}%s}\n", name, name == "v1", more)
	}
	versions := func(first int, more string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(version(fmt.Sprintf("v%d", first+i), more))
		}
		return version("v1", "") + b.String()
	}
	columns := func(format string) string {
		var all []string
		for i := range n {
			all = append(all, strings.ReplaceAll(format, "N", fmt.Sprint(i)))
		}
		return ", additionalPrinterColumns: [" + strings.Join(all, ", ") + "]"
	}
	two := func(format string) string { return version("v1", columns(format)) + version("v2", columns(format)) }
	const a, b = "{name: AN, type: string, jsonPath: .a}", "{name: AN, type: string, jsonPath: .b}"
	ordered := [2]string{", additionalPrinterColumns: [{name: A, type: string, jsonPath: .a}, {name: B, type: string, jsonPath: .b}]", ", additionalPrinterColumns: [{name: B, type: string, jsonPath: .b}, {name: A, type: string, jsonPath: .a}]"}
	for _, c := range []struct {
		name, old, new string
		want           map[string]int
	}{
		{"versions gone", versions(10, ""), version("v1", ""), map[string]int{"version-removed": n, "version-may-be-stored": n}},
		{"versions new", version("v1", ""), versions(10, ""), map[string]int{"version-added": n}},
		{"deprecated", versions(10, ""), versions(10, ", deprecated: true"), map[string]int{"version-deprecated": n}},
		{"other columns", two(a), two(b), map[string]int{"columns-changed": 2 * n}},
		{"columns gone and new", two(a), two(strings.Replace(a, "AN", "BN", 1)), map[string]int{"columns-changed": 2 * n, "columns-added": 2 * n}},
		{"columns in another order", versions(10, ordered[0]), versions(10, ordered[1]), map[string]int{"columns-changed": n}},
		{"selectable fields", version("v1", ", selectableFields: [{jsonPath: .a}]"), version("v1", ", selectableFields: [{jsonPath: .b}]"), map[string]int{"selectable-field-removed": 1, "selectable-field-added": 1}},
	} {
		old, new := read(c.old), read(c.new)
		all := New(kube.Latest, Options{}).Compare(old, new)
		some := New(kube.Latest, Options{Most: most}).Compare(old, new)
		var want, got report.DiffSummary
		want.Add(&all)
		got.Add(&some)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, of all %+v", c.name, got, want)
		}
		listed, rest := map[string]int{}, map[string]int{}
		for i := range some.Changes {
			if ch := &some.Changes[i]; ch.More > 0 {
				rest[ch.Code] += ch.More
			} else {
				listed[ch.Code]++
			}
		}
		for code, n := range c.want {
			if listed[code] != min(n, most) || rest[code] != max(0, n-most) {
				t.Errorf("%s: %d changes %s are listed and %d are not, of %d", c.name, listed[code], code, rest[code], n)
			}
		}
		if len(listed) != len(c.want) {
			t.Errorf("%s: %v", c.name, listed)
		}
	}
}
