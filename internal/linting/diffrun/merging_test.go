package diffrun_test

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/diffrun"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

const merged = `apiVersion: apiextensions.k8s.io/v1
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
    subresources: {status: {}}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: {type: object, properties: {f: SPEC}}
          status: {type: object, properties: {f: STATUS}}
`

// TestDiffShowsMerging has a list or a map merged in each way, and in each other.
func TestDiffShowsMerging(t *testing.T) {
	const (
		list    = "{type: array, items: {type: string, enum: [x, z]}}"
		set     = "{type: array, x-kubernetes-list-type: set, items: {type: string, enum: [x, z]}}"
		items   = "items: {type: object, required: [k, l], properties: {k: {type: string}, l: {type: integer}, v: {type: string}}}}"
		records = "{type: array, " + items
		byK     = "{type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [k], " + items
		byBoth  = "{type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [k, l], " + items
		fields  = "{type: object, properties: {a: {type: string}, b: {type: string}}}"
		whole   = "{type: object, x-kubernetes-map-type: atomic, properties: {a: {type: string}, b: {type: string}}}"
		entries = "{type: object, additionalProperties: {type: string}}"
		all     = "{type: object, x-kubernetes-map-type: atomic, additionalProperties: {type: string}}"
		inList  = "{type: array, items: "
		inMap   = "{type: object, x-kubernetes-map-type: atomic, properties: {g: "
	)
	differ := diffrun.New(kube.Latest, diffrun.Options{})
	for _, c := range []struct{ old, new, how string }{
		{set, list, "conflict"},
		{list, set, "create"}, // an item twice shows it by itself
		{byK, records, "conflict"},
		{records, byK, "create"},
		{byBoth, byK, "conflict"},
		{byK, byBoth, "force"},
		{fields, whole, "conflict"},
		{whole, fields, "force"},
		{entries, all, "conflict"},
		{all, entries, "force"},
		{inList + fields + "}", inList + whole + "}", ""},
		{inList + whole + "}", inList + fields + "}", ""},
		{inMap + fields + "}}", inMap + whole + "}}", ""},
	} {
		for _, place := range []string{"SPEC", "STATUS"} {
			text := func(s string) []byte {
				return []byte(strings.NewReplacer(place, s, "SPEC", "{type: string}", "STATUS", "{type: string}").Replace(merged))
			}
			old, new := text(c.old), text(c.new)
			name := place + " " + c.old + " " + c.new
			found := differ.Compare(source.Read("old.yaml", old).Documents[0], source.Read("new.yaml", new).Documents[0])
			var said *report.Change
			for i := range found.Changes {
				if found.Changes[i].Code == "list-type-changed" {
					said = &found.Changes[i]
				}
			}
			switch {
			case c.how == "" && (said != nil || len(found.Changes) != 1 || found.Changes[0].Code != "equivalent"):
				t.Errorf("%s: %s", name, jsonOf(found))
			case c.how == "":
			case said == nil || said.Witness == nil:
				t.Errorf("%s: no witness: %s", name, jsonOf(found))
			default:
				w := said.Witness
				how := "create"
				switch {
				case w.Force:
					how = "force"
				case w.Applied != nil:
					how = "conflict"
				}
				if how != c.how {
					t.Errorf("%s: shown by %s: %s", name, how, jsonOf(w))
				}
				if how == "conflict" && !strings.Contains(w.NewAnswer.Message, `conflict with "a"`) {
					t.Errorf("%s: %s", name, w.NewAnswer.Message)
				}
				if err := replay(t, old, new, w); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
		}
	}
}
