package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/report"
)

var inMilliseconds = regexp.MustCompile(`\d+ ms`)

// A search of a directory judges what is a manifest and tells what is not.
func TestSearchOfARepository(t *testing.T) {
	sound := crd("things")
	dir := folder(t, map[string]string{
		".git/HEAD":                                  "ref: refs/heads/main\n",
		"config/crd/bases/things.yaml":               sound,
		"config/crd/bases/_parts.yaml":               strings.Replace(strings.Replace(sound, "metadata:", "metadata:\n  annotations: {controller-gen.kubebuilder.io/version: v0.19.0}", 1), "group: example.com", "group: \"\"", 1),
		"e2e/installed/00-assert.yaml":               "apiVersion: kuttl.dev/v1beta1\nkind: TestAssert\n---\n" + badScope("asserted"),
		"config/crd/kustomization.yaml":              "resources: [bases/things.yaml]\ncrds: [bases/things.yaml]\npatches:\n- path: patches/whole.yaml\nconfigurations: [kustomizeconfig.yaml]\n",
		"config/crd/kustomizeconfig.yaml":            "nameReference:\n- kind: Service\n  fieldSpecs:\n  - {kind: CustomResourceDefinition, path: spec/conversion/webhook/clientConfig/service/name}\n",
		"config/crd/patches/webhook_in_things.yaml":  "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: things.example.com}\nspec: {conversion: {strategy: Webhook}}\n",
		"override/things.yaml":                       "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: things.example.com}\nspec: {versions: [{name: v1, schema: {openAPIV3Schema: {properties: {a: {maxLength: 1}}}}}]}\n",
		"config/crd/patches/whole.yaml":              badScope("patches"),
		"chart/Chart.yaml":                           "apiVersion: v2\nname: a\nversion: 1.0.0\n",
		"chart/templates/crd.yaml":                   badScope("templates"),
		"chart/crds/things.yaml":                     sound,
		"other/crd.yaml":                             strings.Replace(badScope("braces"), "metadata:", "metadata:\n  labels: {a: '{{ .Release.Name }}'}", 1),
		"other/broken.yaml":                          "a: [\n",
		"other/values.json":                          "// no JSON\n{\"a\": 1}\n",
		"other/.gitignore":                           "made/\n",
		"other/made/crd.yaml":                        badScope("ignored"),
		"vendor/a/crd.yaml":                          badScope("vendored"),
		"pkg/testdata/crd.yaml":                      badScope("tested"),
		"e2e/fixtures/crd.yaml":                      badScope("fixed"),
		"pkg/_testdata/crd.yaml":                     badScope("tested"),
		"java/src/test/resources/crd.yaml":           badScope("tested"),
		"releases/1.0.yaml":                          "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n---\n" + sound,
		"docs/CustomResourceDefinition-example.yaml": "kind: Other\ntext: see CustomResourceDefinition\n",
	})
	got := inProcess(t, dir, "lint", ".")
	want := `no findings in 3 CRDs (16 files, 2 other documents skipped, TIME ms)
1 patch of Kustomize (config/crd/patches/whole.yaml) skipped; to check what it is applied to: crdtool lint -k config/crd
2 files with CRDs that have no group, names and scope skipped, as patches
1 file (config/crd/bases/_parts.yaml) that controller-gen wrote for a Go package without +groupName skipped; to write none, give controller-gen the packages of the API: paths=./api/...
2 templates skipped; to check what they make: helm template chart | crdtool lint -
1 file that a test compares objects with (e2e/installed/00-assert.yaml) skipped
`
	if text := inMilliseconds.ReplaceAllString(got.stdout, "TIME ms"); text != want || got.stderr != "" || got.status != exitClean {
		t.Errorf("status %d:\n%s%s\nwant\n%s", got.status, text, got.stderr, want)
	}
	got = inProcess(t, dir, "lint", "--format", "json", ".")
	var out report.Report
	if err := json.Unmarshal([]byte(got.stdout), &out); err != nil || len(out.PassedOver) != 7 || out.PassedOver[2] != (report.PassedOver{Reason: "kustomize-patch", File: "config/crd/patches/whole.yaml", By: "config/crd"}) {
		t.Errorf("%v, skipped %v", err, out.PassedOver)
	}
	for _, args := range []string{"docs .", "openapi .", "explain thing", "cost ."} {
		if got := inProcess(t, dir, strings.Fields(args)...); got.status != exitClean {
			t.Errorf("%s: status %d:\n%s%s", args, got.status, got.stdout, got.stderr)
		}
	}
	// What is named is checked.
	for _, name := range []string{"config/crd/patches/whole.yaml", "config/crd/bases/_parts.yaml", "chart/templates/crd.yaml", "other/broken.yaml", "vendor/a", "pkg/testdata", "other/made"} {
		if got := inProcess(t, dir, "lint", name); got.status != exitFindings {
			t.Errorf("lint %s: status %d:\n%s%s", name, got.status, got.stdout, got.stderr)
		}
	}
	// Of changed files nobody chose each.
	got = inProcess(t, dir, "lint", "--only-crds", "config/crd/patches/whole.yaml", "chart/templates/crd.yaml", "other/broken.yaml")
	if got.status != exitClean || strings.Count(got.stdout, "skipped") != 2 {
		t.Errorf("--only-crds: status %d:\n%s%s", got.status, got.stdout, got.stderr)
	}
}

// What only an older copy of a CRD has is counted where a newer copy is checked: warnings of a release, and
// an apiVersion that is no longer served. Other errors are reported, and so is all of a CRD that has no
// newer copy.
func TestReleases(t *testing.T) {
	odds := oddFormat("odds")
	good := ownKind("odds")
	v1beta1 := strings.Replace(good, "apiextensions.k8s.io/v1", "apiextensions.k8s.io/v1beta1", 1)
	for name, c := range map[string]struct {
		files map[string]string
		want  []string
	}{
		"of today":   {map[string]string{"config/crd/odds.yaml": good, "docs/version-1.2/odds.yaml": odds}, []string{"no findings in 2 CRDs (2 files, 1 finding only in older copies, "}},
		"before":     {map[string]string{"config/crd/odds.yaml": good, "archive/1.2/odds.yaml": odds}, []string{", 1 finding only in older copies, "}},
		"in a chart": {map[string]string{"charts/crds/odds.yaml": good, "olm/0.9.1/odds.yaml": odds}, []string{", 1 finding only in older copies, "}},
		"of an older apiVersion": {map[string]string{"config/crd/odds.yaml": good, "olm/0.9.1/odds.yaml": v1beta1},
			[]string{"no findings in 2 CRDs", ", 1 finding only in older copies, "}},
		"v1beta1 for old clusters": {map[string]string{"config/crd/odds.yaml": good, "config/v1beta1/odds.yaml": v1beta1},
			[]string{"no findings in 2 CRDs", ", 1 finding only in older copies, "}},
		"v1beta1 alone": {map[string]string{"config/crd/evens.yaml": ownKind("evens"), "config/v1beta1/odds.yaml": v1beta1},
			[]string{"config/v1beta1/odds.yaml:1:13: error", "are not checked until"}},
		"two of v1beta1": {map[string]string{"config/a/odds.yaml": v1beta1, "config/b/odds.yaml": v1beta1},
			[]string{"config/a/odds.yaml:1:13: error", "1 error in 1 of 2 CRDs"}},
		"a wrong version": {map[string]string{"config/crd/odds.yaml": good, "config/v2/odds.yaml": strings.Replace(good, "apiextensions.k8s.io/v1", "apiextensions.k8s.io/v2", 1)},
			[]string{"config/v2/odds.yaml:1:13: error"}},
		"refused": {map[string]string{"config/crd/odds.yaml": good, "docs/version-1.2/odds.yaml": strings.Replace(odds, "Namespaced", "namespaced", 1)},
			[]string{"docs/version-1.2/odds.yaml:7:10: error", ", 1 finding only in older copies, "}},
		"only releases": {map[string]string{"olm/0.9.0/odds.yaml": good, "olm/0.9.1/odds.yaml": odds}, []string{"olm/0.9.1/odds.yaml:", "1 warning in 1 of 2 CRDs"}},
		"another":       {map[string]string{"config/crd/evens.yaml": ownKind("evens"), "docs/version-1.2/odds.yaml": odds}, []string{"1 warning in 1 of 2 CRDs"}},
	} {
		got := inProcess(t, folder(t, c.files), "lint", ".")
		for _, want := range c.want {
			if !strings.Contains(got.stdout, want) {
				t.Errorf("%s: no %q in\n%s%s", name, want, got.stdout, got.stderr)
			}
		}
	}
}

// The CRDs of today are read, and costs are told of them, without a word about releases that
// nobody named.
func TestReadPastReleases(t *testing.T) {
	odds := strings.Replace(ownKind("odds"), "format: date", "x-kubernetes-validations: [{rule: self != ''}]", 1)
	dir := folder(t, map[string]string{
		"config/crd/odds.yaml": odds, "docs/version-1.2/odds.yaml": strings.Replace(odds, "self != ''", "self != 'a'", 1),
		"odd.yaml": "apiVersion: example.com/v1\nkind: Kind-odds\nmetadata: {name: a}\n",
	})
	for args, told := range map[string]bool{
		"docs .": false, "docs config docs/version-1.2/odds.yaml": true, "openapi .": false, "explain odds": false,
		"apply-dry .": false, "apply-dry --crds config --crds docs odd.yaml": true,
		"docs docs": false,
	} {
		got := inProcess(t, dir, strings.Fields(args)...)
		if got.status != exitClean || strings.Contains(got.stderr, "version-1.2") != told {
			t.Errorf("%s: status %d:\n%s%s", args, got.status, got.stdout, got.stderr)
		}
	}
	for args, want := range map[string]int{"cost .": 1, "cost config docs/version-1.2/odds.yaml": 2, "cost docs": 1} {
		if got := inProcess(t, dir, strings.Fields(args)...); strings.Count(got.stdout, "odds.example.com v1") != want {
			t.Errorf("%s: status %d:\n%s%s", args, got.status, got.stdout, got.stderr)
		}
	}
}

// Warnings of a file that differ in their lines alone are told of together, if there are more
// than a few; errors are not.
func TestTogetherInAFile(t *testing.T) {
	for n, want := range map[int]int{2: 3, 3: 1} { // and the one that is there
		text := oddFormat("odds")
		for i := range n {
			text = strings.Replace(text, "          spec:", fmt.Sprintf("          a%d: {type: string, format: dte}\n          spec:", i), 1)
		}
		dir := folder(t, map[string]string{"odds.yaml": text})
		got := inProcess(t, dir, "lint", ".")
		if strings.Count(got.stdout, "[unknown-format]") != want || strings.Contains(got.stdout, "= the same in lines ") == (want > 1) {
			t.Errorf("%d: status %d:\n%s%s\n%s", n, got.status, got.stdout, got.stderr, text)
		}
		if got := inProcess(t, dir, "lint", "--max-findings", "0", "."); strings.Count(got.stdout, "[unknown-format]") != n+1 {
			t.Errorf("--max-findings 0: status %d:\n%s%s", got.status, got.stdout, got.stderr)
		}
	}
}

// A diff tells which copy of a CRD changes otherwise, and how many releases it skips.
func TestDiffOfCopies(t *testing.T) {
	of := func(format string) string {
		return strings.Replace(ownKind("odds"), "format: date", "format: "+format, 1)
	}
	old := folder(t, map[string]string{"config/odds.yaml": of("date"), "chart/odds.yaml": of("date")})
	new := folder(t, map[string]string{"config/odds.yaml": of("uuid"), "chart/odds.yaml": of("byte"), "docs/version-1.2/odds.yaml": of("email"), "docs/version-1.3/odds.yaml": of("uri")})
	got := inProcess(t, ".", "diff", "--proof", "none", old, new)
	for _, want := range []string{
		"odds.example.com: major, ", "\nodds.example.com in " + filepath.Join(new, "chart/odds.yaml") + ": major, ",
		"\n2 files of releases skipped, since other files have the same CRDs; to compare them, name them\n",
	} {
		if !strings.Contains(got.stdout, want) || strings.Contains(got.stdout, "email") {
			t.Errorf("no %q in\n%s%s", want, got.stdout, got.stderr)
		}
	}
	if got := inProcess(t, ".", "diff", "--proof", "none", old, filepath.Join(new, "docs/version-1.2/odds.yaml")); !strings.Contains(got.stdout, "email") {
		t.Errorf("a release that is named:\n%s%s", got.stdout, got.stderr)
	}
}

// What was said of a CRD is not said again of its copies, but what only a copy has is.
func TestCopies(t *testing.T) {
	dir := folder(t, map[string]string{
		"config/crd/odds.yaml": oddFormat("odds"),
		"chart/crds/odds.yaml": oddFormat("odds"),
		"releases/1.yaml":      strings.Replace(oddFormat("odds"), "Namespaced", "namespaces", 1),
		"releases/2.yaml":      strings.Replace(oddFormat("odds"), "Namespaced", "namespaces", 1),
		// Its version is another one of the list.
		"releases/3.yaml": strings.Replace(oddFormat("odds"), "versions:\n", "versions:\n  - {name: v1alpha1, served: false, storage: false, schema: {openAPIV3Schema: {type: object}}}\n", 1),
	})
	got := inProcess(t, dir, "lint", ".")
	last := "1 error and 1 warning in 2 of 5 CRDs (5 files, 5 findings repeated in copies, TIME ms)\n" +
		"odds.example.com differs between config/crd/odds.yaml and releases/1.yaml; --enable crd-copies names each\n"
	text := inMilliseconds.ReplaceAllString(got.stdout, "TIME ms")
	if got.status != exitFindings || !strings.HasSuffix(text, last) || !strings.Contains(text, "config/crd/odds.yaml:") || !strings.Contains(text, "releases/1.yaml:7:10: error") {
		t.Errorf("status %d:\n%s%s", got.status, text, got.stderr)
	}
	got = inProcess(t, dir, "lint", "chart/crds/odds.yaml", "config/crd/odds.yaml")
	if !strings.Contains(got.stdout, "2 warnings in 2 of 2 CRDs") {
		t.Errorf("named:\n%s", got.stdout)
	}
	got = inProcess(t, dir, "docs", ".")
	if got.status != exitClean || !strings.Contains(got.stderr, "odds.example.com is read from config/crd/odds.yaml:1; the ones in ") {
		t.Errorf("docs: status %d: %s", got.status, got.stderr)
	}
}
