package main

import (
	"strings"
	"testing"
)

const xrd = `apiVersion: apiextensions.crossplane.io/v1
kind: CompositeResourceDefinition
metadata: {name: xapps.example.org}
spec:
  group: example.org
  names: {kind: XApp, plural: xapps}
  claimNames: {kind: App, plural: apps}
  versions: [{name: v1, served: true, referenceable: true, schema: {openAPIV3Schema: {type: object}}}]
`

// TestXRDs: a CompositeResourceDefinition is said to be what it is, and does not pass in silence.
func TestXRDs(t *testing.T) {
	const claim, composite = "apiVersion: example.org/v1\nkind: App\nmetadata: {name: a}\n", "apiVersion: example.org/v1\nkind: XApp\nmetadata: {name: a}\n"
	for _, text := range []string{xrd, strings.Replace(xrd, "crossplane.io/v1", "crossplane.io/v2", 1), "---\n" + strings.Replace(xrd, "  claimNames: {kind: App, plural: apps}\n", "  scope: Namespaced\n", 1)} {
		dir := folder(t, map[string]string{".git/HEAD": "", "apis/xrd.yaml": text, "claim.yaml": claim, "composite.yaml": composite, "crds/lamps.yaml": lamps, "both.yaml": lamps + "---\n" + strings.TrimPrefix(text, "---\n")})
		for _, test := range []struct {
			args   string
			status int
			says   string
		}{
			{"lint apis/xrd.yaml", 2, "a CompositeResourceDefinition is no CRD: Crossplane derives one from it"},
			{"lint both.yaml", 0, "file with a CompositeResourceDefinition of Crossplane (both.yaml) skipped"},
			{"lint --profile server .", 0, "2 files with CompositeResourceDefinitions of Crossplane skipped"},
			{"explain XApp --crds apis/xrd.yaml", 2, "a CompositeResourceDefinition is no CRD"},
			{"sample apis/xrd.yaml", 2, "a CompositeResourceDefinition is no CRD"},
			{"openapi apis", 2, "file with a CompositeResourceDefinition of Crossplane (apis/xrd.yaml) skipped"},
			{"apply-dry --crds apis/xrd.yaml composite.yaml", 1, "Crossplane derives it from the CompositeResourceDefinition in apis/xrd.yaml:"},
			{"apply-dry --crds apis composite.yaml", 1, "Crossplane derives it from the CompositeResourceDefinition in"},
			{"apply-dry composite.yaml", 1, "Crossplane derives it from the CompositeResourceDefinition in"},
			{"apply-dry apis/xrd.yaml", 1, "it is of Crossplane, whose CRDs can be named with --crds"},
		} {
			got := inProcess(t, dir, append(strings.Fields(test.args), "--no-config")...)
			if out := got.stdout + got.stderr; got.status != test.status || !strings.Contains(out, test.says) {
				t.Errorf("%s: status %d, want %d and %q\n%s", test.args, got.status, test.status, test.says, out)
			}
		}
		if strings.Contains(text, "claimNames") {
			got := inProcess(t, dir, "apply-dry", "--no-config", "--crds", "apis/xrd.yaml", "claim.yaml")
			if got.status != 1 || !strings.Contains(got.stdout, "Crossplane derives it") {
				t.Errorf("a claim: status %d\n%s", got.status, got.stdout)
			}
		}
	}
}
