package server_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/lsp/protocol"
	"github.com/crdtool/crdtool/internal/testkit/editor"
)

const lampCRD = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: lamps.example.com
spec:
  group: example.com
  names: {kind: Lamp, listKind: LampList, plural: lamps, singular: lamp}
  scope: Namespaced
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
            required: [watts]
            properties:
              watts: {type: integer, maximum: 100}
              color: {type: string, enum: [red, green], x-kubernetes-validations: [{rule: self == oldSelf, message: color is immutable}]}
`

const lamp = `apiVersion: example.com/v1
kind: Lamp
metadata:
  name: desk
spec:
  watts: 60
  color: red
`

// project writes files into a new folder.
func project(t *testing.T, files map[string]string) string {
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func expect(t *testing.T, c *editor.Client, name, want string) {
	t.Helper()
	if got := editor.LinesOf(c.Diagnostics(name)); got != want {
		t.Errorf("%s: diagnostics\n%swant\n%s", name, got, want)
	}
}

func insert(line, character uint32, text string) protocol.TextDocumentContentChangeEvent {
	at := protocol.Position{Line: line, Character: character}
	return protocol.TextDocumentContentChangeEvent{Range: &protocol.Range{Start: at, End: at}, Text: text}
}

// TestDiagnosticsFollowEdits: unsaved texts are answered, also through the CRD that is being edited.
func TestDiagnosticsFollowEdits(t *testing.T) {
	c := editor.Start(t, project(t, map[string]string{".crdtool.yaml": "profile: server\n", "crds/lamps.yaml": lampCRD, "lamp.yaml": lamp}), "{}")
	c.Open("lamp.yaml")
	c.Change("lamp.yaml", insert(6, 12, "dish"))
	expect(t, c, "lamp.yaml", "7:10 1 spec.color: \"reddish\" is not one of \"red\", \"green\" [schema]\n")

	c.Open("crds/lamps.yaml")
	c.Change("crds/lamps.yaml", insert(20, 0, strings.Repeat(" ", 14)+"hue: {type: integer}\n"))
	c.Change("lamp.yaml", insert(7, 0, "  hue: 3\n"))
	expect(t, c, "lamp.yaml", "7:10 1 spec.color: \"reddish\" is not one of \"red\", \"green\" [schema]\n")
	expect(t, c, "crds/lamps.yaml", "")
}

// TestFilesAreNotWatched: editors that report no changes of files get what a generator wrote when a file is saved or opened.
func TestFilesAreNotWatched(t *testing.T) {
	dir := project(t, map[string]string{".crdtool.yaml": "profile: server\n", "crds/lamps.yaml": lampCRD, "lamp.yaml": lamp + "  hue: 3\n"})
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c := editor.Start(t, dir, "{}")
	c.Open("lamp.yaml")
	expect(t, c, "lamp.yaml", "8:3 1 spec.hue: no such field [unknown-field]\n")
	write("crds/lamps.yaml", lampCRD+strings.Repeat(" ", 14)+"hue: {type: integer}\n")
	c.Save("lamp.yaml", lamp+"  hue: 3\n")
	c.Change("lamp.yaml", insert(0, 0, "# a comment\n"))
	expect(t, c, "lamp.yaml", "")

	write("crds/bulbs.yaml", strings.NewReplacer("lamp", "bulb", "Lamp", "Bulb").Replace(lampCRD))
	c.Open("bulb.yaml", strings.NewReplacer("Lamp", "Bulb", "60", "600").Replace(lamp))
	expect(t, c, "bulb.yaml", "6:10 1 spec.watts: 600 should be less than or equal to 100 [schema]\n")
}

// TestPositionsInUTF16: columns count UTF-16 code units unless the client asks for bytes.
func TestPositionsInUTF16(t *testing.T) {
	files := map[string]string{"crds/lamps.yaml": lampCRD, "lamp.yaml": strings.Replace(lamp, "color: red", `{"😀é": 1}`, 1)}
	files["lamp.yaml"] = strings.Replace(lamp, "spec:\n  watts: 60\n  color: red\n", "spec: {\"😀é\": 1, watts: 600}\n", 1)
	utf16 := editor.Start(t, project(t, files), "{}")
	utf16.Open("lamp.yaml")
	if got := editor.LinesOf(utf16.Diagnostics("lamp.yaml")); !strings.Contains(got, "5:25 1 ") {
		t.Errorf("UTF-16: %s", got)
	}
	utf8 := editor.Start(t, project(t, files), `{"general":{"positionEncodings":["utf-8","utf-16"]}}`)
	utf8.Open("lamp.yaml")
	if got := editor.LinesOf(utf8.Diagnostics("lamp.yaml")); !strings.Contains(got, "5:28 1 ") {
		t.Errorf("UTF-8: %s", got)
	}
}

// TestUpdatesOfHEAD: an object of a repository is also checked as an update of the committed one, after each edit.
func TestUpdatesOfHEAD(t *testing.T) {
	c := editor.Start(t, committed(t, map[string]string{".crdtool.yaml": "profile: server\n", "crds/lamps.yaml": lampCRD, "lamp.yaml": lamp}), "{}")
	c.Open("lamp.yaml", strings.Replace(lamp, "red", "green", 1))
	const immutable = "1 spec.color: as an update of HEAD: color is immutable [cel-failed]\n"
	expect(t, c, "lamp.yaml", "7:10 "+immutable)
	c.Change("lamp.yaml", insert(0, 0, "# a comment\n"))
	expect(t, c, "lamp.yaml", "8:10 "+immutable)
	c.Change("lamp.yaml", insert(0, 0, "# another\n"))
	expect(t, c, "lamp.yaml", "9:10 "+immutable)
}

// TestRefusedInHEAD: a CRD that no server has stored is not updated, so its immutable fields can be corrected.
func TestRefusedInHEAD(t *testing.T) {
	stored := strings.Replace(lampCRD, "Namespaced", "Cluster", 1)
	refused := strings.Replace(lampCRD, "Namespaced", "namespaced", 1)
	c := editor.Start(t, committed(t, map[string]string{".crdtool.yaml": "profile: server\n", "stored.yaml": stored, "refused.yaml": refused}), "{}")
	c.Open("stored.yaml", lampCRD)
	if got := editor.LinesOf(c.Diagnostics("stored.yaml")); !strings.Contains(got, "as an update of HEAD: ") {
		t.Errorf("another scope: %s", got)
	}
	c.Open("refused.yaml", lampCRD)
	if got := editor.LinesOf(c.Diagnostics("refused.yaml")); strings.Contains(got, "as an update of HEAD: ") {
		t.Errorf("a scope that is corrected: %s", got)
	}
}

// committed writes files into a new repository, and commits them.
func committed(t *testing.T, files map[string]string) string {
	dir := project(t, files)
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-qm", "first"}} {
		if out, err := exec.Command("git", append([]string{"-C", dir}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	return dir
}

// TestUnfinishedLine: a line that cannot be parsed does not hide what is known of the others.
func TestUnfinishedLine(t *testing.T) {
	c := editor.Start(t, project(t, map[string]string{"crds/lamps.yaml": lampCRD, "lamp.yaml": strings.Replace(lamp, "60", "600", 1)}), "{}")
	c.Open("lamp.yaml")
	c.Change("lamp.yaml", insert(7, 0, "  \"hu"))
	if got := editor.LinesOf(c.Diagnostics("lamp.yaml")); !strings.Contains(got, "6:10 1 spec.watts: ") || !strings.Contains(got, "[yaml-syntax]") {
		t.Errorf("diagnostics:\n%s", got)
	}
}

// TestValueOfAnotherType: a CRD that cannot be decoded because of the line of the edit has the findings of other lines.
func TestValueOfAnotherType(t *testing.T) {
	c := editor.Start(t, project(t, map[string]string{".crdtool.yaml": "profile: server\n", "crds/lamps.yaml": strings.Replace(lampCRD, "maximum: 100", "maximum: 100, pattern: '('", 1)}), "{}")
	c.Open("crds/lamps.yaml")
	before := editor.LinesOf(c.Diagnostics("crds/lamps.yaml"))
	c.Change("crds/lamps.yaml", insert(20, 79, "\n"+strings.Repeat(" ", 14)+"hue: i"))
	got := editor.LinesOf(c.Diagnostics("crds/lamps.yaml"))
	if before == "" || !strings.Contains(got, before) || !strings.Contains(got, "22:20 1 ") || !strings.Contains(got, "[wrong-type]") {
		t.Errorf("diagnostics:\n%swant those in line 22 and\n%s", got, before)
	}
}

// TestFilesOfOthers: files that are no manifests get no diagnostics, however broken they are.
func TestFilesOfOthers(t *testing.T) {
	files := map[string]string{
		"crds/lamps.yaml": lampCRD, "lamp.yaml": lamp,
		"compose.yaml":                     "services:\n  web: [\n",
		".github/workflows/ci.yaml":        "on: push\njobs:\n  a: {b: }}\n",
		"chart/Chart.yaml":                 "apiVersion: v2\nname: lamp\nversion: 1.0.0\n",
		"chart/values.yaml":                "lamp: {watts: {{ 1\n",
		"chart/templates/lamp.yaml":        "apiVersion: example.com/v1\nkind: Lamp\nspec:\n  watts: {{ .Values.watts }}\n",
		"kustomization.yaml":               "resources: [lamp.yaml]\npatches:\n- path: patch.yaml\n",
		"patch.yaml":                       "apiVersion: example.com/v1\nkind: Lamp\nmetadata:\n  name: desk\nspec:\n  watts: null\n",
		"package.json":                     "{\"name\": \"lamp\",",
		"testdata-like/openapi.yaml":       "openapi: 3.0.0\ninfo: {}\npaths: {}\n",
		"deploy/tests/chainsaw-test.yaml":  "apiVersion: chainsaw.kyverno.io/v1alpha1\nkind: Test\nmetadata:\n  name: a\nspec:\n  steps: []\n",
		"deploy/tests/not-a-manifest.yaml": "- a\n- b: c\n",
	}
	c := editor.Start(t, project(t, files), "{}")
	for name := range files {
		if name == "crds/lamps.yaml" || name == "lamp.yaml" {
			continue
		}
		c.Open(name)
		c.Change(name, insert(0, 0, "# a comment\n"))
		expect(t, c, name, "")
	}
}

// TestConfiguration: errors of .crdtool.yaml are shown, and a new configuration changes the diagnostics of others.
func TestConfiguration(t *testing.T) {
	c := editor.Start(t, project(t, map[string]string{".crdtool.yaml": "profile: server\n", "crds/lamps.yaml": lampCRD}), "{}")
	c.Open(".crdtool.yaml", "profil: server\n")
	if got := editor.LinesOf(c.Diagnostics(".crdtool.yaml")); !strings.Contains(got, "1:1 1 ") {
		t.Errorf("diagnostics:\n%s", got)
	}
}
