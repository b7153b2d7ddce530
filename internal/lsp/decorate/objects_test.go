package decorate

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/kube"
)

const widgetCRD = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  names: {kind: Widget, listKind: WidgetList, plural: widgets, singular: widget}
  scope: Namespaced
  versions:
  - name: v1beta1
    served: true
    storage: false
    deprecated: true
    schema: &schema
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              mode: {type: string, default: Fast}
              a: {type: integer, default: 1}
              b: {type: integer, default: 2}
              c: {type: integer, default: 3}
              d: {type: integer, default: 4}
              note: {type: string, description: "Text that is not deprecated: it stays."}
              old: {type: string, description: "Old text.\n\nDeprecated: use note. It goes in v2."}
              deep: {type: object, default: {}, properties: {x: {type: string, default: z}}}
              ports:
                type: array
                items:
                  type: object
                  properties:
                    port: {type: integer}
                    protocol: {type: string, default: TCP}
                    hostPort: {type: integer, description: "DEPRECATED: use port"}
          status: {type: object, properties: {ready: {type: boolean}}}
    subresources: {status: {}}
  - name: v1
    served: true
    storage: true
    schema: *schema
    subresources: {status: {}}
`

// widgets finds the resource of widgetCRD.
func widgets(t *testing.T) ResourceOf {
	c, _ := crd.Decode(source.Read("crd.yaml", []byte(widgetCRD)).Documents[0])
	r, err := dryrun.New(c, dryrun.Server{Version: kube.Latest})
	if err != nil {
		t.Fatal(err)
	}
	return func(group, kind string) *dryrun.Resource {
		if group == "example.com" && kind == "Widget" {
			return r
		}
		return nil
	}
}

// shown prints hints behind their lines.
func shown(f *source.File, hints []Hint) string {
	var b strings.Builder
	for _, h := range hints {
		line, _ := f.LineColumn(h.Offset)
		fmt.Fprintf(&b, "%d: %s\n", line, h.Label)
	}
	return b.String()
}

func TestDefaultHints(t *testing.T) {
	f := source.Read("w.yaml", []byte(`apiVersion: example.com/v1
kind: Widget
metadata: {name: a}
spec: # a comment
  note: x
  d: 5
  ports:
  - port: 1
  - {port: 2, protocol: UDP}
---
apiVersion: v1
kind: Service
`))
	got := shown(f, DefaultHints(context.Background(), f, widgets(t)))
	want := "4: + a: 1, b: 2, c: 3, deep.x: z and 1 more\n8: + protocol: TCP\n"
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestOwnerHints(t *testing.T) {
	f := source.Read("w.yaml", []byte(`apiVersion: example.com/v1
kind: Widget
metadata:
  name: a
  managedFields:
  - manager: kubectl
    fieldsV1:
      f:spec: {f:mode: {}, f:ports: {'k:{"port":80}': {.: {}, f:port: {}}, 'k:{"port":81}': {.: {}}}}
      f:metadata: {f:finalizers: {'v:"x"': {}}, f:labels: {f:gone: {}}}
  - manager: hpa
    fieldsV1: {f:spec: {f:mode: {}}}
  - manager: broken
    fieldsV1: [1]
  finalizers:
  - x
spec:
  mode: Fast
  ports:
  - port: 80
    protocol: TCP
`))
	got := shown(f, OwnerHints(f))
	if want := "15: kubectl\n17: kubectl, hpa\n19: kubectl\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestFadedFields(t *testing.T) {
	f := source.Read("w.yaml", []byte(`apiVersion: example.com/v1beta1
kind: Widget
metadata: {name: a}
spec:
  note: x
  old: y
  ports: [{port: 1, hostPort: 2}]
status: {ready: true}
`))
	var got []string
	for _, x := range FadedFields(context.Background(), f, widgets(t)) {
		got = append(got, fmt.Sprintf("%d:%d %t %s", x.Pos.Line, x.Pos.Column, x.Deprecated, x.Message))
	}
	want := []string{
		"1:13 true example.com/v1beta1 Widget is deprecated; use example.com/v1 Widget",
		"6:3 true Deprecated: use note.",
		"7:21 true DEPRECATED: use port",
		"8:1 false the server drops it: ",
	}
	if len(got) != len(want) {
		t.Fatalf("%q", got)
	}
	for i := range want {
		if !strings.HasPrefix(got[i], want[i]) {
			t.Errorf("%q, want %q", got[i], want[i])
		}
	}
}

// TestUnfinishedObjects: texts that are cut anywhere, or have other types, do no harm.
func TestUnfinishedObjects(t *testing.T) {
	text := "apiVersion: example.com/v1\nkind: Widget\nmetadata:\n  managedFields: [{manager: a, fieldsV1: {f:spec: {f:a: {}}}}]\nspec:\n  a: &x [1, {b: *x}]\n  ports: [{port: 1}, null, 3]\n  old: {}\n"
	for i := 0; i < len(text); i += 3 {
		f := source.Read("w.yaml", []byte(text[:i]))
		OwnerHints(f)
		DefaultHints(context.Background(), f, widgets(t))
		FadedFields(context.Background(), f, widgets(t))
		Folds([]byte(text[:i]))
	}
}
