package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/report"
)

// lamps is a CRD with a bit of everything.
const lamps = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: lamps.example.com
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Lamp, plural: lamps}
  versions:
  - name: v1
    served: true
    storage: true
    subresources:
      status: {}
      scale: {specReplicasPath: .spec.bulbs, statusReplicasPath: .status.bulbs}
    additionalPrinterColumns:
    - {name: Colour, type: string, jsonPath: .spec.colour}
    - {name: Bulbs, type: integer, jsonPath: .spec.bulbs, priority: 1}
    - {name: Age, type: date, jsonPath: .metadata.creationTimestamp}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            x-kubernetes-validations:
            - rule: '!has(oldSelf.room) || has(self.room)'
              message: room may not be removed once set
            properties:
              colour: {type: string, enum: [white, yellow], default: white}
              bulbs: {type: integer, minimum: 1, maximum: 9}
              room: {type: string, maxLength: 7}
          status:
            type: object
            properties:
              bulbs: {type: integer}
  - name: v1beta1
    served: true
    storage: false
    deprecated: true
    schema:
      openAPIV3Schema:
        type: object
        x-kubernetes-preserve-unknown-fields: true
  - name: v1alpha1
    served: false
    storage: false
    schema:
      openAPIV3Schema: {type: object}
`

func lamp(name, spec string) string {
	return "apiVersion: example.com/v1\nkind: Lamp\nmetadata:\n  name: " + name + "\nspec: " + spec + "\n"
}

func TestApplyDry(t *testing.T) {
	dir := folder(t, map[string]string{
		"crds/lamps.yaml":       lamps,
		"crds/things.yaml":      crd("things"),
		"good.yaml":             lamp("good", "{colour: white}"),
		"typo.yaml":             lamp("typo", "{color: white, bulbs: 0}"),
		"bulbs.yaml":            lamp("bulbs", "{bulbs: 3}"),
		"mixed/all.yaml":        lamps + "---\n" + lamp("mixed", "{bulbs: 1}"),
		"list.json":             `{"apiVersion": "v1", "kind": "List", "items": [{"apiVersion": "example.com/v1", "kind": "Lamp", "metadata": {"name": "a"}}, {"apiVersion": "example.com/v1", "kind": "Lamp", "metadata": {"name": "b"}}]}`,
		"builtin.yaml":          "apiVersion: v1\nkind: Pod\n---\napiVersion: apps/v1\nkind: Deployment\n---\nresources: [good.yaml]\n",
		"builtinfields.yaml":    "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec: {replica: 1}\n",
		"lump.yaml":             "apiVersion: example.com/v1\nkind: Lump\nmetadata: {name: a}\n",
		"group.yaml":            "apiVersion: exmple.com/v1\nkind: Lamp\nmetadata: {name: a}\n",
		"foreign.yaml":          "apiVersion: foreign.io/v1\nkind: Zebra\nmetadata: {name: a}\n",
		"no-version.yaml":       "kind: Lamp\nmetadata: {name: a}\n",
		"broken.yaml":           "a: [1, 2\nb: 3\n",
		"beta.yaml":             strings.Replace(lamp("beta", "{x: 1, colour: red}"), "v1", "v1beta1", 1),
		"alpha.yaml":            strings.Replace(lamp("alpha", "{}"), "v1", "v1alpha1", 1),
		"unknown.yaml":          strings.Replace(lamp("unknown", "{}"), "v1", "v2", 1),
		"elsewhere.yaml":        strings.Replace(lamp("good", "{}"), "  name: good", "  name: good\n  namespace: b", 1),
		"status.yaml":           lamp("good", "{}") + "status: {bulbs: x}\n",
		"live/good.yaml":        strings.Replace(lamp("good", "{colour: yellow, room: hall}"), "  name: good", "  name: good\n  namespace: default\n  creationTimestamp: \"2026-01-01T00:00:00Z\"", 1),
		"live2.yaml":            lamp("good", "{}"),
		"same.yaml":             lamp("good", "{colour: yellow, room: hall}"),
		"long.yaml":             lamp("long", "{room: living room}"),
		"live-long.yaml":        lamp("long", "{room: living room, bulbs: 2}"),
		"lamps-other.yaml":      strings.Replace(lamps, "maximum: 9", "maximum: 8", 1),
		"lamps-before.yaml":     strings.Replace(lamps, "              room: {type: string, maxLength: 7}\n", "", 1),
		"templates/deploy.yaml": "apiVersion: example.com/v1\na: {{ .Values.a }}\n",
	})
	for _, c := range []struct {
		name   string
		args   string
		stdin  string
		status int
		// Patterns that standard output and standard error match; empty means
		// that nothing is printed there.
		stdout, stderr string
	}{
		{
			name: "created", args: "--crds crds good.yaml",
			stdout: `^good\.yaml:1: Lamp "good" would be created\n  set  metadata\.namespace = default  the namespace that kubectl .*\n\n1 object: 1 created \(1 file, \d+ ms\)\n$`,
		},
		{
			name: "refused", args: "--crds crds --field-validation warn typo.yaml", status: 1,
			stdout: `(?s)^typo\.yaml:1: Lamp "typo" would be refused \(create\)\n` +
				`  pruned   spec\.color +line 5  no such field; did you mean "colour"\?\n` +
				`  default  spec\.colour = white +from crds/lamps\.yaml:\d+\n.*` +
				`  error    spec\.bulbs +line 5  0 should be greater than or equal to 1\n` +
				`     \|\n   5 \| spec: \{color: white, bulbs: 0\}\n     \| +\^ set at crds/lamps\.yaml:31: minimum: 1\n` +
				`     = server: spec\.bulbs: Invalid value: 0: spec\.bulbs in body should be greater than or equal to 1\n\n` +
				`1 object: 1 refused \(1 file, `,
		},
		{
			name: "refused for its fields", args: "--crds crds typo.yaml", status: 1,
			stdout: `(?s)  error +spec\.color +line 5  no such field; did you mean "colour"\?\n.*  error +spec\.bulbs .*  server   400: Lamp in version "v1" cannot be handled as a Lamp: strict decoding error: unknown field "spec\.color"; the server stops here`,
		},
		{
			name: "CRDs among the objects", args: "mixed good.yaml",
			stdout: `(?s)Lamp "good" would be created\n.*Lamp "mixed" would be created\n.*2 objects: 2 created \(2 files, 1 CRD among them, `,
		},
		{
			name: "list", args: "--crds crds list.json",
			stdout: `(?s)^list\.json:1: Lamp "a" would be created.*list\.json:1: Lamp "b" would be created.*2 objects: 2 created`,
		},
		{
			name: "standard input", args: "--crds crds -", stdin: lamp("piped", "{}"),
			stdout: `^<stdin>:1: Lamp "piped" would be created`,
		},
		{
			name: "CRDs from standard input", args: "--crds - good.yaml", stdin: lamps,
			stdout: `^good\.yaml:1: Lamp "good" would be created`,
		},
		{
			name: "standard input twice", args: "--crds - -", status: 2,
			stderr: `^crdtool: standard input \(-\) is given more than once, but can be read only once; remove one\n$`,
		},
		{
			name: "built-in kinds", args: "--crds crds builtin.yaml good.yaml",
			stdout: `1 object: 1 created \(2 files, 2 built-in objects checked for fields only, 1 other document skipped, `,
		},
		{
			name: "fields of built-in kinds", args: "builtinfields.yaml", status: 1,
			stdout: `(?s)^builtinfields\.yaml:4:8: error: spec\.replica: no such field \[unknown-field\] \(fields only\)\n.*= server: Deployment in version "v1" cannot be handled as a Deployment: strict decoding error: unknown field "spec\.replica"\n.*no custom objects found; 1 built-in object would be refused \(1 file, 1 built-in object checked for fields only, `,
		},
		{
			name: "fields of built-in kinds as JSON", args: "--format json builtinfields.yaml", status: 1,
			stdout: `(?s)"fieldsOnly": true.*"fieldsOnly": 1,\s*"fieldsRefused": 1`,
		},
		{
			name: "without fields of built-in kinds", args: "--built-in skip --crds crds builtinfields.yaml good.yaml",
			stdout: `1 object: 1 created \(2 files, 1 built-in object skipped, `,
		},
		{
			name: "nothing to do", args: "--crds crds -q builtin.yaml", status: 2,
			stderr: `^crdtool: no custom object found in 1 file; if that is fine, add --allow-empty\n$`,
		},
		{
			name: "unknown kind", args: "--crds crds lump.yaml", status: 1,
			stdout: `(?s)^lump\.yaml:2:7: error: no CRD for kind "Lump" in group "example\.com" \[no-crd\]\n.*   2 \| kind: Lump\n.*= help: did you mean kind: Lamp\?\n\nnothing checked; 1 object without a CRD`,
		},
		{
			name: "unknown group", args: "--crds crds group.yaml", status: 1,
			stdout: `(?s)^group\.yaml:1:13: error: .*did you mean apiVersion: example\.com/v1\?`,
		},
		{
			name: "unknown altogether", args: "--crds crds foreign.yaml", status: 1,
			stdout: `(?s)^foreign\.yaml:2:7: error: no CRD for kind "Zebra" in group "foreign\.io" .*none of the 2 CRDs has a similar kind`,
		},
		{
			name: "no CRDs", args: "good.yaml", status: 1,
			stdout: `no CRDs were given or found`,
		},
		{
			name: "no apiVersion", args: "--crds crds no-version.yaml", status: 1,
			stdout: `(?s), but no apiVersion.*add: apiVersion: example\.com/v1`,
		},
		{
			name: "missing CRDs ignored", args: "--crds crds --ignore-missing-crds foreign.yaml good.yaml",
			stdout: `(?s)^good\.yaml.*1 object: 1 created; 1 object without a CRD \(2 files`,
		},
		{
			name: "not YAML", args: "--crds crds broken.yaml good.yaml", status: 1,
			stdout: `(?s)^good\.yaml:1: Lamp "good" would be created\n.*\nbroken\.yaml:\d+:\d+: error: `,
		},
		{
			name: "template", args: "--crds crds --allow-empty templates",
			stdout: `\n1 template \(templates/deploy\.yaml\) skipped; to check what is made of it, pipe that into: crdtool apply-dry -\n$`,
		},
		{
			name: "deprecated version", args: "--crds crds beta.yaml",
			stdout: `(?s)would be created\n.*  lost     spec\.x .*  warning  example\.com/v1beta1 Lamp is deprecated; use example\.com/v1 Lamp\n`,
		},
		{
			name: "version that is not served", args: "--crds crds alpha.yaml", status: 1,
			stdout: `(?s)would be refused \(create\)\n.*  error +apiVersion +line 1  version "v1alpha1" is not served; the served versions are v1, v1beta1.*server  404: 404 page not found\n`,
		},
		{
			name: "version that does not exist", args: "--crds crds unknown.yaml", status: 1,
			stdout: `the CRD has no version "v2"; the served versions are v1, v1beta1; did you mean example\.com/v1\?`,
		},
		{
			name: "namespace", args: "--crds crds -n a good.yaml",
			stdout: `set  metadata\.namespace = a  `,
		},
		{
			name: "another namespace", args: "--crds crds -n a elsewhere.yaml", status: 1,
			stdout: `(?s)  error +metadata\.namespace +line 5  the object is in namespace "b", but the request is for "a"\n.*  server +400: the namespace of the provided object does not match the namespace sent on the request\n`,
		},
		{
			name: "update", args: "--crds crds --old live good.yaml", status: 1,
			stdout: `(?s)^good\.yaml:1: Lamp "good" would be refused \(apply\)\n.*  error  spec +line 5  room may not be removed once set\n.* rule at crds/lamps\.yaml:27: !has\(oldSelf\.room\) \|\| has\(self\.room\)\n     = server: spec: Invalid value: room may not be removed once set\n`,
		},
		{
			name: "unchanged", args: "--crds crds --old live same.yaml",
			stdout: `^same\.yaml:1: Lamp "good" would be unchanged\n`,
		},
		{
			name: "not among the live ones", args: "--crds crds --old live bulbs.yaml",
			stdout: `^bulbs\.yaml:1: Lamp "bulbs" would be created\n`,
		},
		{
			name: "in another namespace", args: "--crds crds --old live elsewhere.yaml",
			stdout: `^elsewhere\.yaml:1: Lamp "good" would be created\n`,
		},
		{
			name: "forgiven", args: "--crds crds --old live-long.yaml long.yaml",
			stdout: `(?s)^long\.yaml:1: Lamp "long" would be updated\n.*  forgiven  spec\.room "living room" +line 5 .*unchanged since it was stored`,
		},
		{
			name: "stored by an older CRD", args: "--crds crds --old-crds lamps-before.yaml --old live good.yaml",
			stdout: `^good\.yaml:1: Lamp "good" would be updated\n`,
		},
		{
			name: "live twice", args: "--crds crds --old live --old live2.yaml good.yaml", status: 2,
			stderr: `^crdtool: --old: Lamp "good" is in live/good\.yaml:1 and again in live2\.yaml:1; remove one of them\n$`,
		},
		{
			name: "status", args: "--crds crds --old live --subresource status status.yaml", status: 1,
			stdout: `(?s)would be refused \(status\)\n.*  error +status\.bulbs +line 6  the string "x", where an integer is wanted\n`,
		},
		{
			name: "status without live objects", args: "--crds crds --subresource status status.yaml", status: 1,
			stdout: `(?s)would be refused \(status\)\n  note .*the object itself is used as the stored one\n`,
		},
		{
			name: "status of nothing", args: "--crds crds --old live --subresource status bulbs.yaml", status: 1,
			stdout: `(?s)there is no live object "bulbs" to write the status of.*404: lamps\.example\.com "bulbs" not found\n`,
		},
		{
			name: "scale", args: "--crds crds --subresource scale --replicas 5 bulbs.yaml",
			stdout: `(?s)^bulbs\.yaml:1: Lamp "bulbs" would be updated \(scale\)\n.*  set +spec\.bulbs = 5 `,
		},
		{
			name: "scale too far", args: "--crds crds --subresource scale --replicas 50 bulbs.yaml", status: 1,
			stdout: `(?s)would be refused \(scale\)\n.*  error .*50 should be less than or equal to 9\n`,
		},
		{
			name: "scale to what the file says", args: "--crds crds --subresource scale bulbs.yaml",
			stdout: `would be unchanged \(scale\)\n`,
		},
		{
			name: "scale to nothing", args: "--crds crds --subresource scale good.yaml", status: 1,
			stdout: `Lamp cannot be checked: it has no number of replicas at \.spec\.bulbs; give one with --replicas`,
		},
		{
			name: "scale without a subresource", args: "--crds crds --subresource scale --replicas 1 beta.yaml", status: 1,
			stdout: `(?s)version v1beta1 of the CRD has no scale subresource.*404: lamps\.example\.com "beta" not found\n`,
		},
		{
			name: "diff", args: "--crds crds --diff good.yaml typo.yaml", status: 1,
			stdout: `(?s)^--- good\.yaml:1 Lamp "good" as written\n\+\+\+ good\.yaml:1 Lamp "good" as stored\n@@ .*\+  generation: 1\n[^-]*$`,
			stderr: `^typo\.yaml:1: Lamp "typo" would be refused`,
		},
		{
			name: "columns", args: "--crds crds --old live --show-columns same.yaml bulbs.yaml",
			stdout: `^NAME +COLOUR +AGE\nbulbs   white    <unknown>\ngood    yellow   2026-01-01T00:00:00Z\n$`,
		},
		{
			name: "wide columns", args: "--crds crds --show-columns -o wide bulbs.yaml elsewhere.yaml",
			stdout: `^NAMESPACE   NAME    COLOUR   BULBS   AGE\ndefault     bulbs   white    3       <unknown>\nb           good    white            <unknown>\n$`,
		},
		{
			name: "quiet", args: "--crds crds -q good.yaml", stdout: `^1 object: 1 created \(1 file, \d+ ms\)\n$`,
		},
		{
			name: "no objects named", args: "--crds crds", status: 1,
			stdout: `(?s)Lamp "bulbs" would be created.*Lamp "good" would be created`, stderr: `the one in .* has different content`,
		},
		{
			name: "missing path", args: "--crds crds goood.yaml bulbs.yaml", status: 2,
			stdout: `Lamp "bulbs" would be created`, stderr: `^crdtool: .*goood\.yaml.*good\.yaml.*\n$`,
		},
		{
			name: "missing CRD path", args: "--crds nowhere good.yaml", status: 2,
			stderr: `^crdtool: --crds: .*nowhere.*\n$`,
		},
		{
			name: "broken CRDs", args: "--crds broken.yaml good.yaml", status: 2,
			stderr: `^crdtool: --crds: broken\.yaml:\d+: .*\n$`,
		},
		{
			name: "a CRD twice", args: "--crds crds --crds mixed good.yaml",
			stdout: `would be created`,
		},
		{
			name: "two CRDs of one kind", args: "--crds crds --crds lamps-other.yaml good.yaml",
			stdout: `1 created`,
			stderr: `^crdtool: the CRD of Lamp\.example\.com is read from crds/lamps\.yaml:1; the one in lamps-other\.yaml:1 has different content and is ignored; name the right one with --crds\n$`,
		},
		{
			name: "outputs that exclude each other", args: "--crds crds --diff -o yaml good.yaml", status: 2,
			stderr: `^crdtool: --diff and -o yaml both choose what is printed; remove one of them\n$`,
		},
		{
			name: "replicas without scale", args: "--crds crds --replicas 3 good.yaml", status: 2,
			stderr: `--replicas requires --subresource scale; add it`,
		},
		{
			name: "no replicas", args: "--crds crds --subresource scale --replicas -1 good.yaml", status: 2,
			stderr: `^crdtool: --replicas "-1": must be an integer from 0 to 2147483647`,
		},
		{
			name: "unknown choice", args: "--subresource staus good.yaml", status: 2,
			stderr: `^crdtool: --subresource "staus": unknown value; did you mean "status"\?\n$`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := inProcessWith(t, dir, c.stdin, append([]string{"apply-dry"}, strings.Fields(c.args)...)...)
			if got.status != c.status {
				t.Errorf("exit status %d, want %d", got.status, c.status)
			}
			match(t, "standard output", filepath.ToSlash(got.stdout), c.stdout)
			match(t, "standard error", filepath.ToSlash(got.stderr), c.stderr)
		})
	}
}

// A file that can be read but once, such as the output of another command.
func TestApplyDryReadsPipesOnce(t *testing.T) {
	skipOnWindows(t, "there are no pipes among the files")
	dir := folder(t, nil)
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	if _, err := write.WriteString(lamps + "---\n" + lamp("piped", "{}")); err != nil {
		t.Fatal(err)
	}
	write.Close()
	cmd := crdtool(t, dir, "apply-dry", "/dev/fd/3")
	cmd.ExtraFiles = []*os.File{read}
	got := finish(t, cmd)
	match(t, "standard output", got.stdout, `^/dev/fd/3:\d+: Lamp "piped" would be created\n`)
	match(t, "standard error", got.stderr, "")
}

// TestApplyDryTellsOfManyAlike: of objects that are refused for the same, all is told about the
// first, and the errors of the others; with --verbose or without a limit, all about each.
func TestApplyDryTellsOfManyAlike(t *testing.T) {
	var alike strings.Builder
	for i := range 6 {
		alike.WriteString("---\n" + lamp(fmt.Sprint("l", i), "{bulbs: 0}"))
	}
	dir := folder(t, map[string]string{
		"crds.yaml": lamps,
		"a.yaml":    strings.TrimPrefix(alike.String(), "---\n"),
		"b.yaml":    lamp("other", "{bulbs: no}") + "---\n" + lamp("last", "{bulbs: 0}"),
	})
	got := inProcess(t, dir, "apply-dry", "--crds", "crds.yaml", ".")
	whole, short := 0, 0
	for line := range strings.Lines(got.stdout) {
		switch {
		case strings.HasSuffix(line, "would be refused (create)\n"):
			whole++
		case strings.Contains(line, `would be refused (create): spec.bulbs: `):
			short++
		}
	}
	const another = `Lamp "other" would be refused (create)` + "\n"
	if whole != 4 || short != 4 || !strings.Contains(got.stdout, another) || !strings.Contains(got.stdout, "\n4 objects refused for the same as others, a line each") {
		t.Errorf("%d objects with all about them, %d in a line:\n%s", whole, short, got.stdout)
	}
	for _, flag := range []string{"--verbose", "--max-findings=0"} {
		got := inProcess(t, dir, "apply-dry", "--crds", "crds.yaml", flag, ".")
		if n := strings.Count(got.stdout, "would be refused (create)\n"); n != 8 || strings.Contains(got.stdout, "a line each") {
			t.Errorf("%s: %d objects with all about them:\n%s", flag, n, got.stdout)
		}
	}
}

func TestApplyDryObjects(t *testing.T) {
	dir := folder(t, map[string]string{
		"crds.yaml": lamps,
		"a.yaml":    lamp("a", "{}"),
		"b.yaml":    lamp("b", "{bulbs: 0}") + "---\n" + lamp("c", "{bulbs: 2}"),
	})
	one := inProcess(t, dir, "apply-dry", "--crds", "crds.yaml", "-o", "yaml", "a.yaml")
	const want = `apiVersion: example.com/v1
kind: Lamp
metadata:
  generation: 1
  name: a
  namespace: default
spec: {}
`
	// The default for colour applies within spec, which is there.
	if got := one.stdout; got != strings.Replace(want, "spec: {}", "spec:\n  colour: white", 1) || one.status != exitClean || one.stderr != "" {
		t.Errorf("exit status %d, standard output\n%s%s", one.status, got, one.stderr)
	}

	several := inProcess(t, dir, "apply-dry", "--crds", "crds.yaml", "-o", "yaml", "a.yaml", "b.yaml")
	documents := strings.Split(several.stdout, "---\n")
	if len(documents) != 2 || several.status != exitFindings {
		t.Errorf("exit status %d, %d documents\n%s", several.status, len(documents), several.stdout)
	}
	for _, d := range documents {
		var object map[string]any
		if err := yaml.Unmarshal([]byte(d), &object); err != nil || object["kind"] != "Lamp" {
			t.Errorf("%v in\n%s", err, d)
		}
	}
	match(t, "standard error", several.stderr, `^b\.yaml:1: Lamp "b" would be refused \(create\)\n`)

	list := inProcess(t, dir, "apply-dry", "--crds", "crds.yaml", "--print", "object", "-o", "json", "a.yaml", "b.yaml")
	var items struct {
		Kind  string
		Items []map[string]any
	}
	if err := json.Unmarshal([]byte(list.stdout), &items); err != nil || items.Kind != "List" || len(items.Items) != 2 {
		t.Errorf("%v in\n%s", err, list.stdout)
	}
	// What is printed can be applied again, and changes nothing.
	again := crdtool(t, dir, "apply-dry", "--crds", "crds.yaml", "-o", "yaml", "-")
	again.Stdin = strings.NewReader(one.stdout)
	if got := finish(t, again); got.stdout != one.stdout {
		t.Errorf("applied again:\n%s\nwant\n%s", got.stdout, one.stdout)
	}
}

func TestApplyDryJSON(t *testing.T) {
	dir := folder(t, map[string]string{
		"crds.yaml": lamps,
		"a.yaml":    lamp("a", "{color: red}") + "---\n" + lamp("b", "{bulbs: 3}") + "---\napiVersion: v1\nkind: Pod\n",
		"no.yaml":   "apiVersion: foreign.io/v1\nkind: Zebra\nmetadata: {name: z}\n",
	})
	got := inProcess(t, dir, "apply-dry", "--format", "json", "--color", "always", ".")
	if got.status != exitFindings || got.stderr != "" {
		t.Errorf("exit status %d, standard error %q", got.status, got.stderr)
	}
	var out struct {
		SchemaVersion int
		Results       []struct {
			File, APIVersion, Kind, Namespace, Name, Operation, Verdict string
			Document, Line                                              int
			APIServer                                                   struct {
				Accepted bool
				Code     int
			}
			Object map[string]any
			Trace  []struct{ Stage, Action, Path string }
		}
		Findings []struct{ Rule string }
		Summary  report.Summary
	}
	if err := json.Unmarshal([]byte(got.stdout), &out); err != nil {
		t.Fatalf("%v in %s", err, got.stdout)
	}
	want := report.Summary{Files: 3, Objects: 2, Created: 1, Refused: 1, WithoutCRD: 1, BuiltIn: 1, CRDs: 1, Errors: 2}
	if out.Summary != want {
		t.Errorf("summary %+v, want %+v", out.Summary, want)
	}
	if len(out.Results) != 2 || len(out.Findings) != 1 || out.SchemaVersion != 1 {
		t.Fatalf("%d results and %d findings, want 2 and 1", len(out.Results), len(out.Findings))
	}
	a, b := out.Results[0], out.Results[1]
	if a.APIServer.Accepted || a.APIServer.Code != 400 || a.Object != nil || a.Verdict != "refused" || len(a.Trace) == 0 {
		t.Errorf("first result %+v", a)
	}
	if !b.APIServer.Accepted || b.APIServer.Code != 201 || b.Object["kind"] != "Lamp" || b.Operation != "create" ||
		b.Document != 1 || b.Line != 7 || b.Namespace != "default" || b.Name != "b" {
		t.Errorf("second result %+v", b)
	}
}

// Files are tried on all processors; what is printed must not tell.
func TestApplyDryKeepsTheOrder(t *testing.T) {
	files := map[string]string{"crds.yaml": lamps}
	for i := range 60 {
		text := lamp("first", "{bulbs: 0}")
		for j := range i % 7 {
			text += "---\n" + lamp(fmt.Sprintf("further-%d", j), "{color: x, bulbs: 2}")
		}
		files[fmt.Sprintf("objects/%02d.yaml", i)] = text
	}
	dir := folder(t, files)
	time := regexp.MustCompile(`\d+ ms`)
	first := inProcess(t, dir, "apply-dry", "--crds", "crds.yaml", "objects")
	last := ""
	for _, m := range regexp.MustCompile(`(?m)^objects.(\d\d)\.yaml:`).FindAllStringSubmatch(first.stdout, -1) {
		if m[1] < last {
			t.Fatalf("file %s stands after file %s", m[1], last)
		}
		last = m[1]
	}
	if last != "59" {
		t.Errorf("the last file printed is %q, want 59", last)
	}
	again := inProcess(t, dir, "apply-dry", "--crds", "crds.yaml", "objects")
	if time.ReplaceAllString(first.stdout, "") != time.ReplaceAllString(again.stdout, "") {
		t.Error("two runs differ")
	}
}

// The output that docs/apply-dry.md shows is what the command prints, but for
// the time it takes.
func TestApplyDryDocsShowRealOutput(t *testing.T) {
	skipOnWindows(t, "paths are printed with backslashes")
	text, err := os.ReadFile(filepath.Join(repository(t), "docs", "apply-dry.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "\n## Text\n")
	block := regexp.MustCompile("(?s)```\n\\$ crdtool (.*?)\n(.*?)```\n").FindStringSubmatch(section)
	if block == nil {
		t.Fatal("docs/apply-dry.md shows no command")
	}
	real := inProcess(t, repository(t), strings.Fields(block[1])...).stdout
	took := regexp.MustCompile(`\d+ ms\)`)
	if took.ReplaceAllString(real, "") != took.ReplaceAllString(block[2], "") {
		t.Errorf("crdtool %s prints\n%s\nbut docs/apply-dry.md shows\n%s", block[1], real, block[2])
	}
}
