package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/lsp/protocol"
	"github.com/crdtool/crdtool/internal/lsp/server"
	"github.com/crdtool/crdtool/internal/testkit/editor"
)

// TestDocumentTimeout: docs and sample make no samples of a CRD that takes too long. lint, diff and apply-dry give up a file when one of its documents takes too long, and go on
// with the other files. These may take too long as well, as everything takes longer than 1ns.
func TestDocumentTimeout(t *testing.T) {
	fields := tenThousandFields()
	var values strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&values, "  f%d: a\n", i)
	}
	dir := folder(t, map[string]string{
		"a.yaml":     crdWithFields("pear", "                  a: {type: string}\n"),
		"large.yaml": crdWithFields("apple", fields),
		"z.yaml":     crdWithFields("plum", "                  a: {typ: string}\n"),
		"old/a.yaml": crdWithFields("apple", fields),
		"new/a.yaml": crdWithFields("apple", fields+"                  more: {type: string}\n"),
		"objects/o.yaml": "apiVersion: example.com/v1\nkind: Apple\nmetadata: {name: a}\nspec:\n" + values.String() +
			"---\napiVersion: example.com/v1\nkind: Pear\nmetadata: {name: a}\n",
	})
	for _, c := range []struct {
		args []string
		at   string
	}{
		{[]string{"lint", "--profile", "server", "a.yaml", "large.yaml", "z.yaml"}, "large.yaml:1"},
		{[]string{"apply-dry", "--crds", "large.yaml", "--crds", "a.yaml", "objects/o.yaml"}, "objects/o.yaml:1"},
		{[]string{"diff", "old", "new"}, "new/a.yaml:1"},
	} {
		got := inProcess(t, dir, append(c.args, "--document-timeout", "1ns")...)
		want := "crdtool: " + c.at + ": this document takes longer than 1ns, so that its file was not checked; to wait longer, raise --document-timeout\n"
		if got.status != exitFailed || !strings.Contains(got.stderr, want) {
			t.Errorf("%v: status %d\n%s%s", c.args, got.status, got.stdout, got.stderr)
		}
		if c.args[0] == "lint" && !strings.Contains(got.stdout+got.stderr, "z.yaml:") {
			t.Errorf("the file behind it is not checked:\n%s", got.stdout)
		}
		if got := inProcess(t, dir, append(c.args, "--document-timeout", "0")...); strings.Contains(got.stderr, "takes longer") {
			t.Errorf("%v without a limit: %s", c.args, got.stderr)
		}
	}
	for _, args := range []string{"docs large.yaml a.yaml", "sample --full apple --crds large.yaml", "sample --edge apple --crds large.yaml"} {
		got := inProcess(t, dir, append(strings.Fields(args), "--document-timeout", "1ns")...)
		want := "crdtool: large.yaml: making a sample of apples.example.com takes longer than 1ns, so that there is none; to wait longer, raise --document-timeout\n"
		if got.status != exitFailed || !strings.Contains(got.stderr, want) {
			t.Errorf("%s: status %d\n%.300s%s", args, got.status, got.stdout, got.stderr)
		}
	}
	if got := inProcess(t, dir, "lint", "--document-timeout", "-5s", "."); got.status != exitFailed || !strings.Contains(got.stderr, "--document-timeout -5s is negative; write 0 for no limit") {
		t.Errorf("%d: %s", got.status, got.stderr)
	}
	if got := inProcess(t, dir, "lint", "--document-timeout", "soon", "."); got.status != exitFailed || !strings.Contains(got.stderr, `--document-timeout "soon" is not a duration`) {
		t.Errorf("%d: %s", got.status, got.stderr)
	}
}

func tenThousandFields() string {
	var fields strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&fields, "                  f%d: {type: string}\n", i)
	}
	return fields.String()
}

func crdWithFields(name, fields string) string {
	return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: ` + name + `s.example.com
spec:
  group: example.com
  scope: Namespaced
  names: {plural: ` + name + `s, singular: ` + name + `, kind: ` + strings.ToUpper(name[:1]) + name[1:] + `}
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
` + fields
}

// TestDocumentTimeoutInEditors: the language server gives up a document that takes too long with the message of lint, and
// answers requests about it with an error.
func TestDocumentTimeoutInEditors(t *testing.T) {
	dir := folder(t, map[string]string{"large.yaml": crdWithFields("apple", tenThousandFields())})
	t.Chdir(dir)
	c := editor.StartWith(t, dir, "{}", server.Options{Version: "test", DocumentTimeout: 1})
	c.Open("large.yaml")
	want := "large.yaml:1: this document takes longer than 1ns, so that its file was not checked; to wait longer, raise --document-timeout"
	for range 3 {
		list := c.Diagnostics("large.yaml")
		if len(list) != 1 || list[0].Message != want || list[0].Range.Start.Line != 0 {
			t.Errorf("%+v", list)
		}
		c.Change("large.yaml", protocol.TextDocumentContentChangeEvent{Range: &protocol.Range{}, Text: "# a comment\n"})
	}
	if got := inProcess(t, dir, "lint", "large.yaml", "--document-timeout", "1ns"); got.stderr != "crdtool: "+want+"\n" {
		t.Errorf("lint: %s", got.stderr)
	}
	err := c.Try("textDocument/codeLens", protocol.DocumentParams{TextDocument: protocol.TextDocumentIdentifier{URI: c.URI("large.yaml")}}, nil)
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("code lenses: %v", err)
	}
}
