package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFixInGo(t *testing.T) {
	const goFile, crd = "api/v1/gadget_types.go", "config/crd/gadgets.yaml"
	for args, want := range map[string]struct {
		goText, crdText string // what is there afterwards
		said            string
	}{
		"--fix":                              {"scope=Namespaced", "scope: namespaced", "changed markers in api/v1/gadget_types.go; the CRDs stay as they are until they are generated again, with controller-gen"},
		"--fix --quiet":                      {"scope=Namespaced", "scope: namespaced", ""},
		"--fix --at yaml":                    {"scope=Namespaced", "scope: namespaced", "changed markers"},
		"--fix --go-types api":               {"scope=Namespaced", "scope: namespaced", "changed markers"},
		"--fix --dry-run":                    {"scope=namespaced", "scope: namespaced", "nothing was written; --fix would make 1 change "},
		"--fix --fix-generated":              {"scope=namespaced", "scope: Namespaced", "1 fixed"},
		"--fix --fix-generated --dry-run":    {"scope=namespaced", "scope: namespaced", "-  scope: namespaced"},
		"--fix --disable pattern-unanchored": {"scope=Namespaced", "scope: namespaced", "1 fixed"},
	} {
		dir := folder(t, gadgets())
		got := inProcess(t, dir, append([]string{"lint", "config/crd"}, strings.Fields(args)...)...)
		for name, part := range map[string]string{goFile: want.goText, crd: want.crdText} {
			text, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil || !strings.Contains(string(text), part) {
				t.Errorf("%s: no %q in %s: %v\n%s", args, part, name, err, text)
			}
		}
		if !strings.Contains(got.stdout+got.stderr, want.said) {
			t.Errorf("%s: no %q in\n%s%s", args, want.said, got.stdout, got.stderr)
		}
		if strings.HasSuffix(args, "--quiet") && got.stderr != "" {
			t.Errorf("%s says %s", args, got.stderr)
		}
		// What is left is told as it is after the next generation.
		if args == "--fix" && (strings.Contains(got.stdout, "[scope]") || strings.Contains(got.stdout, "[stale-crd]")) {
			t.Errorf("%s: %s", args, got.stdout)
		}
	}
}

// The types of a CRD are changed as far as no other CRD changes by that about which there
// is nothing to find.
func TestFixOfSharedTypes(t *testing.T) {
	files := gadgets()
	files["api/v1/gadget_types.go"] = strings.ReplaceAll(files["api/v1/gadget_types.go"], "scope=namespaced", "scope=Namespaced") + `
type WidgetSpec struct {
	Gadget GadgetSpec ` + "`json:\"gadget\"`" + `
}

// Widget is a widget.
// +kubebuilder:object:root=true
type Widget struct {
	metav1.TypeMeta   ` + "`json:\",inline\"`" + `
	metav1.ObjectMeta ` + "`json:\"metadata,omitempty\"`" + `

	Spec WidgetSpec ` + "`json:\"spec\"`" + `
}
`
	files["api/v1/gadget_types.go"] = strings.Replace(files["api/v1/gadget_types.go"], "\tName string `json:\"name\"`\n", "\tName string `json:\"name\"`\n\tTags []string `json:\"tags,omitempty\"`\n", 1)
	gadget := strings.Replace(files["config/crd/gadgets.yaml"], "scope: namespaced", "scope: Namespaced", 1)
	tags := "              tags:\n                items:\n                  type: string\n                type: array\n"
	gadget = strings.Replace(gadget, "            required:\n            - name\n", tags+"            required:\n            - name\n", 1)
	files["config/crd/gadgets.yaml"] = gadget
	widget := strings.NewReplacer("gadget", "widget", "Gadget", "Widget").Replace(gadget)
	from := strings.Index(widget, "          spec:\n") + len("          spec:\n")
	to := strings.Index(widget, "        required:\n        - spec\n")
	inner := ""
	for line := range strings.Lines(widget[from:to]) {
		inner += "    " + line
	}
	widget = widget[:from] + "            properties:\n              gadget:\n" + inner + "            required:\n            - gadget\n            type: object\n" + widget[to:]
	files["config/crd/widgets.yaml"] = widget

	fix := func(change func(files map[string]string)) (string, string) {
		copied := map[string]string{}
		for name, text := range files {
			copied[name] = text
		}
		change(copied)
		dir := folder(t, copied)
		got := inProcess(t, dir, "lint", "--enable", "list-type-missing", "--fix", "config/crd")
		text, err := os.ReadFile(filepath.Join(dir, "api/v1/gadget_types.go"))
		if err != nil {
			t.Fatal(err)
		}
		return string(text), got.stdout + got.stderr
	}
	text, said := fix(func(map[string]string) {})
	if strings.Count(text, "+listType=atomic") != 1 || strings.Contains(said, "stale-crd") {
		t.Errorf("both: %s%s", said, text)
	}
	text, said = fix(func(files map[string]string) {
		files["config/crd/widgets.yaml"] = strings.Replace(files["config/crd/widgets.yaml"], "                  tags:\n", "                  # crdtool:ignore list-type-missing it is replaced as a whole\n                  tags:\n", 1)
	})
	if strings.Contains(text, "+listType=atomic") || !strings.Contains(said, "1 change in Go not made") {
		t.Errorf("one of two: %s%s", said, text)
	}
}
