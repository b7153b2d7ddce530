package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What people see of a folder: a line for what is accepted, all of what is refused, and
// a count of what is none of either.
func TestApplyDryOfAFolder(t *testing.T) {
	lampIn := func(namespace, name, spec string) string {
		return strings.Replace(lamp(name, spec), "  name: ", "  namespace: "+namespace+"\n  name: ", 1)
	}
	foreign := func(kind, name string) string {
		return fmt.Sprintf("apiVersion: foreign.io/v1\nkind: %s\nmetadata: {name: %s}\n", kind, name)
	}
	dir := folder(t, map[string]string{
		".git/HEAD":           "ref: refs/heads/main\n",
		"crd/lamps.yaml":      lamps,
		"crd/posts.yaml":      strings.NewReplacer("lamps", "posts", "Lamp", "Post", "        type: object\n        properties:", "        type: object\n        required: [spec]\n        properties:").Replace(lamps),
		"two/a.yaml":          lamp("a", "{bulbs: 0}"),
		"two/b.yaml":          lamp("b", "{}"),
		"two/c.yaml":          lamp("c", "{size: 1, colour: null}"),
		"one/a.yaml":          lamp("a", "{size: 1}"),
		"foreign/a.yaml":      foreign("Zebra", "a") + "---\n" + foreign("Zebra", "b") + "---\n" + strings.Replace(foreign("Lump", "c"), "foreign.io", "example.com", 1),
		"none/values.yaml":    "apiVersion: foreign.io/v1\nkind: Settings\na: 1\n",
		"none/kind.yaml":      "apiVersion: kind.x-k8s.io/v1alpha4\nkind: Cluster\nname: test\n",
		"none/chart.yaml":     "apiVersion: v2\nname: chart\nversion: 1.0.0\n",
		"fill/a.yaml":         lamp(`"${NAME}"`, "{bulbs: '${BULBS}'}"),
		"dollar/a.yaml":       lamp(`$LAMP_NAME`, "{bulbs: 1}"),
		"dollar/b.yaml":       lamp("b", "{bulbs: 1}"),
		"fill/b.yaml":         lamp(`"${NAME}"`, "{bulbs: 0}"),
		"fill/c.yaml":         lamp("c", "{room: '${R}'}"),
		"nameless/a.yaml":     "apiVersion: example.com/v1\nkind: Lamp\nspec: {bulbs: 0}\n",
		"nameless/b.yaml":     "apiVersion: example.com/v1\nkind: Lamp\nmetadata: {nmae: b}\n",
		"tests/00-assert.yml": lamp("a", "{bulbs: 0}"),
		"tests/01-errors.yml": lamp("a", "{bulbs: 0}"),
		"tests/status.yaml":   "apiVersion: example.com/v1\nkind: Post\nmetadata: {name: a}\nstatus: {bulbs: many}\n",
		"chainsaw/chainsaw-test.yaml": "apiVersion: chainsaw.kyverno.io/v1alpha1\nkind: Test\nmetadata: {name: t}\nspec:\n  steps:\n  - try:\n" +
			"    - apply: {file: apply.yaml}\n    - assert: {file: ready.yaml}\n    - patch: {file: 'patch-*.yaml'}\n",
		"chainsaw/apply.yaml":       lampIn("($namespace)", "a", "{}"),
		"chainsaw/ready.yaml":       lamp("a", "{bulbs: 0}"),
		"chainsaw/patch-1.yaml":     lamp("a", "{bulbs: 0}"),
		"chainsaw/lamp-assert.yaml": lamp("a", "{bulbs: 0}"),
		"chainsaw/wrong.yaml":       lamp("wrong", "{bulbs: 0}"),
		"beside/a.yaml":             lamp("a", "{}"),
		"beside/b.yaml":             lamp("a", "{bulbs: 1}"),
		"overlays/x/a.yaml":         lamp("a", "{}"),
		"overlays/y/a.yaml":         lamp("a", "{bulbs: 1}"),
		"twice/a.yaml":              lamp("a", "{}"),
		"twice/b.yaml":              lamp("a", "{bulbs: 1}"),
		"twice/kustomization.yaml":  "resources: [a.yaml, b.yaml]\n",
		"generated.yaml":            strings.Replace(lamp("a", "{}"), "name:", "generateName:", 1) + "---\n" + strings.Replace(lamp("a", "{}"), "name:", "generateName:", 1),
	})
	for _, c := range []struct {
		args   string
		status int
		stdout string
	}{
		{"one --field-validation warn", 0, `^one/a\.yaml:1: Lamp "a" would be created\n  pruned +spec\.size .*\n  default +spec\.colour`},
		{
			"two --field-validation warn", 1,
			`(?s)^two/b\.yaml:1: Lamp "b" would be created\ntwo/c\.yaml:1: Lamp "c" would be created, 1 field pruned\n` +
				`two/a\.yaml:1: Lamp "a" would be refused \(create\)\n.*  error    spec\.bulbs .*\n3 objects: 1 refused, 2 created \(`,
		},
		{"two --field-validation warn --verbose", 1, `(?s)^two/b\.yaml:1: Lamp "b" would be created\n  default .*\n\ntwo/c\.yaml:1: Lamp "c" would be created\n  pruned .*\n\ntwo/a\.yaml:1: Lamp "a" would be refused`},
		{
			"foreign", 1,
			`^foreign/a\.yaml:2:7: error: no CRD for kind "Zebra" in group "foreign\.io" \(2 objects\) \[no-crd\]\n` +
				`foreign/a\.yaml:10:7: error: no CRD for kind "Lump" in group "example\.com"; did you mean kind: Lamp\? \[no-crd\]\n` +
				`     = help: add their CRDs with --crds \(those of a cluster: kubectl get crds -o yaml > crds\.yaml\), or skip what has no CRD with --ignore-missing-crds, or with ignoreMissingCRDs in \.crdtool\.yaml\n\n` +
				`nothing checked; 3 objects without a CRD `,
		},
		{"foreign --verbose", 1, `\(2 objects\) \[no-crd\]\n  foreign/a\.yaml:2:7\n  foreign/a\.yaml:6:7\n`},
		{"foreign --ignore-missing-crds", 0, `^nothing checked; 3 objects without a CRD `},
		{"none", 2, `^no custom objects found \(3 files, 1 built-in object skipped, 2 other documents skipped, \d+ ms\)\n$`},
		{
			"fill", 1,
			`(?s)^fill/c\.yaml:1: Lamp "c" would be created\nfill/b\.yaml:1: Lamp "\$\{NAME\}" would be refused \(create\)\n.*  error    spec\.bulbs [^\n]* 0 should be.*\n2 objects: 1 refused, 1 created .*\n` +
				`1 file with objects to be filled in, as in \$\{NAME\}, \(fill/a\.yaml\) skipped; to check what becomes of them: envsubst < FILE \| crdtool apply-dry -\n$`,
		},
		{
			"dollar", 0,
			`(?s)^dollar/b\.yaml:1: Lamp "b" would be created\n.*\n1 file with objects to be filled in, as in \$\{NAME\}, \(dollar/a\.yaml\) skipped; `,
		},
		{"fill/a.yaml", 1, `error +metadata\.name +line 4 `},
		{
			"nameless", 1,
			`(?s)^nameless/a\.yaml:1: .*name or generateName is required.*nameless/b\.yaml:1: .*metadata\.nmae .*2 objects: 2 refused`,
		},
		{"nameless/a.yaml", 1, `name or generateName is required`},
		{"tests", 2, `^no custom objects found \(3 files, \d+ ms\)\n3 files that tests compare objects with skipped\n$`},
		{"tests --verbose", 2, `skipped\n  tests/00-assert\.yml\n  tests/01-errors\.yml\n  tests/status\.yaml\n$`},
		{"tests/00-assert.yml", 1, `1 refused`},
		{
			"chainsaw", 1,
			`(?s)^chainsaw/wrong\.yaml:1: .*\n1 object: 1 refused \(6 files, 1 built-in object skipped, .*\n1 file with objects to be filled in, .* \(chainsaw/apply\.yaml\) .*\n3 files that tests compare objects with skipped\n$`,
		},
		{"chainsaw/chainsaw-test.yaml chainsaw/lamp-assert.yaml", 1, `1 refused`},
		{"beside", 0, `\n1 object is in two files of a directory: Lamp default/a in beside/a\.yaml:1 and beside/b\.yaml:1\n$`},
		{"overlays", 0, `\n1 object is in several directories\n$`},
		{"twice", 0, `(?s)\ntwice/b\.yaml:1: info: Lamp default/a is in twice/a\.yaml:1, too; the one that is applied last counts \[object-twice\]\n\n2 objects: 2 created`},
		{"twice --format github", 0, `^::notice title=crdtool object-twice,file=twice/b\.yaml,line=1`},
		{"generated.yaml", 0, `^generated\.yaml:1: .*\ngenerated\.yaml:7: .*\n2 objects: 2 created \(.*\n$`},
	} {
		t.Run(c.args, func(t *testing.T) {
			got := inProcess(t, dir, append([]string{"apply-dry", "--crds", "crd"}, strings.Fields(c.args)...)...)
			if got.status != c.status {
				t.Errorf("exit status %d, want %d", got.status, c.status)
			}
			match(t, "standard output", strings.ReplaceAll(got.stdout, `\`, "/"), c.stdout)
			stderr := ""
			if c.status == exitFailed {
				stderr = `^crdtool: no custom object found in 3 files; if that is fine, add --allow-empty\n$`
			}
			match(t, "standard error", got.stderr, stderr)
		})
	}

	// JSON has each object without a CRD, the other formats have each kind.
	got := inProcess(t, dir, "apply-dry", "--crds", "crd", "--format", "json", "-o", "gitlab=kinds.json", "foreign")
	var all struct{ Findings []struct{ Rule string } }
	if err := json.Unmarshal([]byte(got.stdout), &all); err != nil || len(all.Findings) != 3 {
		t.Errorf("%v; %d findings, want 3", err, len(all.Findings))
	}
	kinds, err := os.ReadFile(filepath.Join(dir, "kinds.json"))
	if err != nil {
		t.Fatal(err)
	}
	match(t, "kinds.json", string(kinds), `(?s)^[^Z]*kind ..Zebra.. in group ..foreign\.io.. \(and at 1 other place\)[^Z]*$`)
}

// TestApplyDrySequenceOrder: files of a sequence are taken in the order in which kubectl apply takes them.
func TestApplyDrySequenceOrder(t *testing.T) {
	newer := strings.Replace(lamps, "[white, yellow]", "[white, yellow, green]", 1)
	dir := folder(t, map[string]string{
		"old.yaml": lamps, "z-crd.yaml": newer, "a-lamp.yaml": lamp("a", "{colour: green}"),
		"x/b/1.yaml": newer, "x/a/2.yaml": lamp("a", "{colour: green}"),
		"y/a.yaml": newer, "y/a/lamp.yaml": lamp("a", "{colour: green}"), "y/a-0.yaml": lamp("b", "{colour: white}"),
	})
	for _, test := range []struct {
		args   []string
		status int
	}{
		{[]string{"--cluster", "old.yaml", "z-crd.yaml", "a-lamp.yaml"}, 0},
		{[]string{"--cluster", "old.yaml", "a-lamp.yaml", "z-crd.yaml"}, 1},
		{[]string{"x/b", "x/a"}, 0},
		{[]string{"x"}, 1},
		// A walk reads the directory a between a-0.yaml and a.yaml.
		{[]string{"--cluster", "old.yaml", "y"}, 1},
	} {
		for _, how := range []string{"--server-side", "--server-side=false"} {
			args := append([]string{"apply-dry", "--no-config", "--sequence", how}, test.args...)
			if got := inProcess(t, dir, args...); got.status != test.status {
				t.Errorf("%v: status %d, want %d\n%s%s", args, got.status, test.status, got.stdout, got.stderr)
			}
		}
	}
}

// TestApplyDryPrefersV1: no server takes a CRD of v1beta1, so that one of v1 counts wherever it stands.
func TestApplyDryPrefersV1(t *testing.T) {
	beta := "apiVersion: apiextensions.k8s.io/v1beta1\nkind: CustomResourceDefinition\nmetadata: {name: lamps.example.com}\n" +
		"spec: {group: example.com, scope: Namespaced, names: {kind: Lamp, plural: lamps}, version: v1}\n"
	files := map[string]string{".git/HEAD": "ref: refs/heads/main\n", "samples/lamp.yaml": lamp("a", "{colour: white}")}
	for _, places := range [][2]string{{"deploy/a/crd.yaml", "deploy/z/crd.yaml"}, {"deploy/z/crd.yaml", "deploy/a/crd.yaml"}, {"deploy/crd.yaml", "samples/crd.yaml"}, {"release-1/crd.yaml", "config/crd/bases/crd.yaml"}} {
		with := maps.Clone(files)
		with[places[0]], with[places[1]] = lamps, beta
		dir := folder(t, with)
		for _, args := range [][]string{{"samples/lamp.yaml"}, {"."}, {"--crds", ".", "samples/lamp.yaml"}, {"--sequence", "--crds", ".", "samples/lamp.yaml"}} {
			got := inProcess(t, dir, append([]string{"apply-dry", "--no-config"}, args...)...)
			if got.status != 0 || !strings.Contains(got.stdout, "1 created") || got.stderr != "" {
				t.Errorf("%v %v: status %d\n%s%s", places, args, got.status, got.stdout, got.stderr)
			}
		}
		for _, args := range [][]string{{"explain", "lamps", "--crds", "."}, {"sample", "."}, {"openapi", "--group-version", "example.com/v1", "."}, {"docs", "."}} {
			got := inProcess(t, dir, args...)
			if got.status != 0 || got.stderr != "" {
				t.Errorf("%v %v: status %d\n%s", places, args, got.status, got.stderr)
			}
		}
	}
}
