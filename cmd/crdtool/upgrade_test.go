package main

import (
	"slices"
	"strings"
	"testing"
)

// colour is a CRD whose objects have one field, of a type.
func colour(plural, typ string) string {
	return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: ` + plural + `.example.com
spec:
  group: example.com
  scope: Namespaced
  names: {kind: ` + strings.ToUpper(plural[:1]) + plural[1:] + `, plural: ` + plural + `}
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
            properties:
              colour: ` + typ + `
`
}

// A change that breaks something ends the run with status 1, whoever is not asked to
// overlook it, and one that does not is a finding like any other.
func TestFailOnUpgrade(t *testing.T) {
	breaking, other := colour("things", "{type: integer}"), colour("things", "{type: string, default: red}")
	dir := folder(t, map[string]string{
		"old.yaml":      colour("things", "{type: string}"),
		"breaking.yaml": breaking,
		"other.yaml":    other,
		"never.yaml":    "failOnUpgrade: never\n",
		"any.yaml":      "failOnUpgrade: any\n",
		"info.yaml":     "rules: {type-changed: info}\n",
	})
	for _, c := range []struct {
		args   string
		status int
	}{
		{"breaking.yaml", exitFindings},
		{"other.yaml", exitClean},
		{"--fail-on error breaking.yaml", exitFindings},
		{"--fail-on warning other.yaml", exitFindings},
		{"--fail-on never breaking.yaml", exitClean},
		{"--fail-on-upgrade never breaking.yaml", exitClean},
		{"--fail-on-upgrade never --fail-on warning breaking.yaml", exitClean},
		{"--fail-on-upgrade any other.yaml", exitFindings},
		{"--fail-on-upgrade any --fail-on never other.yaml", exitClean},
		{"--config never.yaml breaking.yaml", exitClean},
		{"--config never.yaml --fail-on-upgrade breaking breaking.yaml", exitFindings},
		{"--config any.yaml other.yaml", exitFindings},
		{"--config info.yaml breaking.yaml", exitClean},
	} {
		got := inProcess(t, dir, append([]string{"lint", "--enable", "default-added,type-changed", "--old", "old.yaml"}, strings.Fields(c.args)...)...)
		if got.status != c.status || got.stderr != "" {
			t.Errorf("%s: status %d, not %d:\n%s%s", c.args, got.status, c.status, got.stdout, got.stderr)
		}
	}
	got := inProcess(t, dir, "lint", "--enable", "type-changed", "--old", "old.yaml", "breaking.yaml")
	if !strings.Contains(got.stdout, "1 warning (1 breaking) in 1 of 1 CRD") {
		t.Errorf("the last line does not say why the status is 1:\n%s", got.stdout)
	}
}

func TestNewOnly(t *testing.T) {
	const withoutSchema = "{type: string, pattern: '^a|b$'}"
	dir := folder(t, map[string]string{
		"old.yaml": colour("things", withoutSchema),
		"new.yaml": "# moves lines\n\n" + strings.Replace(colour("things", withoutSchema), "colour:", "size: {type: string, pattern: '^c|d$'}\n              colour:", 1),
		// What the stored CRD has wrong as well still refuses the update.
		"refused.yaml": strings.Replace(colour("things", withoutSchema), "group: example.com\n", "group: example.com\n  colour: red\n", 1),
	})
	got := inProcess(t, dir, "lint", "--old", "old.yaml", "new.yaml")
	if n := strings.Count(got.stdout, "[pattern-alternation]"); n != 2 {
		t.Fatalf("%d findings, not 2:\n%s", n, got.stdout)
	}
	got = inProcess(t, dir, "lint", "--new-only", "--old", "old.yaml", "new.yaml")
	if strings.Count(got.stdout, "[pattern-alternation]") != 1 || !strings.Contains(got.stdout, "size: {type: string, pattern") || !strings.Contains(got.stdout, "1 finding already in the stored CRDs") {
		t.Errorf("got:\n%s", got.stdout)
	}
	got = inProcess(t, dir, "lint", "--new-only", "--old", "refused.yaml", "refused.yaml")
	if got.status != exitFindings || !strings.Contains(got.stdout, "[unknown-field]") {
		t.Errorf("status %d:\n%s", got.status, got.stdout)
	}
	got = inProcess(t, dir, "lint", "--new-only", "new.yaml")
	if got.status != exitFailed || !strings.Contains(got.stderr, "--new-only requires --old") {
		t.Errorf("status %d: %s", got.status, got.stderr)
	}
}

// What the stored CRDs show together is as old as they are.
func TestNewOnlyOfSet(t *testing.T) {
	both := strings.Replace(colour("things", "{type: string}"), "plural: things}", "plural: things, shortNames: [g]}", 1) + "---\n" +
		strings.Replace(colour("gadgets", "{type: string}"), "plural: gadgets}", "plural: gadgets, shortNames: [g]}", 1)
	dir := folder(t, map[string]string{"old.yaml": both, "new.yaml": both})
	if got := inProcess(t, dir, "lint", "--old", "old.yaml", "new.yaml"); !strings.Contains(got.stdout, "[names-clash]") {
		t.Fatalf("got:\n%s", got.stdout)
	}
	got := inProcess(t, dir, "lint", "--new-only", "--old", "old.yaml", "new.yaml")
	if strings.Contains(got.stdout, "[names-clash]") || !strings.Contains(got.stdout, "already in the stored CRDs") {
		t.Errorf("got:\n%s", got.stdout)
	}
}

// A stored CRD is missing only where all files are there, none of them can hold it,
// and it belongs to the same project.
func TestMissingCRDs(t *testing.T) {
	old := colour("things", "{type: string}") + "---\n" + colour("gadgets", "{type: string}")
	for name, c := range map[string]struct {
		files   map[string]string
		paths   []string
		missing bool
	}{
		"a folder":             {nil, []string{"crds"}, true},
		"the working folder":   {nil, nil, true},
		"standard input":       {nil, []string{"-"}, true},
		"a file":               {nil, []string{"crds/things.yaml"}, false},
		"a glob":               {nil, []string{"crds/*.yaml"}, false},
		"a file that says it":  {map[string]string{"crds/patch.yaml": "# gadgets.example.com\n"}, []string{"crds"}, false},
		"a template":           {map[string]string{"crds/t.yaml": "{{- if .crds }}\nkind: CustomResourceDefinition\n{{- end }}\n"}, []string{"crds"}, false},
		"another template":     {map[string]string{"crds/t.yaml": "{{- if .x }}\nkind: Deployment\n{{- end }}\n"}, []string{"crds"}, true},
		"no CRD of the group":  {map[string]string{"crds/things.yaml": strings.ReplaceAll(colour("things", "{type: string}"), "example.com", "example.org")}, []string{"crds"}, false},
		"both are still there": {map[string]string{"crds/gadgets.yaml": colour("gadgets", "{type: string}")}, []string{"crds"}, false},
	} {
		files := map[string]string{"crds/things.yaml": colour("things", "{type: string}")}
		for name, text := range c.files {
			files[name] = text
		}
		dir, elsewhere := folder(t, files), folder(t, map[string]string{"old.yaml": old})
		cmd := crdtool(t, dir, append([]string{"lint", "--enable", "crd-removed", "--old", elsewhere + "/old.yaml"}, c.paths...)...)
		if slices.Contains(c.paths, "-") {
			cmd.Stdin = strings.NewReader(files["crds/things.yaml"])
		}
		got := finish(t, cmd)
		if missing := strings.Contains(got.stdout, "gadgets.example.com is not among the files"); missing != c.missing || missing != (got.status == exitFindings) {
			t.Errorf("%s: status %d:\n%s%s", name, got.status, got.stdout, got.stderr)
		}
		if c.missing && !strings.Contains(got.stdout, "(1 breaking) beside 1 CRD") {
			t.Errorf("%s: it is counted among the files:\n%s", name, got.stdout)
		}
	}
}
