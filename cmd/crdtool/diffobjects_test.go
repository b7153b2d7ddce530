package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/linting/accepted"
	"github.com/crdtool/crdtool/report"
)

// diffProject has the CRD things of two releases, and objects of it.
func diffProject(t *testing.T) string {
	t.Helper()
	dir := diffed(t)
	for name, text := range map[string]string{
		"objects/a.yaml":    "apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: a}\nspec:\n  gone: x\n",
		"objects/b.yaml":    "apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: b}\nspec: {mode: b}\n---\napiVersion: example.com/v1\nkind: Thing\nmetadata: {name: c}\nspec: {mode: a}\n",
		"objects/else.yaml": "apiVersion: other.com/v1\nkind: Other\nmetadata: {name: x}\n",
		"objects/bad.yaml":  "apiVersion: example.com/v1\nkind: Thing\n  a: b\n",
		"empty/note.yaml":   "a: b\n",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestDiffObjects(t *testing.T) {
	dir := diffProject(t)
	diff := func(args ...string) result {
		t.Helper()
		return inProcess(t, dir, append([]string{"diff", "--proof", "none", "old.yaml", "new.yaml"}, args...)...)
	}
	got := diff("--objects", "objects")
	matches(t, "text", got.stdout, `(?s)\n3 objects in 4 files: 2 refused as manifests, 1 accepted only while what is invalid stays unchanged, 1 losing values, 1 unchanged\n`+
		`\nrefused: Thing v1: spec\.gone: no such field; kubectl refuses the manifest \[field-removed\] \(1 object\)\n  objects/a\.yaml:5:3  a\n`+
		`.*ratcheted: Thing v1: spec\.mode: Unsupported value: "b": supported values: "a" \[enum-narrowed\] \(1 object\)\n  objects/b\.yaml:4:8  b\n`+
		`.*-  gone: x\n.*\nnot read: objects/bad\.yaml:3: .*\n1 object whose CRD is not compared: Other\.other\.com\n\n1 CRD: 1 major; 2 breaking changes`)
	if got.status != exitFindings || got.stderr != "" {
		t.Errorf("exit status %d, %s", got.status, got.stderr)
	}
	var out struct{ Objects *report.DiffObjects }
	if err := json.Unmarshal([]byte(diff("--objects", "objects/a.yaml", "--objects", "objects/b.yaml", "--format", "json").stdout), &out); err != nil {
		t.Fatal(err)
	}
	if o := out.Objects; o == nil || o.Files != 2 || o.Objects != 3 || o.Refused != 2 || len(o.Causes) != 4 || len(o.Manifests) != 1 {
		t.Errorf("%+v", out.Objects)
	}
	if got := diff("--objects", "objects", "--format", "markdown").stdout; !strings.Contains(got, "\n#### Objects: 3 objects in 4 files: ") || !strings.Contains(got, "What to change in objects/a.yaml") {
		t.Errorf("%s", got)
	}
	if got := diff("--format", "json").stdout; strings.Contains(got, `"objects"`) {
		t.Errorf("objects that nobody asked for:\n%s", got)
	}
	if got := diff("--objects", "objects/bad.yaml"); got.status != exitFailed || !strings.HasPrefix(got.stderr, "crdtool: objects/bad.yaml:") {
		t.Errorf("exit status %d, %s", got.status, got.stderr)
	}
	if got := diff("--objects", "empty"); got.status != exitFailed || got.stderr != "crdtool: --objects: no custom object found in empty\n" {
		t.Errorf("%s%s", got.stdout, got.stderr)
	}
	// Many files with one cause: they are named as far as that is asked for.
	for i := range 30 {
		text := "apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: a}\nspec: {mode: b}\n"
		if err := os.WriteFile(filepath.Join(dir, "empty", string(rune('a'+i%26))+strings.Repeat("x", i/26)+".yaml"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if got := diff("--objects", "empty", "--max-findings", "5").stdout; strings.Count(got, "  empty/") != 10 || !strings.Contains(got, "  and 25 more (--max-findings 0 lists all)\n") {
		t.Errorf("%s", got)
	}
	cmd := crdtool(t, dir, "diff", "--proof", "none", "old.yaml", "new.yaml", "--objects", "-")
	cmd.Stdin = strings.NewReader(`{"kind":"List","apiVersion":"v1","items":[{"apiVersion":"example.com/v1","kind":"Thing","metadata":{"name":"l","uid":"u"},"spec":{"gone":"x"}}]}`)
	matches(t, "standard input", finish(t, cmd).stdout, `\npruned: Thing v1: spec\.gone: .*\n  .*:1:\d+  l\n`)
}

func TestDiffAccepted(t *testing.T) {
	dir := diffProject(t)
	diff := func(config string, args ...string) result {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, "c.yaml"), []byte("diff:\n"+config), 0o666); err != nil {
			t.Fatal(err)
		}
		return inProcess(t, dir, append([]string{"diff", "--config", "c.yaml", "--proof", "none"}, args...)...)
	}
	both := "  accepted:\n  - {code: field-removed, crd: things.*, reason: nobody has it}\n  - {path: spec.mode, reason: nor that, until: 2999-12-31}\n"
	got := diff(both, "old.yaml", "new.yaml")
	if got.status != exitClean || got.stderr != "" {
		t.Errorf("exit status %d, %s", got.status, got.stderr)
	}
	matches(t, "text", got.stdout, `(?s)^things\.example\.com: minor, 2 accepted, .*accepted \(stored\): spec\.gone is removed.*     accepted: nobody has it\n.*     accepted: nor that\n\n1 CRD: 1 minor \(`)
	got = diff(both, "new.yaml", "newer.yaml")
	if got.status != exitClean || got.stderr != "crdtool: c.yaml:3: warning: accepted, but there is no such change: field-removed things.*; remove it\ncrdtool: c.yaml:4: warning: accepted, but there is no such change: spec.mode; remove it\n" {
		t.Errorf("exit status %d, %s", got.status, got.stderr)
	}
	got = diff(strings.Replace(both, "2999", "2001", 1), "old.yaml", "new.yaml")
	if got.status != exitFindings || !strings.Contains(got.stdout, "     it was accepted until 2001-12-31: nor that (c.yaml:4)\n") {
		t.Errorf("exit status %d, %s", got.status, got.stdout)
	}
	if got := diff("  accepted: [{code: field-removed}]\n", "old.yaml", "new.yaml"); got.status != exitFailed || !strings.Contains(got.stderr+got.stdout, "c.yaml:2:14: error: an accepted change needs a reason") {
		t.Errorf("exit status %d, %s", got.status, got.stderr)
	}
	if got := diff("  promises: {stable: minor}\n", "old.yaml", "new.yaml"); got.status != exitClean || !strings.HasPrefix(got.stdout, "things.example.com: minor, ") {
		t.Errorf("exit status %d, %s", got.status, got.stdout)
	}
	// An annotation of the new CRD.
	text, err := os.ReadFile(filepath.Join(dir, "new.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	noted := strings.Replace(string(text), "  name: things.example.com\n", "  name: things.example.com\n  annotations:\n    "+accepted.Annotation+"field-removed: path=spec.gone nobody has it\n", 1)
	if err := os.WriteFile(filepath.Join(dir, "noted.yaml"), []byte(noted), 0o666); err != nil {
		t.Fatal(err)
	}
	got = diff("  promises: {}\n", "old.yaml", "noted.yaml")
	if got.status != exitFindings || !strings.Contains(got.stdout, "major, 1 breaking, 1 accepted") {
		t.Errorf("exit status %d, %s%s", got.status, got.stdout, got.stderr)
	}
	if err := os.WriteFile(filepath.Join(dir, "noted.yaml"), []byte(strings.Replace(noted, "field-removed:", "field-remove:", 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	if got = diff("  promises: {}\n", "old.yaml", "noted.yaml"); got.status != exitFailed || !strings.HasPrefix(got.stderr, "crdtool: noted.yaml:6: annotation ") {
		t.Errorf("exit status %d, %s", got.status, got.stderr)
	}
}

func TestDiffWrongInputs(t *testing.T) {
	dir := diffProject(t)
	twice := ""
	for _, name := range []string{"old.yaml", "new.yaml"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		twice += string(text) + "---\n"
	}
	for name, text := range map[string]string{"twice.yaml": twice, "crds/a.yaml": twice[:strings.Index(twice, "---")], "broken.yaml": "kind: CustomResourceDefinition\n a: b\n", "tsconfig.json": "// c\n{\"a\": 1}\n"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	committed(t, dir)
	for args, want := range map[string]string{
		"":                                 `^crdtool: diff takes the old CRDs and the new ones, or a revision of git: `,
		"old.yaml":                         `^crdtool: diff takes the old CRDs and the new ones, or a revision of git: `,
		"main..mine crds":                  `^crdtool: main\.\.mine: no such file or directory`,
		"main HEAD nowhere":                `^crdtool: neither main nor HEAD has a file nowhere\n$`,
		"mine crds":                        `^crdtool: mine: no such file or directory`,
		"crds crds":                        `^crdtool: crds is given as the old CRDs and as the new ones; `,
		"crds ./crds/":                     `^crdtool: crds is given as the old CRDs and as the new ones; `,
		"empty crds":                       `^crdtool: no CustomResourceDefinition was found in empty, the old side; the new side, crds, has 1\n$`,
		"crds empty":                       `^crdtool: no CustomResourceDefinition was found in empty, the new side; the old side, crds, has 1\n$`,
		"empty objects/else.yaml":          `^crdtool: no CustomResourceDefinition was found on either side\n$`,
		"twice.yaml new.yaml":              `^crdtool: twice\.yaml:\d+: the CRD things\.example\.com is also in line 1, with different content; remove one\n$`,
		"new.yaml twice.yaml":              `^crdtool: twice\.yaml:\d+: the CRD things\.example\.com is also in line 1, `,
		"broken.yaml new.yaml":             `^crdtool: broken\.yaml:\d+: `,
		"new.yaml broken.yaml":             `^crdtool: broken\.yaml:\d+: `,
		"- -":                              `^crdtool: standard input \(-\) is given more than once`,
		"old.yaml - --objects -":           `^crdtool: standard input \(-\) is given more than once`,
		"old.yaml new.yaml --objects x":    `^crdtool: x: no such file or directory`,
		"--against nothing crds":           `^crdtool: --against: `,
		"--against main none":              `^crdtool: none: no such file or directory`,
		"--only-crds old.yaml new.yaml":    `^crdtool: --only-crds requires --against; add it\n$`,
		"--fail-on some old.yaml new.yaml": `unknown value; supported are breaking, `,
	} {
		got := inProcess(t, dir, append([]string{"diff"}, strings.Fields(args)...)...)
		if got.status != exitFailed || got.stdout != "" {
			t.Errorf("%s: exit status %d\n%s", args, got.status, got.stdout)
		}
		matches(t, args, got.stderr, want)
	}
	// Nothing changed, nothing is there: what is named is a list of changed files.
	if got := inProcess(t, dir, "diff", "--only-crds", "--against", "main", "objects/a.yaml", "empty/note.yaml", "tsconfig.json"); got.status != exitClean || got.stderr != "" {
		t.Errorf("exit status %d, %s", got.status, got.stderr)
	}
}

func TestDiffFailOn(t *testing.T) {
	dir := diffed(t)
	for _, c := range []struct {
		args   string
		status int
	}{
		{"old.yaml new.yaml", exitFindings}, {"--fail-on never old.yaml new.yaml", exitClean}, {"--fail-on install old.yaml new.yaml", exitClean},
		{"--fail-on stored old.yaml new.yaml", exitFindings}, {"--fail-on stored new.yaml newer.yaml", exitClean},
		{"--fail-on compatible new.yaml newer.yaml", exitFindings}, {"--fail-on documentation new.yaml newer.yaml", exitFindings},
		{"new.yaml newer.yaml", exitClean}, {"--fail-on documentation new.yaml new.yaml", exitClean},
	} {
		got := inProcess(t, dir, append([]string{"diff", "-q", "--proof", "none"}, strings.Fields(c.args)...)...)
		if got.status != c.status || got.stderr != "" || !strings.Contains(got.stdout, "1 CRD") {
			t.Errorf("%s: exit status %d, want %d\n%s%s", c.args, got.status, c.status, got.stdout, got.stderr)
		}
	}
}

// A file that cannot be parsed is reported, and the CRDs of the others are compared.
func TestDiffWithOneBadFile(t *testing.T) {
	const broken = "kind: CustomResourceDefinition\na: [\n"
	old := crd("things")
	dir := folder(t, map[string]string{
		"old/a.yaml": old, "old/b.yaml": broken,
		"new/a.yaml": strings.Replace(old, "type: string, format: date", "type: integer", 1), "new/c.yaml": broken,
	})
	for _, format := range []string{"text", "json", "markdown", "junit"} {
		got := inProcess(t, dir, "diff", "--format", format, "old", "new")
		if got.status != exitFailed || !strings.Contains(got.stdout, "type-changed") ||
			!strings.Contains(got.stderr, "b.yaml:2: not valid YAML") || !strings.Contains(got.stderr, "c.yaml:2: not valid YAML") {
			t.Errorf("%s: status %d\n%s%s", format, got.status, got.stdout, got.stderr)
		}
	}
}
