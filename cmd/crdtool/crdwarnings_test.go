package main

import (
	"strings"
	"testing"
)

// TestMisspeltKeyword: a field of a CRD that the server drops is a warning beside objects and tests that
// pass for want of it, once.
func TestMisspeltKeyword(t *testing.T) {
	dir := folder(t, map[string]string{
		"crd.yaml":   strings.Replace(crd("things"), "format: date", "maxLenght: 3", 1),
		"a.yaml":     "apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: a}\nspec: long text\n---\napiVersion: example.com/v1\nkind: Thing\nmetadata: {name: b}\nspec: text\n",
		"suite.yaml": "apiVersion: crdtool/v1\nkind: TestSuite\nname: a\ncrds: [crd.yaml]\ntests:\n- name: a\n  create: {apiVersion: example.com/v1, kind: Thing, metadata: {name: a}, spec: text}\n",
	})
	const want = `crd.yaml:17: unknown field "maxLenght" in the CRD, which the server drops; for what was meant, run: crdtool lint crd.yaml`
	for _, args := range []string{"apply-dry --crds crd.yaml a.yaml", "test suite.yaml"} {
		got := inProcess(t, dir, strings.Fields(args)...)
		if got.status != exitClean || strings.Count(got.stderr, want) != 1 {
			t.Errorf("%s: status %d\n%s%s", args, got.status, got.stdout, got.stderr)
		}
	}
}
