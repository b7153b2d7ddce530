package main

import (
	"strings"
	"testing"
)

// Findings in what helm template prints name the templates.
func TestFindingsNameTemplatesOfHelm(t *testing.T) {
	crd := colour("things", "{type: string}")
	const comment = "---\n# Source: chart/templates/"
	dir := folder(t, map[string]string{
		"crd.yaml":     crd,
		"crds.yaml":    comment + "a.yaml\n" + crd + comment + "b.yaml\n" + strings.Replace(colour("gadgets", "{type: strin}"), "  scope", "  scop", 1) + "---\n" + colour("bare", "{type: strin}"),
		"objects.yaml": comment + "thing.yaml\napiVersion: example.com/v1\nkind: Things\nmetadata: {name: a}\nspec: {colour: 1}\n",
	})
	for _, c := range []struct {
		args []string
		text string
	}{
		{[]string{"lint", "crds.yaml"}, "= source: chart/templates/b.yaml\n"},
		{[]string{"lint", "-o", "json", "crds.yaml"}, `"source": "chart/templates/b.yaml"`},
		{[]string{"apply-dry", "--crds", "crd.yaml", "objects.yaml"}, "= source: chart/templates/thing.yaml\n"},
		{[]string{"apply-dry", "-o", "json", "--crds", "crd.yaml", "objects.yaml"}, `"source": "chart/templates/thing.yaml"`},
	} {
		got := inProcess(t, dir, c.args...)
		if !strings.Contains(got.stdout, c.text) || got.status != exitFindings {
			t.Errorf("%v: there is no %q, status %d:\n%s%s", c.args, c.text, got.status, got.stdout, got.stderr)
		}
		if strings.Contains(got.stdout, "templates/a.yaml") {
			t.Errorf("%v: a document without findings is named:\n%s", c.args, got.stdout)
		}
	}
}
