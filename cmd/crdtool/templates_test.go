package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// filledIn is a CRD with a placeholder that another program replaces, and a fault that --fix could fix.
const filledIn = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: "${PLURAL}.example.com"}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: "${KIND}", plural: "${PLURAL}"}
  versions:
  - name: v1
    served: true
    storage: true
    storage: true
    schema: {openAPIV3Schema: {type: object}}
`

// TestTemplatesArePassedOver: a CRD with places to be filled in where no CRD can have such text is a template.
func TestTemplatesArePassedOver(t *testing.T) {
	lines := func(name, kind, version string) string {
		return strings.NewReplacer(`"${PLURAL}.example.com"`, name, `"${KIND}"`, kind, `"${PLURAL}"`, "widgets", "name: v1\n", "name: "+version+"\n").Replace(filledIn)
	}
	for name, text := range map[string]string{
		"envsubst": filledIn, "group": strings.Replace(lines("widgets.example.com", "Widget", "v1"), "group: example.com", "group: ${GROUP}", 1),
		"version": lines("widgets.example.com", "Widget", "$(VERSION)"), "angle brackets": lines("widgets.example.com", "<kind>", "v1"),
		"name": lines("<plural>.example.com", "Widget", "v1"), "autoconf": lines(`"@NAME@.example.com"`, "Widget", "v1"),
		"schema": strings.Replace(lines("widgets.example.com", "Widget", "v1"), "{openAPIV3Schema: {type: object}}", "${SCHEMA}", 1),
		"label":  strings.Replace(lines("widgets.example.com", "Widget", "v1"), "metadata: {", "metadata: {labels: {version: \"${VERSION}\"}, ", 1),
		"list":   strings.Replace(lines("widgets.example.com", "Widget", "v1"), "plural:", `shortNames: ["${SHORT}"], plural:`, 1),
	} {
		dir := folder(t, map[string]string{"crds/template.yaml": text, "crds/lamps.yaml": lamps})
		for _, args := range [][]string{{"lint", "--no-config", "crds"}, {"lint", "--no-config", "--fix", "crds"}} {
			got := inProcess(t, dir, args...)
			if got.status != 0 || !strings.Contains(got.stdout, filepath.FromSlash("(crds/template.yaml) skipped")) {
				t.Errorf("%s: %v: status %d\n%s%s", name, args, got.status, got.stdout, got.stderr)
			}
		}
		got := inProcess(t, dir, "lint", "--no-config", "--fix", "crds/template.yaml")
		if got.status != 1 || !strings.Contains(got.stderr, "template.yaml is a template, so that nothing in it is fixed") {
			t.Errorf("%s: named: status %d\n%s%s", name, got.status, got.stdout, got.stderr)
		}
		if now, err := os.ReadFile(filepath.Join(dir, "crds", "template.yaml")); err != nil || string(now) != text {
			t.Errorf("%s: --fix changed the file: %v", name, err)
		}
	}
}

// TestTextThatLooksLikeAPlaceholder: patterns, descriptions, defaults, rules and annotations may have it.
func TestTextThatLooksLikeAPlaceholder(t *testing.T) {
	text := strings.Replace(lamps, "  name: lamps.example.com", "  name: lamps.example.com\n  annotations: {a: \"$(NAMESPACE)/${CERTIFICATE}\"}", 1)
	text = strings.Replace(text, "colour: {", "colour: {description: \"${COLOUR}, <colour> or $COLOUR\", ", 1)
	text = strings.Replace(text, "colour: {", "path: {type: string, default: \"${HOME}\", pattern: '^\\$\\{[A-Z]+\\}$'}\n              colour: {", 1)
	dir := folder(t, map[string]string{"crds/lamps.yaml": text})
	got := inProcess(t, dir, "lint", "--no-config", "--profile", "server", "crds")
	if !strings.Contains(got.stdout, "1 CRD") || strings.Contains(got.stdout, "skipped") || strings.Contains(got.stderr, "template") {
		t.Errorf("status %d\n%s%s", got.status, got.stdout, got.stderr)
	}
}

// TestTemplatesOfObjects: a document whose kind is a placeholder is skipped as a template.
func TestTemplatesOfObjects(t *testing.T) {
	dir := folder(t, map[string]string{
		"lamps.yaml": lamps, "good.yaml": lamp("a", "{colour: white}"),
		"kind.yaml":  strings.Replace(lamp("a", "{}"), "kind: Lamp", "kind: ${KIND}", 1),
		"group.yaml": strings.Replace(lamp("a", "{}"), "example.com/", "${GROUP}/", 1),
		"value.yaml": lamp("a", "{colour: <colour>}"), "variable.yaml": lamp("a", "{colour: $(COLOUR)}"),
	})
	got := inProcess(t, dir, "apply-dry", "--no-config", ".")
	if got.status != 0 || !strings.Contains(got.stdout, "1 object: 1 created") || !strings.Contains(got.stdout, "4 files with objects to be filled in") {
		t.Errorf("status %d\n%s%s", got.status, got.stdout, got.stderr)
	}
	for _, name := range []string{"kind.yaml", "value.yaml"} {
		if got := inProcess(t, dir, "apply-dry", "--no-config", "--crds", "lamps.yaml", name); got.status != 1 {
			t.Errorf("%s, named: status %d\n%s%s", name, got.status, got.stdout, got.stderr)
		}
	}
}
