package render

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

func TestJSONOfEmptyReport(t *testing.T) {
	var b bytes.Buffer
	if err := JSON(&b, &report.Report{}); err != nil {
		t.Fatal(err)
	}
	const want = `{
  "schemaVersion": 1,
  "documents": [],
  "findings": [],
  "summary": {
    "files": 0,
    "crds": 0,
    "refused": 0,
    "skipped": 0,
    "ignored": 0,
    "errors": 0,
    "warnings": 0,
    "fixable": 0,
    "fixed": 0
  }
}
`
	if got := b.String(); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

func TestJSONKeepsTheReport(t *testing.T) {
	out := report.Report{Documents: []report.Document{{Name: "a"}}}
	var b bytes.Buffer
	if err := JSON(&b, &out); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.String(), "null") {
		t.Errorf("null in %s", b.String())
	}
	if out.Documents[0].APIServer.Causes != nil {
		t.Error("the report itself was changed")
	}
}

func TestJSONValidatesAgainstItsSchema(t *testing.T) {
	schema := outputSchema(t, "lint-output.schema.json")
	var out report.Report
	add := func(file *source.File) {
		r := lint.New(kube.Latest).File(file, lint.Options{})
		out.Documents = append(out.Documents, r.Documents...)
		out.Findings = append(out.Findings, r.Findings...)
		out.Summary.Add(r.Summary)
	}
	for _, name := range exampleFiles(t) {
		file, err := source.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		add(file)
	}
	for name, text := range oddInputs {
		add(source.Read(name, []byte(text)))
	}
	out.PassedOver = []report.PassedOver{{Reason: "template", File: "a.yaml", By: "chart"}, {Reason: "partial", File: "b.yaml"}}
	if len(out.Documents) == 0 || len(out.Findings) == 0 || out.Summary.Fixable == 0 {
		t.Fatalf("the examples hold %d CRDs with %d findings, %d of them with a fix; want some of each", len(out.Documents), len(out.Findings), out.Summary.Fixable)
	}
	var b bytes.Buffer
	if err := JSON(&b, &out); err != nil {
		t.Fatal(err)
	}
	var v any
	if err := json.Unmarshal(b.Bytes(), &v); err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(v); err != nil {
		t.Errorf("%#v\n%s", err, b.String())
	}
}

// oddInputs are files that are no CRDs, or hardly.
var oddInputs = map[string]string{
	"empty.yaml":    "",
	"blank.yaml":    "\n# nothing\n---\n",
	"broken.yaml":   "a: [1, 2\nb: 3\n",
	"broken.json":   `{"a": }`,
	"binary.yaml":   "\x89PNG\r\n\x1a\n\x00\x00",
	"latin1.yaml":   "kind: \xe9\n",
	"template.yaml": "kind: CustomResourceDefinition\n{{- if .Values.crds }}\nspec: {}\n{{- end }}\n",
	"scalar.yaml":   "42\n",
	"bare.yaml":     "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n",
	"old.yaml":      "apiVersion: apiextensions.k8s.io/v1beta1\nkind: CustomResourceDefinition\nmetadata: {name: a.b.c}\n",
	"types.yaml":    "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: []\nspec: {versions: 1}\n",
	"list.yaml":     "apiVersion: v1\nkind: List\nitems: [{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, spec: null}, 3]\n",
}

// outputSchema is a schema of docs/ with no properties allowed but
// those it describes, so that a field is not added without a word about it.
func outputSchema(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	text, err := os.ReadFile("../../../docs/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	closeObjects(v)
	closed, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	for url, text := range map[string][]byte{"open.json": text, "closed.json": closed} {
		if err := c.AddResource(url, bytes.NewReader(text)); err != nil {
			t.Fatal(err)
		}
		// Compiling checks the schema against its metaschema.
		if _, err := c.Compile(url); err != nil {
			t.Fatal(err)
		}
	}
	return c.MustCompile("closed.json")
}

func closeObjects(v any) {
	switch v := v.(type) {
	case map[string]any:
		if _, ok := v["properties"]; ok {
			v["additionalProperties"] = false
		}
		delete(v, "$id") // or both variants would be one resource
		for _, child := range v {
			closeObjects(child)
		}
	case []any:
		for _, child := range v {
			closeObjects(child)
		}
	}
}

func exampleFiles(t *testing.T) []string {
	t.Helper()
	top, err := filepath.Glob("../../../examples/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	below, err := filepath.Glob("../../../examples/*/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return append(top, below...)
}
