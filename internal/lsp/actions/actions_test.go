package actions

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/objects/apply"
	"github.com/crdtool/crdtool/kube"
)

const toolCRD = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: tools.example.com}
spec:
  group: example.com
  names: {kind: Tool, listKind: ToolList, plural: tools, singular: tool}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            required: [mode, port]
            properties:
              mode: {type: string, enum: [Fast, Slow]}
              port: {type: integer, minimum: 1024, maximum: 65535}
              on: {type: boolean}
              ratio: {type: number}
              target: {x-kubernetes-int-or-string: true}
              words: {type: array, items: {type: string}, x-kubernetes-list-type: set}
              a.b: {type: integer}
              backends:
                type: array
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [name]
                items: {type: object, required: [name, url], properties: {name: {type: string}, url: {type: string, minLength: 1}}}
`

// TestObjectFixes makes the first fix of the first error of a spec. An empty want expects no fix.
func TestObjectFixes(t *testing.T) {
	crds := apply.NewCRDs(kube.Latest, false)
	crds.Add(source.Read("crd.yaml", []byte(toolCRD)))
	check := checkOf(crds)
	const head = "apiVersion: example.com/v1\nkind: Tool\nmetadata:\n  name: a\n"
	for _, c := range []struct {
		name, spec, title, want string
		preferred               bool
	}{
		{"misspelt field", "spec:\n  mode: Fast # why\n  prot: 2000\n", `rename "prot" to "port"`, "spec:\n  mode: Fast # why\n  port: 2000\n", true},
		{"unknown field", "spec:\n  mode: Fast\n  port: 2000\n  zzz:\n    y: 1\n", `remove "zzz"`, "spec:\n  mode: Fast\n  port: 2000\n", false},
		{"misspelt enum", "spec: {mode: fast, port: 2000}\n", "write Fast", "spec: {mode: Fast, port: 2000}\n", true},
		{"quoted number", "spec:\n  mode: Fast\n  port: \"2000\" # in quotes\n", "write it without quotes", "spec:\n  mode: Fast\n  port: 2000 # in quotes\n", true},
		{"quoted fraction", "spec: {mode: Fast, port: 2000, ratio: '1.5'}\n", "write it without quotes", "spec: {mode: Fast, port: 2000, ratio: 1.5}\n", true},
		{"quoted boolean", "spec: {mode: Fast, port: 2000, on: 'true'}\n", "write it without quotes", "spec: {mode: Fast, port: 2000, on: true}\n", true},
		{"boolean in int-or-string", "spec: {mode: Fast, port: 2000, target: true}\n", `put it in quotes: "true"`, "spec: {mode: Fast, port: 2000, target: \"true\"}\n", true},
		{"number in strings", "spec: {mode: Fast, port: 2000, words: [1]}\n", `put it in quotes: "1"`, "spec: {mode: Fast, port: 2000, words: [\"1\"]}\n", true},
		{"field with a dot", "spec: {mode: Fast, port: 2000, a.b: \"1\"}\n", "write it without quotes", "spec: {mode: Fast, port: 2000, a.b: 1}\n", true},
		{"text for a list", "spec:\n  mode: Fast\n  port: 2000\n  words: x\n", "make it a list", "spec:\n  mode: Fast\n  port: 2000\n  words: [x]\n", true},
		{"object for a list", "spec:\n  mode: Fast\n  port: 2000\n  backends:\n    name: a\n    # where\n    url: b\n", "make it a list", "spec:\n  mode: Fast\n  port: 2000\n  backends:\n    - name: a\n      # where\n      url: b\n", true},
		{"below the minimum", "spec: {mode: Fast, port: 80}\n", "write 1024, the minimum", "spec: {mode: Fast, port: 1024}\n", false},
		{"missing field", "spec:\n  mode: Fast\n", `add the required field "port"`, "spec:\n  mode: Fast\n  port: 8080\n", true},
		{"missing in an item", "spec:\n  mode: Fast\n  port: 2000\n  backends:\n  - name: a\n  - name: b\n    url: c\n", `add the required field "url"`, "spec:\n  mode: Fast\n  port: 2000\n  backends:\n  - name: a\n    url: \"https://example.com\"\n  - name: b\n    url: c\n", true},
		{"empty spec", "spec: {}\n", `add the required field "mode"`, "spec: {mode: Fast}\n", true},
		{"null that is required", "spec:\n  mode:\n  port: 2000\n", "write a value", "spec:\n  mode: \"Fast\"\n  port: 2000\n", true},
		{"repeated item", "spec: {mode: Fast, port: 2000, words: [a, b, a]}\n", "remove the repeated item", "spec: {mode: Fast, port: 2000, words: [a, b]}\n", true},
		{"repeated key", "spec: {mode: Fast, port: 2000, port: 2000}\n", "remove the repeated key", "spec: {mode: Fast, port: 2000}\n", true},
		{"other repeated key", "spec: {mode: Fast, port: 2000, port: 3000}\n", "", "", false},
		{"anything else", "spec: {mode: Fast, port: [a]}\n", "", "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := []byte(head + c.spec)
			found := check(text)
			errors := errorsOf(found)
			if len(errors) == 0 {
				t.Fatal("no error")
			}
			fixes := ObjectFixes(source.Read("object.yaml", text), errors[0], found, crds, check)
			if len(fixes) == 0 {
				if c.want != "" {
					t.Fatalf("no fix of %s %s", errors[0].Code, errors[0].Message)
				}
				return
			}
			f := &fixes[0]
			if got := strings.TrimPrefix(string(f.Edited(text)), head); f.Title != c.title || got != c.want || f.Preferred != c.preferred {
				t.Errorf("%q, preferred: %t\n%s\nwant %q\n%s", f.Title, f.Preferred, got, c.title, c.want)
			}
		})
	}
}

// TestAllMissingFields adds several fields at once.
func TestAllMissingFields(t *testing.T) {
	crds := apply.NewCRDs(kube.Latest, false)
	crds.Add(source.Read("crd.yaml", []byte(toolCRD)))
	check := checkOf(crds)
	text := []byte("apiVersion: example.com/v1\nkind: Tool\nmetadata:\n  name: a\nspec:\n  on: true\n  backends:\n  - url: x\n")
	found := check(text)
	fixes := ObjectFixes(source.Read("object.yaml", text), errorsOf(found)[0], found, crds, check)
	last := &fixes[len(fixes)-1]
	if edited := last.Edited(text); last.Title != "add the 3 required fields that are missing" || len(errorsOf(check(edited))) > 0 {
		t.Errorf("%q makes\n%s", last.Title, edited)
	}
}

func TestPathIn(t *testing.T) {
	doc := source.Read("a.yaml", []byte("a:\n  b.c:\n    d[0]: 1\n  b:\n  - x: [1]\n  \"k/l\": {m: 2}\n")).Documents[0]
	for _, c := range []struct {
		printed string
		want    int // segments; 0 for no path
	}{
		{"a", 1}, {"a.b.c", 2}, {"a.b.c.d[0]", 3}, {"a.b[0].x[0]", 5}, {"a.b[0].new", 4}, {"a[k/l].m", 3}, {"a.k/l.m", 3}, {"a.b[7].y", 4}, {"a.b[", 0}, {"", 0}, {".a", 0},
	} {
		if got := len(pathIn(doc, c.printed).Segments()); got != c.want {
			t.Errorf("%q has %d segments, want %d", c.printed, got, c.want)
		}
	}
}

func TestAppendTests(t *testing.T) {
	const more = "apiVersion: x\nkind: y\nname: z\ntests:\n- name: new\n  create: {}\n"
	for _, c := range []struct{ suite, want string }{
		{"kind: y\ntests:\n- name: a\n  create: {}\n", "- name: new\n  create: {}\n"},
		{"kind: y\ntests:\n  - name: a\n    create: {}", "\n  - name: new\n    create: {}\n"},
		{"kind: y\ntests: []\n", ""},
		{"tests:\n- name: a\nkind: y\n", ""},
		{"kind: y\ntests:\n- a: [", ""},
	} {
		if got, ok := AppendTests([]byte(c.suite), more); got != c.want && ok || ok != (c.want != "") {
			t.Errorf("%q: %q %t, want %q", c.suite, got, ok, c.want)
		}
	}
}
