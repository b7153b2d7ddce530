package render

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/objects/apply"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

const lamps = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: lamps.example.com
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Lamp, plural: lamps}
  versions:
  - name: v1
    served: true
    storage: true
    subresources:
      status: {}
    schema:
      openAPIV3Schema:
        type: object
        required: [spec]
        properties:
          spec:
            type: object
            required: [room]
            x-kubernetes-validations:
            - rule: |
                !has(oldSelf.colour) ||
                has(self.colour)
              message: colour may not be removed once set
            properties:
              room: {type: string, minLength: 2, maxLength: 7, pattern: '^[a-z]+$'}
              colour: {type: string, enum: [white, yellow]}
              bulbs: {type: integer, minimum: 1, maximum: 9, default: 1}
              when: {type: string, format: date}
              note: {type: string}
              lit: {type: boolean}
              power:
                anyOf:
                - properties: {watts: {minimum: 5}}
                - properties: {watts: {maximum: 1}}
                type: object
                properties:
                  watts: {type: number}
              tags:
                type: array
                maxItems: 3
                x-kubernetes-list-type: set
                items: {type: string}
              parts:
                type: array
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [name]
                items:
                  type: object
                  required: [name]
                  properties:
                    name: {type: string}
                    count: {type: integer, default: 1}
          status: {type: object, x-kubernetes-preserve-unknown-fields: true}
  - name: v1beta1
    served: true
    storage: false
    deprecated: true
    schema:
      openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}
`

func lamp(rest string) string {
	return "apiVersion: example.com/v1\nkind: Lamp\nmetadata: {name: desk, namespace: home}\n" + rest
}

var objects = []struct {
	name, object, live string
	opts               apply.RunOptions
}{
	{name: "created", object: lamp("spec: {room: study, bulbs: 2}\n")},
	{name: "defaults", object: lamp("spec:\n  room: study\n  note: null\n  parts:\n  - name: shade\nstatus: {lit: true}\n")},
	{name: "unknown-fields", object: lamp("spec:\n  room: study\n  colur: white\n  room: study\n  parts:\n  - name: a\n    cuont: 1\n  bulbs: 0\n")},
	{name: "pruned", object: lamp("spec:\n  room: study\n  colur: white\n"), opts: apply.RunOptions{FieldValidation: "Warn"}},
	{
		name: "values",
		object: lamp(`spec:
  room: UPPER-CASE-ROOM
  colour: blue
  bulbs: "3"
  when: yesterday
  lit: "true"
  note: 12
  power: {watts: 3}
  tags: [a, b, a, c]
  parts:
  - {name: x}
  - {count: 1.5}
  - {name: x}
`),
	},
	{name: "absent", object: lamp("{}\n")[:len(lamp(""))]},
	{
		name: "rule", object: lamp("spec: {room: study}\n"),
		live: lamp("spec: {room: study, colour: white}\n"),
	},
	{
		name: "forgiven", object: lamp("spec: {room: LIVING ROOM, bulbs: 3}\n"),
		live: lamp("spec: {room: LIVING ROOM, bulbs: 2}\n"),
	},
	{
		name: "unchanged", object: lamp("spec: {room: study, bulbs: 1}\n"),
		live: lamp("spec: {room: study}\n"),
	},
	{
		name: "status", object: lamp("spec: {room: other}\nstatus: {lit: true}\n"),
		live: lamp("spec: {room: study}\n"), opts: apply.RunOptions{Command: apply.Command{Subresource: apply.Status}},
	},
	{name: "lost", object: strings.Replace(lamp("spec: {room: study, colour: white, made: 1990}\n"), "/v1", "/v1beta1", 1)},
	{name: "not-served", object: strings.Replace(lamp("spec: {room: study}\n"), "/v1", "/v2", 1)},
	{name: "malformed-metadata", object: "apiVersion: example.com/v1\nkind: Lamp\nmetadata: {name: desk, labels: [a]}\n"},
	{name: "control-characters-of-objects", object: "apiVersion: example.com/v1\nkind: Lamp\nmetadata: {name: \"a\\e[31mb\", namespace: home}\nspec: {room: \"\\e[2J\", \"\\e]0;x\\a\": 1}\n"},
	{name: "conflict", object: lamp(lampAgain), live: lampOf, opts: serverSide(false)},
	{name: "overwrote", object: lamp(lampAgain), live: lampOf, opts: serverSide(true)},
	{
		name: "undeclared", live: lampOf, opts: serverSide(false),
		object: lamp("spec:\n  room: study\n  colur: white\n  bulbs: \"3\"\n  tags: [a, a]\n  parts:\n  - name: shade\n  - count: 2\n  - name: shade\n"),
	},
	{name: "managed-fields", object: lampOf, live: lampOf, opts: serverSide(false)},
	{
		name: "client-side", object: lamp("spec:\n  room: study\n  bulbs: 2\n  tags: [a]\n  parts:\n  - name: shade\n"),
		live: lastApplied, opts: apply.RunOptions{Command: apply.Command{Verb: apply.VerbApply}},
	},
	{name: "manifest-as-live", object: lamp("spec: {room: study}\n"), live: lamp("spec: {room: study, note: old}\n"), opts: apply.RunOptions{Command: apply.Command{Verb: apply.VerbApply}}},
	{name: "deleted", object: lamp(""), live: strings.Replace(lamp("spec: {room: study}\n"), "namespace: home", "namespace: home, finalizers: [example.com/light]", 1), opts: apply.RunOptions{Command: apply.Command{Verb: apply.VerbDelete}}},
	{
		name: "patch-that-does-not-fit", object: lamp("spec: {room: study}\n"), live: lamp("spec: {room: study}\n"),
		opts: apply.RunOptions{Command: apply.Command{Verb: apply.VerbPatch, PatchType: dryrun.JSONPatch, Patch: []byte(`[{"op": "replace", "path": "/spec/room", "value": "hall"}, {"op": "test", "path": "/spec/note", "value": "x"}]`)}},
	},
	{name: "long-values", object: lamp("spec:\n  room: " + strings.Repeat("r", 3000) + "\n")},
}

// lampOf is a lamp that argocd-controller has applied, and others have written since.
const lampOf = `apiVersion: example.com/v1
kind: Lamp
metadata:
  name: desk
  namespace: home
  uid: 0b6d1a0e-7d5f-4f5e-9d7c-2f7f3a1f0c11
  resourceVersion: "7"
  managedFields:
  - apiVersion: example.com/v1
    fieldsType: FieldsV1
    fieldsV1:
      f:spec:
        f:room: {}
        f:tags: {'v:"a"': {}}
        f:parts: {'k:{"name":"shade"}': {.: {}, f:name: {}}}
    manager: argocd-controller
    operation: Apply
  - apiVersion: example.com/v1
    fieldsType: FieldsV1
    fieldsV1:
      f:spec:
        f:note: {}
        f:parts: {'k:{"name":"shade"}': {f:count: {}}}
        f:tags: {'v:"b"': {}}
    manager: kubectl-edit
    operation: Update
  - apiVersion: example.com/v1
    fieldsType: FieldsV1
    fieldsV1:
      f:spec:
        f:bulbs: {}
    manager: autoscaler
    operation: Update
    subresource: scale
spec:
  room: study
  bulbs: 5
  note: by hand
  tags: [a, b]
  parts:
  - name: shade
    count: 3
`

// lampAgain is what argocd-controller applies next.
const lampAgain = `spec:
  room: study
  bulbs: 2
  parts:
  - name: foot
  - name: shade
    count: 1
`

func serverSide(force bool) apply.RunOptions {
	return apply.RunOptions{Command: apply.Command{Verb: apply.VerbApply, ServerSide: true, Manager: "argocd-controller", Force: force}}
}

// lastApplied is a lamp that kubectl has applied client-side, and somebody has changed.
const lastApplied = `apiVersion: example.com/v1
kind: Lamp
metadata:
  name: desk
  namespace: home
  uid: 0b6d1a0e-7d5f-4f5e-9d7c-2f7f3a1f0c11
  annotations:
    kubectl.kubernetes.io/last-applied-configuration: |
      {"apiVersion":"example.com/v1","kind":"Lamp","metadata":{"name":"desk","namespace":"home"},"spec":{"room":"study","bulbs":2,"tags":["a"],"note":"old","parts":[{"name":"shade"}]}}
spec:
  room: study
  bulbs: 7
  note: old
  lit: true
  tags: [a, b]
  parts:
  - name: shade
    count: 1
`

// liveObjects are those of a text.
func liveObjects(t *testing.T, crds *apply.CRDs, text string) *apply.Live {
	t.Helper()
	live := apply.NewLive(crds, "")
	if err := live.Add(source.Read("live.yaml", []byte(text))); err != nil {
		t.Fatal(err)
	}
	return live
}

// try renders what becomes of an object.
func try(t *testing.T, text *Text, object, live string, opts apply.RunOptions) string {
	t.Helper()
	crds := apply.NewCRDs(kube.Latest, false)
	if err := crds.Add(source.Read("lamps.yaml", []byte(lamps))); err != nil {
		t.Fatal(err)
	}
	if live != "" {
		opts.Live = apply.NewLive(crds, "")
		if err := opts.Live.Add(source.Read("live.yaml", []byte(live))); err != nil {
			t.Fatal(err)
		}
	}
	f := source.Read("lamp.yaml", []byte(object))
	report := apply.New(crds, opts).File(f)
	if len(report.Results) != 1 {
		t.Fatalf("%d results, findings %v", len(report.Results), report.Findings)
	}
	var b bytes.Buffer
	text.Object(&b, &report.Results[0], f)
	return b.String()
}

func TestObjectGolden(t *testing.T) {
	for _, c := range objects {
		t.Run(c.name, func(t *testing.T) {
			checkGolden(t, "apply-dry-"+c.name+".txt", []byte(try(t, NewText(false), c.object, c.live, c.opts)))
		})
	}
}

func TestObjectColour(t *testing.T) {
	checkGolden(t, "apply-dry-colour.txt", []byte(try(t, NewText(true), lamp("spec: {room: study, colour: blue}\n"), "", apply.RunOptions{})))
	checkGolden(t, "apply-dry-overwrote-colour.txt", []byte(try(t, NewText(true), lamp(lampAgain), lampOf, serverSide(true))))
}

func TestObjectHoldsNoControlCharacters(t *testing.T) {
	for _, c := range objects {
		for _, r := range try(t, NewText(false), c.object, c.live, c.opts) {
			if r < ' ' && r != '\n' || r >= 0x7f && r < 0xa0 {
				t.Errorf("%s: %q", c.name, r)
			}
		}
	}
}

func TestAppliedJSONValidatesAgainstItsSchema(t *testing.T) {
	schema := outputSchema(t, "apply-dry-output.schema.json")
	var all report.Objects
	crds := apply.NewCRDs(kube.Latest, false)
	if err := crds.Add(source.Read("lamps.yaml", []byte(lamps))); err != nil {
		t.Fatal(err)
	}
	for _, c := range objects {
		if c.live != "" {
			c.opts.Live = apply.NewLive(crds, "")
			if err := c.opts.Live.Add(source.Read("live.yaml", []byte(c.live))); err != nil {
				t.Fatal(err)
			}
		}
		r := apply.New(crds, c.opts).File(source.Read(c.name, []byte(c.object)))
		all.Results = append(all.Results, r.Results...)
		all.Summary.Add(r.Summary)
	}
	odd := map[string]string{
		"unknown.yaml": "apiVersion: a.b/v1\nkind: C\n", "untyped.yaml": "kind: C\n", "kindless.yaml": "apiVersion: a.b/v1\n",
		"typed.yaml": "apiVersion: example.com/v1\nkind: Lamp\nmetadata: 3\n", "number.yaml": "apiVersion: 1\nkind: [Lamp]\n",
	}
	for name, text := range oddInputs {
		odd[name] = text
	}
	for name, text := range odd {
		r := apply.New(crds, apply.RunOptions{}).File(source.Read(name, []byte(text)))
		all.Results = append(all.Results, r.Results...)
		all.Findings = append(all.Findings, r.Findings...)
		all.Summary.Add(r.Summary)
	}
	if len(all.Results) == 0 || len(all.Findings) == 0 {
		t.Fatalf("%d results and %d findings, want some", len(all.Results), len(all.Findings))
	}
	var b bytes.Buffer
	if err := AppliedJSON(&b, &all); err != nil {
		t.Fatal(err)
	}
	var v any
	if err := json.Unmarshal(b.Bytes(), &v); err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(v); err != nil {
		t.Errorf("%#v\n%s", err, b.String())
	}

	b.Reset()
	if err := AppliedJSON(&b, &report.Objects{}); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.String(), "null") {
		t.Errorf("null in %s", b.String())
	}
}

func TestAppliedLine(t *testing.T) {
	for _, c := range []struct {
		summary report.Summary
		want    string
	}{
		{report.Summary{Files: 1}, "no custom objects found (1 file, 38 ms)"},
		{report.Summary{Files: 1, Objects: 1, Created: 1}, "1 object: 1 created (1 file, 38 ms)"},
		{
			report.Summary{Files: 9, Objects: 10, Created: 1, Updated: 2, Unchanged: 3, Refused: 4, WithoutCRD: 1, BuiltIn: 2, CRDs: 3, Other: 1},
			"10 objects: 4 refused, 1 created, 2 updated, 3 unchanged; 1 object without a CRD " +
				"(9 files, 3 CRDs among them, 2 built-in objects skipped, 1 other document skipped, 38 ms)",
		},
	} {
		if got := AppliedLine(&c.summary, 38*time.Millisecond); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

func TestRows(t *testing.T) {
	got := Rows([]report.Row{
		{Table: "a", Namespace: "x", Header: []string{"NAME", "AGE"}, Cells: []string{"one", "<unknown>"}},
		{Table: "b", Header: []string{"NAME", "COLOUR"}, Cells: []string{"a-longer-name", ""}},
		{Table: "a", Namespace: "y", Header: []string{"NAME", "AGE"}, Cells: []string{"two\x1b", ""}},
	})
	const want = "NAMESPACE   NAME      AGE\nx           one       <unknown>\ny           two\\x1b\n\nNAME            COLOUR\na-longer-name\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
