package main

import (
	"strings"
	"testing"
)

// TestUnusualSchemas: a key of a map may be empty, and a bound of a length negative, which the server accepts.
func TestUnusualSchemas(t *testing.T) {
	const schema = `{type: object, properties: {spec: {type: object, properties: {
          m: {type: object, maxProperties: 5, additionalProperties: {type: string, maxLength: 10}},
          s: {type: string, maxLength: 10}},
          x-kubernetes-validations: [{rule: "self.m[''] == 'a'"}, {rule: "true"}]}}}`
	of := func(schema string) string {
		before, _, _ := strings.Cut(crd("things"), "openAPIV3Schema:")
		return before + "openAPIV3Schema: " + schema + "\n"
	}
	dir := folder(t, map[string]string{"old/a.yaml": of(schema), "new/a.yaml": of(strings.Replace(schema, "\n          s: {type: string, maxLength: 10}", "\n          s: {type: string, maxLength: -5}", 1))})
	for args, want := range map[string]string{
		"lint old":     "self.m is optional, but the rule reads it without has()",
		"diff old new": "maxLength of spec.s was 10 and is -5",
	} {
		if got := inProcess(t, dir, strings.Fields(args)...); !strings.Contains(got.stdout, want) {
			t.Errorf("crdtool %s does not say %q:\n%s\n%s", args, want, got.stdout, got.stderr)
		}
	}
}
