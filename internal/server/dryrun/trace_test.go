package dryrun_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/server/dryrun"
)

const gadgets = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: gadgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: gadgets, singular: gadget, kind: Gadget, listKind: GadgetList}
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {status: {}}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              mode: {type: string, enum: [fast, slow]}
              note: {type: string}
              port:
                type: integer
                default: 8080
          status: {type: object}
  - name: v2
    served: true
    storage: false
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              mode: {type: string}
              extra: {type: string}
`

func entries(result *dryrun.Result) []string {
	var lines []string
	for _, e := range result.Trace {
		schema := ""
		if e.Schema != nil {
			schema = " from " + strings.TrimPrefix(e.Schema.File(), "spec.versions")
		}
		lines = append(lines, fmt.Sprintf("%s %s %s=%v line %d%s", e.Stage, e.Action, e.Path, e.Value, e.Line, schema))
	}
	return lines
}

func expect(t *testing.T, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestTraceOfUpdate: every stage says what it did, at which line of the object,
// and by which part of the CRD.
func TestTraceOfUpdate(t *testing.T) {
	r := resource(t, []byte(gadgets))
	sent := dryrun.FromDocument(document(t, "gadget.yaml", []byte(`apiVersion: example.com/v1
kind: Gadget
metadata:
  name: web
  labels: {a: null}
spec:
  mode: odd
  note: null
  size: 3
status: {ready: true}
`)))
	old := dryrun.FromDocument(document(t, "old.yaml", []byte("apiVersion: example.com/v1\nkind: Gadget\nmetadata: {name: web}\nspec: {mode: odd, port: 1}\n")))
	result, err := r.Update(sent, old, dryrun.RequestOptions{FieldValidation: dryrun.Warn, FillResourceVersion: true})
	if err != nil {
		t.Fatal(err)
	}
	if !result.APIServer.Accepted {
		t.Errorf("refused: %+v", result.APIServer)
	}
	expect(t, entries(result), []string{
		"prune pruned spec.size=3 line 9 from [0].schema.openAPIV3Schema.properties[spec]",
		"prune pruned status.ready=true line 10 from [0].schema.openAPIV3Schema.properties[status]",
		"nulls dropped spec.note=<nil> line 8 from [0].schema.openAPIV3Schema.properties[spec].properties[note]",
		"metadata coerced metadata.labels.a= line 5",
		"default defaulted spec.port=8080 line 0 from [0].schema.openAPIV3Schema.properties[spec].properties[port].default",
		"metadata set metadata.namespace=default line 0",
		"status kept status=<nil> line 10",
		"validate forgave spec.mode=odd line 7 from [0].schema.openAPIV3Schema.properties[spec].properties[mode]",
	})
}

// TestTraceOfConversion: what the storage version does not know is lost, and its
// defaults appear.
func TestTraceOfConversion(t *testing.T) {
	r := resource(t, []byte(gadgets))
	sent := dryrun.FromDocument(document(t, "gadget.yaml", []byte("apiVersion: example.com/v2\nkind: Gadget\nmetadata: {name: web, namespace: a}\nspec: {mode: slow, extra: x}\n")))
	result := r.Create(sent, dryrun.RequestOptions{})
	expect(t, entries(result), []string{
		"convert lost spec.extra=x line 4 from [0].schema.openAPIV3Schema.properties[spec]",
		"default defaulted spec.port=8080 line 0 from [0].schema.openAPIV3Schema.properties[spec].properties[port].default",
		"convert lost spec.port=8080 line 0 from [1].schema.openAPIV3Schema.properties[spec]",
	})
	if got, want := fmt.Sprint(result.Object["spec"], result.Stored["spec"], result.Stored["apiVersion"]), "map[mode:slow] map[mode:slow]example.com/v1"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestCausesInFileOrder: causes stand as the file does, not as the schema.
func TestCausesInFileOrder(t *testing.T) {
	r := resource(t, []byte(gadgets))
	sent := dryrun.FromDocument(document(t, "gadget.yaml", []byte("apiVersion: example.com/v1\nkind: Gadget\nspec: {port: x, note: 1, mode: odd}\nmetadata: {name: A}\n")))
	var fields []string
	for _, c := range r.Create(sent, dryrun.RequestOptions{}).APIServer.Causes {
		fields = append(fields, c.Field)
	}
	expect(t, fields, []string{"spec.port", "spec.note", "spec.mode", "metadata.name"})
}

// TestDefaultsThatAreLost expects an entry for each place at which a conversion drops a part of a
// default.
func TestDefaultsThatAreLost(t *testing.T) {
	r := resource(t, []byte(`apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, singular: widget, kind: Widget, listKind: WidgetList}
  versions:
  - name: v1
    served: true
    storage: false
    schema: {openAPIV3Schema: {type: object, properties: {l: {type: array, items: {type: object, properties: {c: {type: object, properties: {e: {type: string}}}}}}}}}
  - name: v2
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, properties: {l: {type: array, items: {type: object, properties: {c: {type: object, default: {d: 1}, properties: {d: {type: integer}, e: {type: string}}}}}}}}}
`))
	sent := dryrun.FromDocument(document(t, "o.yaml", []byte("apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\nl: [{}, {}, {}]\n")))
	result := r.Create(sent, dryrun.RequestOptions{})
	if !result.APIServer.Accepted {
		t.Fatalf("%+v", result.APIServer)
	}
	var lost []string
	for _, e := range result.Trace {
		if e.Action == dryrun.Lost {
			lost = append(lost, e.Path)
		}
	}
	if want := []string{"l[0].c.d", "l[1].c.d", "l[2].c.d"}; !reflect.DeepEqual(lost, want) {
		t.Errorf("lost are %q, want %q", lost, want)
	}
}
