package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestErrorsInReports: a report of a run that could not do what was asked says so, in every
// format of every command.
func TestErrorsInReports(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	writeHostileFiles(t)
	for _, line := range []string{"lint nofile", "apply-dry --crds crds nofile", "convert nofile", "test nofile", "diff nofile crds", "cost nofile"} {
		cmd, _, err := newRoot().Find(strings.Fields(line)[:1])
		if err != nil {
			t.Fatal(err)
		}
		tried := 0
		for _, format := range formatsOf(cmd) {
			chosen := strings.Join(format, "")
			if chosen == "" || slices.ContainsFunc([]string{"=text", "=yaml", "=wide", "--print=", "changelog"}, func(s string) bool {
				return strings.HasSuffix(chosen, s) || strings.HasPrefix(chosen, s) || strings.Contains(chosen, "changelog")
			}) {
				continue // these are no reports for programs
			}
			tried++
			if err := os.MkdirAll("written", 0o777); err != nil {
				t.Fatal(err)
			}
			got := inProcess(t, dir, append(strings.Fields(line), format...)...)
			if got.status != exitFailed || !strings.Contains(got.stderr, "nofile") {
				t.Errorf("crdtool %s %s: status %d, %s", line, chosen, got.status, got.stderr)
			}
			text := got.stdout
			if _, path, toFile := strings.Cut(chosen, "=written/"); toFile {
				written, err := os.ReadFile(filepath.Join("written", path))
				if err != nil {
					t.Error(err)
				}
				text = string(written)
			}
			if !strings.Contains(text, "nofile") {
				t.Errorf("crdtool %s %s reports no error: %.600s", line, chosen, text)
			}
			for _, mark := range map[string][]string{"json": {`"errors": [`}, "sarif": {`"executionSuccessful": false`}, "junit": {"<error "}, "github": {"::error title=crdtool::"}, "gitlab": {`"blocker"`}, "html": {"failed", "not read"}}[lastWord(chosen)] {
				if !strings.Contains(text, mark) {
					t.Errorf("crdtool %s %s has no %s: %.600s", line, chosen, mark, text)
				}
			}
		}
		if tried == 0 {
			t.Errorf("crdtool %s has no formats", line)
		}
	}
}

// lastWord is the format in --format=FORMAT and --output=FORMAT=PATH.
func lastWord(chosen string) string {
	return strings.Split(chosen, "=")[1]
}

// TestOutputMeansFormat: -o FORMAT and --format FORMAT print the same, with every command.
func TestOutputMeansFormat(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	writeHostileFiles(t)
	for _, line := range []string{
		"lint crds bad", "apply-dry --crds crds objects", "convert betamulti.yaml", "test suite", "diff old crds", "cost crds", "openapi crds", "docs crds", "sample samples", "rules",
	} {
		cmd, _, err := newRoot().Find(strings.Fields(line)[:1])
		if err != nil {
			t.Fatal(err)
		}
		complete, _ := cmd.GetFlagCompletionFunc("format")
		formats, _ := complete(cmd, nil, "")
		for _, format := range formats {
			a, b := inProcess(t, dir, strings.Fields(line+" --format "+format)...), inProcess(t, dir, strings.Fields(line+" -o "+format)...)
			if format != "text" && (a.stdout != b.stdout || a.status != b.status) {
				t.Errorf("crdtool %s: --format %s prints\n%.300s\n-o %s prints\n%.300s", line, format, a.stdout, format, b.stdout)
			}
			if a.status != b.status {
				t.Errorf("crdtool %s: status %d with --format %s, %d with -o", line, a.status, format, b.status)
			}
		}
	}
}

// TestPrintObject: --print object prints the objects in the format of -o or --format.
func TestPrintObject(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	writeHostileFiles(t)
	const object = "apply-dry --crds crds objects/fine.yaml"
	asYAML := inProcess(t, dir, strings.Fields(object+" -o yaml")...)
	if !strings.HasPrefix(asYAML.stdout, "apiVersion: example.com/v1\n") {
		t.Errorf("%s%s", asYAML.stdout, asYAML.stderr)
	}
	if got := inProcess(t, dir, strings.Fields(object+" --print object")...); got.stdout != asYAML.stdout || got.status != exitClean {
		t.Errorf("%d: %s%s", got.status, got.stdout, got.stderr)
	}
	for _, more := range []string{" --print object -o json", " --format json --print object"} {
		var read map[string]any
		got := inProcess(t, dir, strings.Fields(object+more)...)
		if err := json.Unmarshal([]byte(got.stdout), &read); err != nil || read["kind"] != "Widget" {
			t.Errorf("%v: %s%s", err, got.stdout, got.stderr)
		}
	}
	for args, want := range map[string]string{
		object + " --print object -o sarif":       "--print object prints YAML or JSON, not sarif; write the report to a file with --output sarif=PATH",
		object + " --print object --diff":         "--diff and --print object both choose what is printed",
		"convert --print object -o junit crds":    "--print object prints YAML or JSON, not junit",
		object + " -o yml":                        `did you mean "yaml"?`,
		object + " -o yaml --format json":         "--format json and -o yaml both choose what is printed",
		"convert --diff --print object beta.yaml": "--diff and --print object both choose what is printed",
	} {
		if got := inProcess(t, dir, strings.Fields(args)...); got.status != exitFailed || !strings.Contains(got.stderr, want) {
			t.Errorf("crdtool %s: %d, %s", args, got.status, got.stderr)
		}
	}
}
