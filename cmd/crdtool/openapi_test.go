package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/crdtool/crdtool/report"
)

// twoVersions is a CRD that serves v1 and v2.
func twoVersions(plural string) string {
	text := strings.Replace(crd(plural), "kind: Thing", "kind: Other", 1)
	_, v1, _ := strings.Cut(text, "  versions:\n")
	v2 := strings.NewReplacer("name: v1", "name: v2", "storage: true", "storage: false").Replace(v1)
	return text + v2
}

func TestOpenAPI(t *testing.T) {
	dir := folder(t, map[string]string{
		"one.yaml":        crd("things"),
		"two.yaml":        twoVersions("others"),
		"both/one.yaml":   crd("things"),
		"both/two.yaml":   twoVersions("others"),
		"twice/one.yaml":  crd("things"),
		"twice/more.yaml": crd("things"),
		"clash/one.yaml":  crd("things"),
		"clash/two.yaml":  crd("stuffs"),
		"object.yaml":     "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n",
		"old.yaml":        strings.Replace(crd("things"), "k8s.io/v1", "k8s.io/v1beta1", 1),
		"kind.yaml":       strings.Replace(crd("things"), "Definition", "Definitio", 1),
		"type.yaml":       strings.Replace(crd("things"), "scope: Namespaced", "scope: [1]", 1),
		"broken.yaml":     "a: [1, 2\nb: 3\n",
		"loose.yaml":      strings.Replace(crd("things"), "type: string, ", "", 1),
		"unserved.yaml":   strings.Replace(crd("things"), "served: true", "served: false", 1),
		"group.yaml":      strings.Replace(crd("things"), "group: example.com", "group: ../../evil", 1),
	})
	for _, c := range []struct {
		name, args, stdin string
		status            int
		stdout, stderr    string // patterns; empty: nothing is printed there
	}{
		{name: "v3", args: "one.yaml", stdout: `(?s)^\{\n  "openapi": "3.0.0",.*"com.example.v1.Thing": \{`},
		{name: "standard input", args: "-", stdin: crd("things"), stdout: `com.example.v1.Thing`},
		{name: "yaml", args: "--v3 --format yaml one.yaml", stdout: `(?s)^components:\n.*\nopenapi: 3.0.0\n`},
		{name: "v2", args: "--v2 both", stdout: `(?s)^\{\n  "swagger": "2.0",.*"com.example.v2.Other": \{`},
		{name: "several", args: "two.yaml",
			stdout: `(?s)^\{.*\n\}\n\{\n  "openapi".*\n\}\n$`,
			stderr: `^crdtool: 2 documents, one for each group version \(example.com/v1, example.com/v2\); choose one with --group-version, or write each to a file with --out DIR\n$`},
		{name: "several in YAML", args: "--format yaml two.yaml", stdout: `(?s)openapi: 3.0.0\n.*\n---\n.*openapi: 3.0.0\n`, stderr: `2 documents`},
		{name: "chosen", args: "--group-version example.com/v2 both", stdout: `(?s)^\{.*com.example.v2.Other"`},
		{name: "chosen of v2", args: "--v2 --group-version example.com/v2 both", stdout: `(?s)^\{.*com.example.v2.Other"`},
		{name: "not served", args: "--group-version example.com/v3 both", status: 2,
			stderr: `^crdtool: no CRD serves --group-version "example.com/v3"; did you mean "example.com/v1"\?\n$`},
		{name: "no group version", args: "--group-version v1 both", status: 2,
			stderr: `^crdtool: --group-version "v1": must be a group and a version, such as example.com/v1\n$`},
		{name: "schema", args: "--format jsonschema one.yaml", stdout: `(?s)^\{\n  "\$schema": "http://json-schema.org/draft-07/schema#",\n  "type": "object",\n.*"additionalProperties": false`},
		{name: "several schemas", args: "--format jsonschema both", status: 2,
			stderr: `^crdtool: standard output can hold only one JSON Schema, and there are 3 \(Other of example.com/v1, Thing of example.com/v1, Other of example.com/v2\); write each to a file with --out DIR, or name fewer CRDs\n$`},
		{name: "kustomize", args: "--format kustomize both",
			stdout: `(?s)^\{\n  "swagger": "2.0",.*"com.example.v1.Other": \{.*"com.example.v1.Thing": \{.*"com.example.v2.Other": \{.*"io.k8s.api.apps.v1.Deployment": \{`},
		{name: "kustomize of one", args: "--format kustomize --group-version example.com/v2 both", stdout: `(?s)"definitions": \{\n    "com.example.v2.Other": \{.*\n    \},\n    "io.k8s`},
		{name: "kustomize and v2", args: "--format kustomize --v2 one.yaml", status: 2, stderr: `^crdtool: --format kustomize cannot be combined with --v3 or --v2; remove them\n$`},
		{name: "kustomize of losses", args: "--format kustomize --explain-loss one.yaml", status: 2, stderr: `--explain-loss supports only text`},
		{name: "kustomize of nothing", args: "--format kustomize unserved.yaml", status: 2, stderr: `^crdtool: the CRDs serve no version`},
		{name: "losses", args: "--explain-loss examples.yaml", status: 2, stderr: `examples.yaml`},
		{name: "no losses", args: "--v2 --explain-loss one.yaml", stderr: `^crdtool: OpenAPI v2 loses nothing of these schemas\n$`},
		{name: "losses as JSON", args: "--explain-loss --format json one.yaml", stdout: `^\[\]\n$`},
		{name: "v3 and v2", args: "--v3 --v2 one.yaml", status: 2, stderr: `--v3 and --v2 cannot be combined`},
		{name: "losses of v3", args: "--v3 --explain-loss one.yaml", status: 2, stderr: `--explain-loss applies to --v2`},
		{name: "layout of a document", args: "--layout flat one.yaml", status: 2, stderr: `--layout requires --format jsonschema; add it`},
		{name: "unknown layout", args: "--format jsonschema --layout kubeconfrom one.yaml", status: 2, stderr: `did you mean "kubeconform"\?`},
		{name: "twice", args: "twice", stdout: `"Thing"`},
		{name: "one kind", args: "clash", status: 2, stdout: `"Thing"`, stderr: `both define the kind "Thing"; a cluster accepts only one of them`},
		{name: "none", args: "object.yaml", status: 2, stderr: `^crdtool: no CustomResourceDefinition found in 1 file\n$`},
		{name: "v1beta1", args: "old.yaml", status: 2, stderr: `^crdtool: old.yaml:1: CustomResourceDefinition apiextensions.k8s.io/v1beta1 is not served`},
		{name: "misspelled kind", args: "kind.yaml", status: 2, stderr: `^crdtool: kind.yaml:1: CustomResourceDefinitio apiextensions.k8s.io/v1 is not served`},
		{name: "wrong type", args: "type.yaml", status: 2, stderr: `^crdtool: type.yaml:7: no server can read this CustomResourceDefinition; run crdtool lint for details\n$`},
		{name: "not YAML", args: "broken.yaml", status: 2, stderr: `^crdtool: broken.yaml:\d+: `},
		{name: "missing", args: "missing.yaml", status: 2, stderr: `missing.yaml`},
		{name: "not structural", args: "loose.yaml", stdout: `com.example.v1.Thing`,
			stderr: `^crdtool: loose.yaml:1: the schema of things.example.com v1 is not structural, so servers do not publish it; run crdtool lint for details\n$`},
		{name: "nothing served", args: "--v2 unserved.yaml", status: 2, stderr: `^crdtool: the CRDs serve no version, so nothing is published; set served: true on a version\n$`},
		{name: "names of files", args: "--out out group.yaml", status: 2,
			stderr: `"apis/../../evil/v1.json" cannot be used as a file name; run crdtool lint to see what is wrong with the CRD\n$`},
	} {
		t.Run(c.name, func(t *testing.T) {
			skipOnWindows(t, "paths are printed with backslashes")
			r := inProcessWith(t, dir, c.stdin, append([]string{"openapi"}, strings.Fields(c.args)...)...)
			if r.status != c.status {
				t.Errorf("exit status %d, want %d", r.status, c.status)
			}
			for _, out := range [...]struct{ name, got, want string }{{"output", r.stdout, c.stdout}, {"error", r.stderr, c.stderr}} {
				if out.want == "" && out.got != "" || !regexp.MustCompile(out.want).MatchString(out.got) {
					t.Errorf("standard %s: got\n%.600s\nwant %s", out.name, out.got, out.want)
				}
			}
		})
	}
	if _, err := os.Stat(filepath.Join(dir, "out")); err == nil {
		t.Error("something was written for a CRD whose group cannot name a folder")
	}
}

func TestOpenAPIFiles(t *testing.T) {
	dir := folder(t, map[string]string{"one.yaml": crd("things"), "two.yaml": twoVersions("others")})
	for args, want := range map[string][]string{
		"":                                     {"apis/example.com/v1.json", "apis/example.com/v2.json"},
		"--format yaml":                        {"apis/example.com/v1.yaml", "apis/example.com/v2.yaml"},
		"--v2":                                 {"v2.json"},
		"--format kustomize":                   {"schema.json"},
		"--format jsonschema":                  {"all.json", "example.com/other_v1.json", "example.com/other_v2.json", "example.com/thing_v1.json"},
		"--format jsonschema --layout kubeval": {"all.json", "other-example-v1.json", "other-example-v2.json", "thing-example-v1.json"},
		"--format jsonschema --layout flat":    {"all.json", "other-example.com-v1.json", "other-example.com-v2.json", "thing-example.com-v1.json"},
	} {
		out := filepath.Join(t.TempDir(), "made", "here")
		r := inProcess(t, dir, append([]string{"openapi", "--out", out, "one.yaml", "two.yaml"}, strings.Fields(args)...)...)
		if r.status != 0 || r.stdout != "" {
			t.Errorf("%s: exit status %d, standard output %q, standard error %q", args, r.status, r.stdout, r.stderr)
		}
		for _, name := range want {
			text, err := os.ReadFile(filepath.Join(out, filepath.FromSlash(name)))
			if err != nil {
				t.Errorf("%s: %v", args, err)
			} else if strings.HasSuffix(name, ".json") && !json.Valid(text) {
				t.Errorf("%s: %s is no JSON", args, name)
			}
		}
		var count int
		err := filepath.WalkDir(out, func(_ string, d os.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				count++
			}
			return err
		})
		if err != nil || count != len(want) {
			t.Errorf("%s: %d files, want %d: %v", args, count, len(want), err)
		}
	}
}

func TestOpenAPIExplainsLosses(t *testing.T) {
	r := inProcess(t, repository(t), "openapi", "--v2", "--explain-loss", "examples/widgets.yaml")
	if r.status != 0 || r.stderr != "" || !strings.HasPrefix(r.stdout, "Widget example.com/v1: OpenAPI v2 loses 4 keywords\n") {
		t.Errorf("exit status %d, standard error %q, standard output\n%s", r.status, r.stderr, r.stdout)
	}
}

// A value is shown if it is short, whatever it is.
func TestLossesAreShownWithShortValues(t *testing.T) {
	short := spec.Schema{SchemaProps: spec.SchemaProps{Enum: []any{"<a>"}}}
	long := spec.Schema{SchemaProps: spec.SchemaProps{Not: &spec.Schema{SchemaProps: spec.SchemaProps{Not: &short}}}}
	var b strings.Builder
	err := writeLosses(&b, []report.OpenAPIV2Loss{
		{Kind: "Thing", Group: "example.com", Version: "v1", Field: "a", Keyword: "not", Value: &short, Reason: "x"},
		{Kind: "Thing", Group: "example.com", Version: "v1", Field: "a.b", Keyword: "not", Value: &long, Reason: "x"},
		{Kind: "Thing", Group: "example.com", Version: "v1", Field: "c", Keyword: "anyOf", Value: []spec.Schema{short}, Reason: "x"},
		{Kind: "Thing", Group: "example.com", Version: "v1", Field: "c", Keyword: "oneOf", Value: []spec.Schema{short, short}, Reason: "x"},
		{Kind: "Thing", Group: "example.com", Version: "v1", Field: "c", Keyword: "oneOf", Value: []spec.Schema{{}, {}, {}, {}}, Reason: "x"},
		{Kind: "Other", Group: "example.com", Version: "v1", Keyword: "anyOf", Value: []spec.Schema{long}, Reason: "x"},
		{Kind: "Other", Group: "example.com", Version: "v1", Field: "d", Keyword: "nullable", Value: true, Reason: "x"},
	})
	want := `Thing example.com/v1: OpenAPI v2 loses 5 keywords
  a    not {"enum":["<a>"]}      x
  a.b  not                       x
  c    anyOf [{"enum":["<a>"]}]  x
  c    oneOf                     x
  c    oneOf [{},{},{},{}]       x

Other example.com/v1: OpenAPI v2 loses 2 keywords
  (the object)  anyOf          x
  d             nullable true  x
`
	if err != nil || b.String() != want {
		t.Errorf("%v, got\n%s", err, b.String())
	}
}
