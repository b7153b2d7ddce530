package complete_test

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/lsp/complete"
	"github.com/crdtool/crdtool/internal/lsp/cursor"
	"github.com/crdtool/crdtool/internal/lsp/shape"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/upgrading/sample"
	"github.com/crdtool/crdtool/kube"
)

const widgets = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  names: {kind: Widget, plural: widgets}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        required: [spec]
        properties:
          spec:
            type: object
            required: [image]
            properties:
              color: {type: string, enum: [red, green, "true"], default: green}
              image: {type: string}
              paused: {type: boolean, default: true}
              oldName: {type: string, description: "Deprecated: use color."}
              ports:
                type: array
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [name]
                items:
                  type: object
                  required: [name, port]
                  properties:
                    port: {type: integer}
                    name: {type: string}
                    protocol: {type: string, enum: [TCP, UDP]}
              hosts: {type: array, items: {type: string}}
              resources:
                type: object
                properties:
                  limits: {type: object, additionalProperties: {x-kubernetes-int-or-string: true}}
              secretRef: {type: object, properties: {name: {type: string}}}
              timeout: {type: string, format: duration}
              note: {type: string, nullable: true}
              policy: {type: string, description: "One of Always, Never, IfNotPresent. Either 'image' or \"color\" is set."}
              expire: {type: string, pattern: "^([0-9]+s|Never)$"}
              zone: {type: string}
              classRef: {type: object, properties: {group: {type: string}, kind: {type: string}, name: {type: string}}}
              template: {type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true}
          status: {type: object, properties: {ready: {type: boolean}}}
  - name: v1beta1
    served: true
    storage: false
    deprecated: true
    schema: {openAPIV3Schema: {type: object}}
`

func workspace(t *testing.T) *shape.Workspace {
	t.Helper()
	w := shape.NewWorkspace()
	c, _ := crd.Decode(source.Read("widgets.yaml", []byte(widgets)).Documents[0])
	c.Default()
	w.AddCRD(c, "crds/widgets.yaml")
	w.AddObject(map[string]any{"kind": "Widget", "metadata": map[string]any{"labels": map[string]any{"team": "a"}}, "spec": map[string]any{
		"resources": map[string]any{"limits": map[string]any{"cpu": int64(1), "memory": "1Gi"}},
	}})
	for _, zone := range []string{"b", "a", "a"} {
		w.AddObject(map[string]any{"kind": "Widget", "metadata": map[string]any{}, "spec": map[string]any{"zone": zone}})
	}
	w.AddObject(map[string]any{"kind": "Secret", "apiVersion": "v1", "metadata": map[string]any{"name": "tls"}})
	return w
}

// TestItems has places of files with the first items that are offered there; "–" is before items that are not offered.
func TestItems(t *testing.T) {
	w := workspace(t)
	const head = "apiVersion: example.com/v1\nkind: Widget\n"
	const openAPI = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec:\n  group: example.com\n  names: {kind: Widget, plural: widgets}\n  versions:\n  - name: v1\n    schema:\n      openAPIV3Schema:\n        "
	for _, test := range []struct{ file, text, want string }{
		{"", "|", "apiVersion kind metadata"},
		{"", "kind: |", "Widget"},
		{"", "apiVersion: |", "example.com/v1 example.com/v1beta1"},
		{"", "kind: Widget\napiVersion: |", "example.com/v1 example.com/v1beta1 – apps/v1"},
		{"", "kind: Deployment\napiVersion: |", "apps/v1 – example.com/v1"},
		{"", "apiVersion: example.com/v1\nkind: |", "Widget – Deployment"},
		{"", head + "|", "metadata spec status – kind"},
		{"", head + "metadata:\n  |", "name labels namespace annotations"},
		{"", head + "spec:\n  |", "image"},
		{"", head + "spec:\n  image: x\n  |", "zone resources template ports secretRef hosts color paused timeout note policy – image"},
		{"", head + "spec:\n  color: |", "green red true"},
		{"", head + "spec:\n  paused: |", "true false"},
		{"", head + "spec:\n  timeout: |", "5m"},
		{"", head + "spec:\n  note: |", "null"},
		{"", head + "spec:\n  ports:\n  - |", "name port protocol"},
		{"", head + "spec:\n  ports:\n  - name: x\n    |", "port protocol – name"},
		{"", head + "spec:\n  ports:\n  - name: x\n    protocol: |", "TCP UDP"},
		{"", head + "spec:\n  ports:\n    - name: x\n    |", "- name"},
		{"", head + "spec:\n  ports:\n    |", "- name"},
		{"", head + "spec:\n  secretRef:\n    name: |", "tls"},
		{"", head + "spec:\n  template:\n    apiVersion: apps/v1\n    kind: Deployment\n    spec:\n      |", "replicas selector template"},
		{"", head + "spec:\n  template:\n    apiVersion: example.com/v1\n    kind: Widget\n    spec:\n      |", "image"},
		{"", "apiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - |", "name image"},
		{"", "apiVersion: v1\nkind: Pod\nspec:\n  restartPolicy: |", "Always"},
		{"", openAPI + "|", "type description properties"},
		{"", openAPI + "type: object\n        properties:\n          |", "spec status"},
		{"", openAPI + "type: |", "object string array"},
		{"", openAPI + "type: string\n        |", "description maxLength minLength pattern enum default format – maxItems minimum properties"},
		{"", openAPI + "type: array\n        |", "items – maxLength properties"},
		{"", openAPI + "type: object\n        anyOf:\n        - |", "properties required – type description default nullable"},
		{"", openAPI + "type: integer\n        format: |", "int32 int64 – date-time"},
		{"", openAPI + "type: object\n        properties: {a: {type: string}, b: {type: integer}}\n        required: [a, |]", "b – a"},
		{"", openAPI + "type: array\n        items: {type: object, properties: {k: {type: string}}}\n        x-kubernetes-list-type: map\n        x-kubernetes-list-map-keys:\n        - |", "k"},
		{"", openAPI + "type: object\n        x-kubernetes-validations:\n        - |", "rule message"},
		{"", openAPI + "type: object\n        properties: {spec: {type: object, properties: {size: {type: integer}}}}\n    additionalPrinterColumns:\n    - jsonPath: |", ".metadata.creationTimestamp .spec.size"},
		{"", openAPI + "type: object\n    additionalPrinterColumns:\n    - type: |", "string integer"},
		{"", openAPI + "type: object\n  scope: |", "Namespaced Cluster"},
		{"", openAPI + "type: object\nmetadata:\n  name: |", "widgets.example.com"},
		{"", "a: 1 # crdtool:ignore flo|", "float"},
		{"", "a: 1 # |", "crdtool:ignore"},
		{"", "# crdtool: |", "accepted refused stored"},
		{"", "# some text|", ""},
		{"", head + "metadata:\n  labels:\n    |", "team app.kubernetes.io/name"},
		{"", head + "spec:\n  resources:\n    limits:\n      |", "cpu memory"},
		{"", head + "spec:\n  color: red |", ""},
		{"", head + "spec:\n  policy: |", "Always Never IfNotPresent – image"},
		{"", head + "spec:\n  expire: |", "Never"},
		{"", head + "spec:\n  zone: |", "a b"},
		{"", head + "spec:\n  classRef:\n    kind: |", "Widget Deployment"},
		{"", head + "spec:\n  classRef:\n    group: apps\n    kind: |", "ControllerRevision DaemonSet Deployment – Widget Pod"},
		{"", head + "spec:\n  secretRef:\n    name: |\n---\nkind: Secret\nmetadata: {name: here}\n", "here tls"},
		{"", head + "spec:\n  image: x\n  | # a comment\n", "zone resources"},
		{"", head + "spec:\n  resources:\n    requests:\n      |", ""},
		{"", openAPI + "minLength: 1\n        type: |", "string object"},
		{"", openAPI + "type: object\n    additionalPrinterColumns:\n    - name: Age\n      type: |", "date"},
		{"", openAPI + "type: string\n        minLength: 1\n        |", "maxLength description"},
		{".crdtool.yaml", "|", "baseline crds diff"},
		{".crdtool.yaml", "ignore:\n- rules: [float, |]", "float"},
		{".crdtool.yaml", "ignore:\n- |", "reason"},
		{".crdtool.yaml", "diff:\n  |", "accepted"},
		{".crdtool.yaml", "rules:\n  |", "float"},
		{".crdtool.yaml", "rules:\n  float:\n    |", "exclude paths severity"},
		{".crdtool.yaml", "kubeVersion: |", "1.37"},
		{".crdtool.yaml", "profile: |", "default server strict"},
		{".crdtool.yaml", "rules:\n  float: |", "on off error warning"},
		{"", "apiVersion: crdtool/v1\nkind: TestSuite\ntests:\n- name: a\n  steps:\n  - |", "create update apply"},
		{"", "apiVersion: crdtool/v1\nkind: TestSuite\ntests:\n- name: a\n  steps:\n  - create:\n      apiVersion: example.com/v1\n      kind: Widget\n      spec:\n        |", "image"},
	} {
		offset := strings.LastIndexByte(test.text, '|')
		text := test.text[:offset] + test.text[offset+1:]
		items := complete.At(cursor.At([]byte(text), offset), complete.Options{Kinds: w, File: test.file, Version: kube.Latest})
		var labels []string
		for _, i := range items {
			labels = append(labels, i.Label)
		}
		all := " " + strings.Join(labels, " ") + " "
		want, not, _ := strings.Cut(test.want, " – ")
		if want == "" {
			if len(items) > 0 {
				t.Errorf("%q: %.200s, want nothing", test.text, all)
			}
			continue
		}
		first, last := strings.Fields(want)[0], ""
		if len(labels) == 0 || !strings.HasPrefix(labels[0], first) && first != "float" {
			t.Errorf("%q: %.200s, want %s first", test.text[max(0, len(test.text)-60):], all, first)
			continue
		}
		for _, label := range strings.Fields(want) {
			at := strings.Index(all, " "+label+" ")
			if at < 0 || strings.Index(all, last) > at {
				t.Errorf("%q: %.200s: lacks %s, or has it before %s", test.text[max(0, len(test.text)-60):], all, label, last)
			}
			last = " " + label + " "
		}
		for _, label := range strings.Fields(not) {
			if strings.Contains(all, " "+label+" ") {
				t.Errorf("%q: %.200s: has %s", test.text[max(0, len(test.text)-60):], all, label)
			}
		}
	}
}

// TestInsertions has the text that an item inserts, plain and as a snippet.
func TestInsertions(t *testing.T) {
	w := workspace(t)
	const head = "apiVersion: example.com/v1\nkind: Widget\nspec:\n"
	for _, test := range []struct{ text, label, plain, snippet string }{
		{head + "  |", "image", "image: ", "image: $1"},
		{head + "  ima|", "image", "image: ", "image: $1"},
		{head + "  ima|: x", "image", "image", ""},
		{head + "  |", "color", "color: green", "color: ${1:green}"},
		{head + "  |", "ports", "ports:\n  - name: \n    port: ", "ports:\n  - name: $1\n    port: $2"},
		{head + "  |", "resources", "resources:\n    ", "resources:\n    $1"},
		{head + "  hosts: []\n  |", "secretRef", "secretRef:\n    ", "secretRef:\n    $1"},
		{"apiVersion: example.com/v1\nkind: Widget\nmetadata:\n    name: x\nspec:\n    |", "resources", "resources:\n        ", "resources:\n        $1"},
		{"apiVersion: example.com/v1\nkind: Widget\nmetadata:\n  finalizers:\n    - x\nspec:\n  |", "hosts", "hosts:\n    - ", "hosts:\n    - $1"},
		{head + "  ports:\n  - name: x\n    |", "protocol", "protocol: ", "protocol: ${1|TCP,UDP|}"},
		{"apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec:\n  versions:\n  - name: v1\n    schema:\n      openAPIV3Schema:\n        properties:\n          spec:\n            properties:\n              |", "name", "name:\n                type: ", "${1:name}:\n                type: ${2|object,string,array,integer,boolean,number|}"},
		{"apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec:\n  versions:\n  - name: v1\n    |", "served", "served: ", "served: ${1|true,false|}"},
		{head + "  color:|", "green", " green", ""},
		{head + "  color: |", "true", `"true"`, ""},
		{head + "  color: \"r|\"", "red", `"red"`, ""},
		{head + "  color: 'r|'", "red", `'red'`, ""},
		{`{"apiVersion": "example.com/v1", "kind": "Widget", "spec": {"image": "x", |}}`, "resources", `"resources": {}`, `"resources": {$1}`},
		{`{"apiVersion": "example.com/v1", "kind": "Widget", "spec": {"image": "x", "|"}}`, "hosts", `"hosts": []`, `"hosts": [$1]`},
		{"apiVersion: example.com/v1\nkind: Widget\nspec: {image: x, |}", "timeout", "timeout: ", "timeout: $1"},
		{head + "  ports:\n    |", "- name", "- name: \n      port: ", "- name: $1\n      port: $2"},
		{"apiVersion: example.com/v1\nkind: Widget\nspec: |", "image", "\n  image: ", "\n  image: $1"},
	} {
		offset := strings.LastIndexByte(test.text, '|')
		text := test.text[:offset] + test.text[offset+1:]
		found := false
		for _, i := range complete.At(cursor.At([]byte(text), offset), complete.Options{Kinds: w, Version: kube.Latest}) {
			if i.Label != test.label || found {
				continue
			}
			found = true
			if i.Text != test.plain || i.Snippet != test.snippet {
				t.Errorf("%q: %s inserts %q and %q, want %q and %q", test.text, test.label, i.Text, i.Snippet, test.plain, test.snippet)
			}
		}
		if !found {
			t.Errorf("%q: %s is not offered", test.text, test.label)
		}
	}
}

// TestSkeletonIsAccepted sends the skeleton of a kind to the dry run.
func TestSkeletonIsAccepted(t *testing.T) {
	w := workspace(t)
	k := w.Find("example.com/v1", "Widget")
	rules := dryrun.CEL(celrule.NewCompiler(behaviour.Of(kube.Latest).CEL))
	text := complete.Skeleton(k, sample.Options{Version: kube.Latest, Rules: rules})
	if !strings.HasPrefix(text, "apiVersion: example.com/v1\nkind: Widget\n") || !strings.Contains(text, "image:") {
		t.Fatalf("skeleton %q", text)
	}
	r, err := dryrun.New(k.CRD.Copy(), dryrun.Server{Rules: rules})
	if err != nil {
		t.Fatal(err)
	}
	result := r.Create(dryrun.FromDocument(source.Read("", []byte(text)).Documents[0]), dryrun.RequestOptions{})
	if result.Object == nil {
		t.Errorf("skeleton is refused: %+v", result.APIServer)
	}
	items := complete.At(cursor.At(nil, 0), complete.Options{Kinds: w, Version: kube.Latest, Skeleton: func(of *shape.Kind) (string, bool) { return text, of == k }})
	last := items[len(items)-1]
	if last.Label != "Widget manifest" || last.Text+"\n" != text {
		t.Errorf("item %+v, want the manifest", last)
	}
}
