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
  versions:
  - name: v1
    served: true
    referenceable: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            minProperties: 1
            required: [size]
            properties:
              size: {type: string, maxLength: 5}
`

// TestXRDs holds that each command reads a CompositeResourceDefinition like the CRDs that are derived from it.
func TestXRDs(t *testing.T) {
	const claim, composite = "apiVersion: example.org/v1\nkind: App\nmetadata: {name: a}\nspec: {size: large}\n", "apiVersion: example.org/v1\nkind: XApp\nmetadata: {name: a}\nspec: {sise: s}\n"
	dir := folder(t, map[string]string{
		".git/HEAD": "", "apis/xrd.yaml": xrd, "claim.yaml": claim, "composite.yaml": composite,
		"both.yaml":         "---\n" + xrd + "---\n" + lamps,
		"none.yaml":         strings.Replace(xrd, "    schema:", "    schemata:", 1),
		"conflict.yaml":     strings.Replace(xrd, "kind: App,", "kind: XApp,", 1),
		"misspelt.yaml":     strings.Replace(xrd, "maxLength", "maxLenght", 1),
		"broken/xrd.yaml":   xrd + "  names: [\n",
		"v3.yaml":           strings.Replace(xrd, "crossplane.io/v1", "crossplane.io/v3", 1),
		"number.yaml":       strings.SplitAfter(xrd, "spec:")[0] + " 7\n",
		"columns.yaml":      strings.Replace(xrd, "    schema:", "    additionalPrinterColumns: [{name: a, type: string, jsonPath: .spec.resourceRef.name}, {name: b, type: string, jsonPath: .spec.none}]\n    schema:", 1),
		"storage.yaml":      strings.Replace(xrd, "referenceable: true", "referenceable: false\n    storage: true", 1),
		"v2/xrd.yaml":       strings.Replace(strings.Replace(xrd, "crossplane.io/v1", "crossplane.io/v2", 1), "  claimNames: {kind: App, plural: apps}\n", "", 1),
		"v2/composite.yaml": "apiVersion: example.org/v1\nkind: XApp\nmetadata: {name: a, namespace: b}\nspec: {size: s, crossplane: {compositionRef: {name: c}}}\n",
		"suite.yaml":        "apiVersion: crdtool/v1\nkind: TestSuite\nname: apps\ncrds: [apis/xrd.yaml]\ntests:\n- name: sizes\n  create: {apiVersion: example.org/v1, kind: App, spec: {size: enormous}}\n  refused: Too long\n",
	})
	for _, test := range []struct {
		args   string
		status int
		says   string
	}{
		{"lint apis/xrd.yaml", 0, "apis/xrd.yaml:18:13: warning: Crossplane drops minProperties of spec"},
		{"lint apis", 0, "1 warning in 1 of 2 CRDs"},
		{"lint both.yaml", 0, "3 CRDs"},
		{"lint none.yaml", 1, "Crossplane: custom resource validation cannot be nil"},
		{"lint conflict.yaml", 1, "conflict.yaml:7:22: error: the claim must have another kind"},
		{"lint misspelt.yaml", 0, `did you mean "maxLength"?`},
		{"lint storage.yaml", 1, "set referenceable: true on the version"},
		{"lint columns.yaml", 0, `column "b" is always empty`},
		{"lint columns.yaml", 0, "2 warnings in 1 of 2 CRDs"}, // column "a" is of use to the claim
		{"lint v3.yaml", 1, "v3.yaml:1:13: error: Crossplane has no such version"},
		{"lint number.yaml", 1, "number.yaml:4:7: error: spec: Invalid value"},
		{"lint number.yaml", 1, "1 error, no CustomResourceDefinition found"},
		{"lint broken", 1, "broken/xrd.yaml:22:3: error: not valid YAML"},
		{"lint --fix misspelt.yaml", 0, "1 fixed"},
		{"lint misspelt.yaml", 0, "1 warning in 1 of 2 CRDs"},
		{"cost apis/xrd.yaml", 0, ""},
		{"diff apis/xrd.yaml misspelt.yaml", 0, "2 CRDs: 2 unchanged"},
		{"explain XApp.spec --crds apis/xrd.yaml", 0, "compositionRef"},
		{"explain App.spec --crds apis/xrd.yaml", 0, "compositeDeletePolicy"},
		{"sample --crds apis/xrd.yaml App", 0, "kind: App"},
		{"docs apis", 0, "# XApp"},
		{"openapi apis", 0, "listExampleOrgV1App"},
		{"apply-dry --crds apis claim.yaml", 0, `App "a" would be created`},
		{"apply-dry --crds apis composite.yaml", 1, `did you mean "size"?`},
		{"apply-dry apis/xrd.yaml", 0, `CompositeResourceDefinition "xapps.example.org" would be created`},
		{"apply-dry storage.yaml", 1, "spec.versions[0].storage"},
		{"apply-dry v2", 0, "2 objects: 2 created"},
		{"test suite.yaml", 0, "1 passed"},
	} {
		got := inProcess(t, dir, append(strings.Fields(test.args), "--no-config")...)
		if out := got.stdout + got.stderr; got.status != test.status || !strings.Contains(out, test.says) {
			t.Errorf("%s: status %d, want %d and %q\n%s", test.args, got.status, test.status, test.says, out)
		}
	}
}
