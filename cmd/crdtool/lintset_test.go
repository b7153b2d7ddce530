package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/report"
)

// TestLintSet holds that what only the CRDs of several files together show is
// found behind the findings of the files, with its line, and counts like them.
func TestLintSet(t *testing.T) {
	clash := strings.Replace(oddFormat("gears"), "Kind-gears", "Kind-bads", 1)
	dir := folder(t, map[string]string{"a.yaml": badScope("bads"), "b.yaml": clash, "c.yaml": oddFormat("odds")})

	got := inProcess(t, dir, "lint", "--fail-on", "never", ".")
	at := strings.Index(got.stdout, "b.yaml:8:17: warning: ")
	if at < strings.Index(got.stdout, "c.yaml:") || at < 0 {
		t.Errorf("the clash is not behind the findings of the files:\n%s", got.stdout)
	}
	for _, want := range []string{
		"\n   8 |   names: {kind: Kind-bads, plural: gears}\n     |                 ^^^^^^^^^\n",
		"\n1 error and 3 warnings in 3 of 3 CRDs (3 files, ",
	} {
		if !strings.Contains(got.stdout, want) {
			t.Errorf("%q is missing:\n%s", want, got.stdout)
		}
	}

	got = inProcess(t, dir, "lint", "--fail-on", "never", "--format", "json", ".")
	var out struct {
		Findings []struct{ File, Rule string }
		Summary  report.Summary
	}
	if err := json.Unmarshal([]byte(got.stdout), &out); err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, f := range out.Findings {
		found = append(found, f.File+" "+f.Rule)
	}
	if got, want := strings.Join(found, ", "), "a.yaml scope, b.yaml names-clash, b.yaml unknown-format, c.yaml unknown-format"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if s := out.Summary; s.Errors != 1 || s.Warnings != 3 {
		t.Errorf("%d errors and %d warnings are counted", s.Errors, s.Warnings)
	}

	dir = folder(t, map[string]string{"a.yaml": crd("things"), "b.yaml": crd("gears")})
	if got := inProcess(t, dir, "lint", "--fail-on", "warning", "."); got.status != exitFindings {
		t.Errorf("exit status %d with a clash only:\n%s", got.status, got.stdout)
	}
	if got := inProcess(t, dir, "lint", "--fail-on", "warning", "--profile", "server", "."); got.status != 0 {
		t.Errorf("exit status %d with our rules off:\n%s", got.status, got.stdout)
	}
}

// TestLintOfManyAlike: a warning that all CRDs have is told of some, and counted.
func TestLintOfManyAlike(t *testing.T) {
	const crds = 30
	all := map[string]string{}
	for i := range crds {
		name := fmt.Sprintf("things%c%c", 'a'+i/26, 'a'+i%26)
		all[name+".yaml"] = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: " + name + ".example.com}\n" +
			"spec:\n  group: example.com\n  preserveUnknownFields: false\n  scope: Namespaced\n  names: {plural: " + name + ", kind: Thing" + fmt.Sprint(i) + "}\n" +
			"  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]\n"
	}
	dir := folder(t, all)
	for _, c := range []struct {
		arg    string
		listed int
		rest   string
	}{{"--max-findings=20", 20, "… and 10 more: preserveUnknownFields: false is the default"}, {"--max-findings=0", crds, ""}} {
		out := filepath.Join(t.TempDir(), "out.txt")
		r := inProcess(t, dir, "lint", "--enable", "dropped-value", c.arg, "-o", "text", "-o", "text="+out, ".")
		saved, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{r.stdout, string(saved)} {
			if n := strings.Count(text, ": warning: preserveUnknownFields"); n != c.listed || !strings.Contains(text, c.rest) || strings.Contains(text, "… and") != (c.rest != "") {
				t.Errorf("%s lists %d:\n%s", c.arg, n, text)
			}
		}
		if !strings.Contains(r.stdout, "30 warnings in 30 of 30 CRDs") {
			t.Errorf("%s: the last line is not of all:\n%s", c.arg, r.stdout)
		}
	}
}
