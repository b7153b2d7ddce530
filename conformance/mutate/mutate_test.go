package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// tree is a module whose one package is held by the tests of another.
var tree = map[string]string{
	"go.mod": "module example.org/m\n\ngo 1.26\n",
	"sign/sign.go": `package sign

type Result struct {
	Text  string
	Large bool
}

func Of(n int, loud bool) Result {
	r := Result{Text: "zero", Large: n >= 100}
	switch {
	case n < 0:
		r.Text = "negative"
	case n > 0 && loud:
		r.Text = "POSITIVE"
	case n > 0:
		r.Text = "positive"
	}
	for n > 9 {
		n /= 10
	}
	return r
}
`,
	"use/use.go": `package use

import "example.org/m/sign"

func Text(n int) string { return sign.Of(n, true).Text }
`,
	"use/use_test.go": `package use

import "testing"

func TestText(t *testing.T) {
	for name, n := range map[string]int{"negative": -1, "POSITIVE": 1, "zero": 0} {
		t.Run(name, func(t *testing.T) {
			if got := Text(n); got != name {
				t.Errorf("%d: got %s", n, got)
			}
		})
	}
}
`,
}

// TestRun mutates a module and looks at what survives: what no test asks about.
func TestRun(t *testing.T) {
	root := t.TempDir()
	for name, text := range tree {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	equivalents := `
# the rest of the function does not read it
sign/sign.go Of
n /= 10
without it: n /= 10
Only the test for an end of the loop.

sign/sign.go Of
case n < 0:
n < 0 → false
Not so.

sign/sign.go Of
no such line
n < 0 → false
There is none.
`
	var out bytes.Buffer
	good, err := run(options{root: root, names: []string{"sign"}, jobs: 1, slow: time.Minute, min: 50}, equivalents, &out, &out)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"n > 9 → >=, which makes a difference in no test",
		"Large: n >= 100}\n\tn >= 100 → true, tried on 3 tests",
		"case n > 0 && loud:\n\tloud → true, which makes a difference in no test",
		"equivalent.txt:8: sign/sign.go: n < 0 → false is not equivalent: killed by TestText/",
		"equivalent.txt:13: sign/sign.go: n < 0 → false: no such line or change",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q", want)
		}
	}
	for _, not := range []string{"n < 0 → true", "n > 0 → true", "without it: r.Text = \"negative\""} {
		if strings.Contains(out.String(), not) {
			t.Errorf("%q survives", not)
		}
	}
	if good {
		t.Error("a list with mutants that are killed is taken for good")
	}
	if t.Failed() {
		t.Log(out.String())
	}
}

func TestResolve(t *testing.T) {
	dirs := []string{".", "internal/server/crd", "internal/schema", "jsonschema", "lint", "lint/rules"}
	got, err := resolve([]string{"crd", "schema/equal.go", "lint/lint.go:locate", "lint/lint.go:inside"}, dirs)
	if err != nil {
		t.Fatal(err)
	}
	crd, schema, lint := &got[0], &got[1], &got[2]
	if crd.dir != "internal/server/crd" || schema.dir != "internal/schema" || lint.dir != "lint" {
		t.Errorf("got %+v", got)
	}
	if !crd.wants("any.go", "F") || !schema.wants("equal.go", "Equal") || schema.wants("tree.go", "Tree") ||
		!lint.wants("lint.go", "inside") || lint.wants("lint.go", "other") {
		t.Errorf("got %+v", got)
	}
	if _, err := resolve([]string{"nothing"}, dirs); err == nil {
		t.Error("a package that does not exist is found")
	}
}

// TestEquivalentsExist: each entry of the list is about a line that is in its file.
func TestEquivalentsExist(t *testing.T) {
	list, err := readEquivalents(equivalentText)
	if err != nil || len(list) == 0 {
		t.Fatalf("%d entries: %v", len(list), err)
	}
	for _, e := range list {
		text, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(e.file)))
		if err != nil || !strings.Contains(string(text), e.text) {
			t.Errorf("equivalent.txt:%d: %s has no line %q", e.line, e.file, e.text)
		}
	}
}
