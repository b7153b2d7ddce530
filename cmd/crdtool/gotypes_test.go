package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/report"
)

// gadgets is a repository with the types of a CRD, as kubebuilder lays it out.
func gadgets() map[string]string {
	return map[string]string{
		"go.mod": "module example.com/gadgets\n",
		"api/v1/groupversion_info.go": `// +kubebuilder:object:generate=true
// +groupName=example.com
package v1
`,
		"api/v1/gadget_types.go": `package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// GadgetSpec is what is wanted.
type GadgetSpec struct {
	// Name is a name.
	// +kubebuilder:validation:Pattern=` + "`^a|b$`" + `
	// +kubebuilder:validation:XValidation:rule="self.size() > 0 || slf == ''",message="no"
	Name string ` + "`json:\"name\"`" + `
}

// Gadget is a gadget.
// +kubebuilder:object:root=true
// +kubebuilder:resource:scope=namespaced
type Gadget struct {
	metav1.TypeMeta   ` + "`json:\",inline\"`" + `
	metav1.ObjectMeta ` + "`json:\"metadata,omitempty\"`" + `

	Spec GadgetSpec ` + "`json:\"spec\"`" + `
}
`,
		"config/crd/gadgets.yaml": `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  annotations:
    controller-gen.kubebuilder.io/version: v0.19.0
  name: gadgets.example.com
spec:
  group: example.com
  names:
    kind: Gadget
    listKind: GadgetList
    plural: gadgets
    singular: gadget
  scope: namespaced
  versions:
  - name: v1
    schema:
      openAPIV3Schema:
        properties:
          apiVersion:
            type: string
          kind:
            type: string
          metadata:
            type: object
          spec:
            properties:
              name:
                pattern: ^a|b$
                type: string
                x-kubernetes-validations:
                - message: "no"
                  rule: self.size() > 0 || slf == ''
            required:
            - name
            type: object
        required:
        - spec
        type: object
    served: true
    storage: true
`,
	}
}

func TestFindingsInGo(t *testing.T) {
	for args, want := range map[string][]string{
		"": {
			"api/v1/gadget_types.go:8:5: warning:", "  8 |     // +kubebuilder:validation:Pattern=`^a|b$`", "= config/crd/gadgets.yaml:29:26: in the CRD that is generated from it:",
			"api/v1/gadget_types.go:9:66: error:", // at slf
			"api/v1/gadget_types.go:15:32: error:",
		},
		"--at yaml":                {"config/crd/gadgets.yaml:29:26: warning:", "config/crd/gadgets.yaml:14:10: error:"},
		"--go-types api":           {"api/v1/gadget_types.go:8:5: warning:"},
		"--go-types config":        {"--go-types: config: there are no Go types of custom resources"},
		"--format github":          {"file=api/v1/gadget_types.go,line=8,", "config/crd/gadgets.yaml:29:26: in the CRD that is generated from it"},
		"--format gitlab":          {`"path": "api/v1/gadget_types.go"`},
		"--format sarif":           {`"uri": "api/v1/gadget_types.go"`, `"uri": "config/crd/gadgets.yaml"`},
		"--format sarif --at yaml": {`"uri": "config/crd/gadgets.yaml"`},
	} {
		dir := folder(t, gadgets())
		got := inProcess(t, dir, append([]string{"lint", "config/crd"}, strings.Fields(args)...)...)
		for _, w := range want {
			if !strings.Contains(got.stdout+got.stderr, w) {
				t.Errorf("lint %s: no %q in\n%s%s", args, w, got.stdout, got.stderr)
			}
		}
		if strings.Contains(args, "--at yaml") && strings.Contains(got.stdout, "gadget_types.go") {
			t.Errorf("lint %s: Go in\n%s", args, got.stdout)
		}
	}
}

func TestOriginsInJSON(t *testing.T) {
	for name, change := range map[string]func(files map[string]string){
		"found":      func(map[string]string) {},
		"configured": func(files map[string]string) { files[".crdtool.yaml"] = "paths: {types: [api, absent]}\n" },
		"no types":   func(files map[string]string) { delete(files, "api/v1/gadget_types.go") },
		"no code":    func(files map[string]string) { delete(files, "go.mod") },
		"by hand": func(files map[string]string) {
			files["config/crd/gadgets.yaml"] = strings.Replace(files["config/crd/gadgets.yaml"], "controller-gen.kubebuilder.io/version", "example.com/version", 1)
		},
	} {
		files := gadgets()
		change(files)
		got := inProcess(t, folder(t, files), "lint", "--format", "json", "config/crd")
		var r struct {
			Findings []struct {
				Rule, File string
				Origin     *report.Origin
			}
		}
		if err := json.Unmarshal([]byte(got.stdout), &r); err != nil {
			t.Fatal(err)
		}
		places := 0
		for _, f := range r.Findings {
			if f.File != "config/crd/gadgets.yaml" {
				t.Errorf("%s: the file is %s", name, f.File)
			}
			if f.Origin != nil {
				places++
			}
			if f.Rule == "pattern-alternation" && f.Origin != nil && (f.Origin.File != "api/v1/gadget_types.go" || f.Origin.Line != 8 || f.Origin.Marker != "kubebuilder:validation:Pattern") {
				t.Errorf("%s: %+v", name, f.Origin)
			}
		}
		if want := name == "found" || name == "configured"; want != (places == len(r.Findings)) || !want && places > 0 || len(r.Findings) < 3 {
			t.Errorf("%s: %d of %d findings have a place in Go\n%s", name, places, len(r.Findings), got.stdout)
		}
	}
}

func TestCostsInGo(t *testing.T) {
	files := gadgets()
	for name, text := range files {
		files[name] = strings.ReplaceAll(text, "slf", "self") // which compiles
	}
	files["config/crd/gadgets.yaml"] = strings.Replace(files["config/crd/gadgets.yaml"], "scope: namespaced", "scope: Namespaced", 1)
	for args, want := range map[string]string{
		"":                      "rule 1 (api/v1/gadget_types.go:9)\n",
		"--kube-versions 1.30-": "rule 1 (api/v1/gadget_types.go:9) on",
		"--at yaml":             "rule 1 (line 33)\n",
		"-o json":               `"marker": "kubebuilder:validation:XValidation"`,
	} {
		got := inProcess(t, folder(t, files), append([]string{"cost", "config/crd"}, strings.Fields(args)...)...)
		if !strings.Contains(got.stdout, want) {
			t.Errorf("cost %s: no %q in\n%s%s", args, want, got.stdout, got.stderr)
		}
	}
}

// The CRD is not generated again after a change of the maximum.
func TestStaleCRD(t *testing.T) {
	files := gadgets()
	for name, text := range files {
		files[name] = strings.NewReplacer("slf", "self", "^a|b$", "^[ab]$", "scope=namespaced", "scope=Namespaced", "scope: namespaced", "scope: Namespaced").Replace(text)
	}
	if got := inProcess(t, folder(t, files), "lint", "config/crd"); strings.Contains(got.stdout, "stale-crd") {
		t.Errorf("unchanged: %s", got.stdout)
	}
	files["api/v1/gadget_types.go"] = strings.Replace(files["api/v1/gadget_types.go"], "^[ab]$", "^[abc]$", 1)
	for args, want := range map[string]string{
		"":                "api/v1/gadget_types.go:8:5: warning: version \"v1\" is not what its Go types say: pattern of spec.name is \"^[abc]$\" in Go and \"^[ab]$\" in the CRD [stale-crd]",
		"--format github": "file=api/v1/gadget_types.go,line=8,",
		"--at yaml":       "config/crd/gadgets.yaml:29:26: warning: version",
	} {
		got := inProcess(t, folder(t, files), append([]string{"lint", "config/crd"}, strings.Fields(args)...)...)
		if !strings.Contains(got.stdout, want) {
			t.Errorf("lint %s: no %q in\n%s%s", args, want, got.stdout, got.stderr)
		}
	}
}

// changed is a repository whose revision HEAD has other gadgets.
func changed(t *testing.T) string {
	t.Helper()
	files := gadgets()
	for name, text := range files {
		files[name] = strings.NewReplacer("slf", "self", "scope=namespaced", "scope=Namespaced", "scope: namespaced", "scope: Namespaced").Replace(text)
	}
	dir := folder(t, files)
	committed(t, dir)
	types, crd := filepath.Join(dir, "api/v1/gadget_types.go"), filepath.Join(dir, "config/crd/gadgets.yaml")
	change(t, types, "^a|b$", "^[ab]$")
	change(t, types, "	Name string", "	// +kubebuilder:validation:MaxLength=5\n	Name string")
	change(t, crd, "pattern: ^a|b$", "maxLength: 5\n                pattern: ^[ab]$")
	return dir
}

func TestChangesInGo(t *testing.T) {
	dir := changed(t)
	for args, want := range map[string][]string{
		"": {
			"api/v1/gadget_types.go:10:5         // +kubebuilder:validation:MaxLength=5\n  config/crd/gadgets.yaml:29:28       maxLength: 5\n",
			"api/v1/gadget_types.go:8:5          // +kubebuilder:validation:Pattern=`^[ab]$`\n  config/crd/gadgets.yaml:30:26       pattern: ^[ab]$\n",
		},
		"--at yaml":                 {"[bounds-tightened]\n  config/crd/gadgets.yaml:29:28"},
		"--format json":             {`"file": "api/v1/gadget_types.go"`, `"marker": "kubebuilder:validation:MaxLength"`},
		"--format github":           {"file=api/v1/gadget_types.go,line=10,", "config/crd/gadgets.yaml:29:28: in the CRD that is generated from it"},
		"--format github --at yaml": {"file=config/crd/gadgets.yaml,line=29,"},
		"--format gitlab":           {`"path": "api/v1/gadget_types.go"`},
		"--format sarif":            {`"uri": "api/v1/gadget_types.go"`, `"uri": "config/crd/gadgets.yaml"`},
		"--format markdown":         {"`api/v1/gadget_types.go:10`: `// +kubebuilder:validation:MaxLength=5`\n\n```diff\n"},
		"--go-types config":         {"--go-types: config: there are no Go types of custom resources"},
	} {
		got := inProcess(t, dir, append([]string{"diff", "--against", "HEAD", "config/crd"}, strings.Fields(args)...)...)
		for _, w := range want {
			if !strings.Contains(got.stdout+got.stderr, w) {
				t.Errorf("diff %s: no %q in\n%s%s", args, w, got.stdout, got.stderr)
			}
		}
		if strings.Contains(args, "--at yaml") && strings.Contains(got.stdout, "gadget_types.go") {
			t.Errorf("diff %s: Go in\n%s", args, got.stdout)
		}
	}
}

// A field that is gone is gone from its type.
func TestRemovedFieldInGo(t *testing.T) {
	dir := changed(t)
	const crd = "config/crd/gadgets.yaml"
	now, err := os.ReadFile(filepath.Join(dir, crd))
	if err != nil {
		t.Fatal(err)
	}
	change(t, filepath.Join(dir, crd), "              name:", "              old:\n                type: string\n              name:")
	old := filepath.Join(t.TempDir(), "old.yaml")
	if err := os.Rename(filepath.Join(dir, crd), old); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, crd), now, 0o666); err != nil {
		t.Fatal(err)
	}
	got := inProcess(t, dir, "diff", old, "config/crd")
	if want := "[field-removed]\n  api/v1/gadget_types.go:6:6"; !strings.Contains(got.stdout, want) {
		t.Errorf("no %q in\n%s%s", want, got.stdout, got.stderr)
	}
}

func TestRefusalsInGo(t *testing.T) {
	dir := changed(t)
	const object = "apiVersion: example.com/v1\nkind: Gadget\nmetadata: {name: a}\nspec: {name: aaaaaaa}\n"
	for name, text := range map[string]string{"gadget.yaml": object, "test.yaml": "# crdtool: accepted\n" + object} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for args, want := range map[string][]string{
		"apply-dry gadget.yaml":               {"set at api/v1/gadget_types.go:10 (config/crd/gadgets.yaml:29): maxLength: 5"},
		"apply-dry gadget.yaml --at yaml":     {"set at config/crd/gadgets.yaml:29: maxLength: 5"},
		"apply-dry gadget.yaml --format json": {`"schemaOrigin": {`, `"marker": "kubebuilder:validation:MaxLength"`, `"message": "what the CRD is generated from"`},
		"test test.yaml":                      {"      api/v1/gadget_types.go:10: // +kubebuilder:validation:MaxLength=5\n      config/crd/gadgets.yaml:29: maxLength: 5\n"},
		"test test.yaml --at yaml":            {"      config/crd/gadgets.yaml:29: maxLength: 5\n"},
		"test test.yaml --format json":        {`"schemaOrigin": {`},
	} {
		got := inProcess(t, dir, strings.Fields(args)...)
		for _, w := range want {
			if !strings.Contains(got.stdout, w) {
				t.Errorf("%s: no %q in\n%s%s", args, w, got.stdout, got.stderr)
			}
		}
		if strings.Contains(args, "--at yaml") && strings.Contains(got.stdout, "gadget_types.go") {
			t.Errorf("%s: Go in\n%s", args, got.stdout)
		}
	}
}

func TestDocumentationInGo(t *testing.T) {
	dir := changed(t)
	const to = "https://github.com/a/b/blob/v1/api/v1/gadget_types.go#L11"
	for args, want := range map[string]string{
		"docs --no-samples config/crd --source-url https://github.com/a/b/blob/v1/":               "**`name`** string, **required** ([source](" + to + "))",
		"docs --no-samples config/crd --source-url https://github.com/a/b/blob/v1 -o html":        `<a class="source" href="` + to + `" rel="noopener noreferrer">source</a>`,
		"docs --no-samples config/crd --source-url https://github.com/a/b/blob/v1 --go-types api": to,
		"docs --no-samples config/crd --source-url javascript:alert(1)":                           "this is no address of a folder",
		"docs --no-samples config/crd --go-types api":                                             "--go-types requires --source-url; add it",
		"explain gadget.spec.name --crds config/crd --go-types .":                                 "VERSION:    v1\nSOURCE:     api/v1/gadget_types.go:11\n",
		"explain gadget --crds config/crd --go-types api":                                         "VERSION:    v1\nSOURCE:     api/v1/gadget_types.go:17\n",
		"explain gadget --crds config/crd --go-types config":                                      "--go-types: config: there are no Go types",
	} {
		if got := inProcess(t, dir, strings.Fields(args)...); !strings.Contains(got.stdout+got.stderr, want) {
			t.Errorf("%s: no %q in\n%s%s", args, want, got.stdout, got.stderr)
		}
	}
	for _, args := range []string{"docs config/crd", "docs config/crd -o html", "explain gadget.spec --crds config/crd"} {
		if got := inProcess(t, dir, strings.Fields(args)...); strings.Contains(got.stdout, "gadget_types.go") || got.status != 0 {
			t.Errorf("%s:\n%s%s", args, got.stdout, got.stderr)
		}
	}
}
