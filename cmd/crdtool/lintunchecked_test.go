package main

import (
	"strings"
	"testing"
)

// TestLintSaysWhatWasNotChecked: text has one line for each CRD whose checks stopped short, behind
// its errors, also where those are cut short, hidden or those of a copy.
func TestLintSaysWhatWasNotChecked(t *testing.T) {
	stopped := func(plural, fields string) string {
		return strings.Replace(ownKind(plural), "spec: {type: string, format: date}\n", "spec: {type: string, default: x}\n"+fields, 1)
	}
	line := func(file, plural string) string {
		return file + ": defaults are not checked until the errors of " + plural + ".example.com are fixed\n"
	}
	untyped := "          a: {description: x}\n"
	dir := folder(t, map[string]string{
		"one.yaml":       stopped("ones", untyped),
		"names.yaml":     badScope("names"),
		"several.yaml":   stopped("as", untyped) + "---\n" + crd("things") + "---\n" + stopped("bs", untyped),
		"copies/a.yaml":  stopped("ones", untyped),
		"copies/b.yaml":  stopped("ones", untyped),
		"baselined.yaml": stopped("ones", untyped),
		"many.yaml":      stopped("ones", untyped+strings.Replace(untyped, "a:", "b:", 1)),
	})
	if r := inProcess(t, dir, "lint", "--write-baseline", "--baseline", "base.yaml", "baselined.yaml"); r.status > 1 {
		t.Fatal(r.stderr)
	}
	for _, c := range []struct {
		args string
		want []string // in this order, and no other
	}{
		{"one.yaml", []string{"one.yaml:18:11: error: ", line("one.yaml", "ones"), "1 error in 1 of 1 CRD"}},
		{"names.yaml", []string{"names.yaml:7:10: error: "}},
		{"several.yaml", []string{"several.yaml:18:11: ", line("several.yaml", "as"), "several.yaml:55:11: ", line("several.yaml", "bs")}},
		{"copies", []string{"copies/a.yaml:18:11: ", line("copies/a.yaml", "ones")}},
		{"--baseline base.yaml baselined.yaml", []string{line("baselined.yaml", "ones")}},
		{"--max-findings 1 many.yaml", []string{"many.yaml:18:11: ", line("many.yaml", "ones")}},
	} {
		r := inProcess(t, dir, append([]string{"lint"}, strings.Fields(c.args)...)...)
		rest, lines := r.stdout, 0
		for _, want := range c.want {
			_, after, found := strings.Cut(rest, want)
			if !found {
				t.Errorf("%s: %q is not in its place in:\n%s%s", c.args, want, r.stdout, r.stderr)
			}
			rest = after
			lines += strings.Count(want, "not checked until")
		}
		if n := strings.Count(r.stdout, "not checked until"); n != lines {
			t.Errorf("%s: %d lines, want %d:\n%s", c.args, n, lines, r.stdout)
		}
	}
}
