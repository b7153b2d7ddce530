package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// loosePattern is a CRD in which a rule of the profile default finds something,
// at 17:42.
func loosePattern(plural string) string {
	return strings.Replace(ownKind(plural), "format: date", `pattern: "^a|b$"`, 1)
}

func TestConfiguration(t *testing.T) {
	const loose = `loose\.yaml:17:41: %s: .* \[pattern-alternation\]`
	found := func(severity string) string { return "(?s)^" + strings.Replace(loose, "%s", severity, 1) }
	const clean = `^no findings in 1 CRD `
	for _, c := range []struct {
		name   string
		config string
		args   string
		status int
		// Patterns of standard output and standard error.
		stdout, stderr string
	}{
		{name: "without", args: "loose.yaml", stdout: found("warning")},
		{name: "empty", config: "# nothing\n", args: "loose.yaml", stdout: found("warning")},
		{name: "off", config: "rules: {pattern-alternation: off}\n", args: "loose.yaml", stdout: clean},
		{name: "error", config: "rules: {pattern-alternation: error}\n", args: "loose.yaml", status: 1, stdout: found("error")},
		{name: "profile", config: "profile: server\n", args: "loose.yaml", stdout: clean},
		{name: "flags have the last word", config: "profile: server\n", args: "--profile default loose.yaml", stdout: found("warning")},
		{name: "enable", config: "profile: server\n", args: "--enable pattern-alternation loose.yaml", stdout: found("warning")},
		{name: "disable", args: "--disable float,pattern-alternation loose.yaml", stdout: clean},
		{name: "disable the server's warning", args: "--disable unknown-format odd.yaml", stdout: clean},
		{name: "fail on", config: "failOn: warning\n", args: "loose.yaml", status: 1, stdout: found("warning")},
		{name: "elsewhere", config: "rules: {pattern-alternation: {severity: error, paths: [other]}}\n", args: "loose.yaml", stdout: clean},
		{name: "excluded by name", config: "exclude: [loose.yaml]\n", args: "loose.yaml odd.yaml", stdout: `^odd\.yaml:.*`, stderr: `^crdtool: loose\.yaml is excluded by \.crdtool\.yaml\n$`},
		{name: "excluded in a folder", config: "exclude: [\"**/loose.yaml\", odd.yaml, bad.yaml]\n", args: ".", stderr: `^crdtool: no CustomResourceDefinition found in 0 files\n$`},
		{name: "ignored", config: "ignore: [{rules: [pattern-alternation], fields: [spec], reason: known}]\n", args: "loose.yaml", stdout: `^no findings in 1 CRD \(1 file, 1 finding ignored, `},
		{name: "format", config: "formats: [github, gitlab=out.json]\n", args: "--write-outputs loose.yaml", stdout: `^::warning title=crdtool pattern-alternation,file=loose\.yaml,`},
		{name: "format of the flag", config: "formats: [github]\n", args: "--format json loose.yaml", stdout: `^\{\n  "schemaVersion"`},
		{name: "unknown format", config: "formats: [xml]\n", args: "loose.yaml", status: 2, stderr: `^\.crdtool\.yaml:1:11: error: formats: unknown format "xml"; supported are text, json, .*\n`},
		{name: "not read", config: "profil: x\n", args: "--no-config loose.yaml", stdout: found("warning")},
		{name: "wrong", config: "profil: x\n", args: "loose.yaml", status: 2, stderr: `^\.crdtool\.yaml:1:1: error: unknown key "profil"; did you mean "profile"\? \[configuration\]\n     \|\n   1 \| profil: x\n`},
		{name: "named", args: "--config gone.yaml loose.yaml", status: 2, stderr: `^crdtool: .*gone\.yaml.*\n$`},
		{name: "named and not", args: "--config a --no-config loose.yaml", status: 2, stderr: `^crdtool: --config and --no-config cannot be combined; remove one of them\n$`},
		{name: "unknown rule", args: "--enable pattern-alternatio loose.yaml", status: 2, stderr: `^crdtool: .*did you mean "pattern-alternation"\?\n$`},
		{name: "the server's verdict", args: "--disable scope bad.yaml", status: 2, stderr: `scope is a check of kube-apiserver, which cannot be enabled or disabled`},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := map[string]string{"loose.yaml": loosePattern("looses"), "odd.yaml": oddFormat("odds"), "bad.yaml": badScope("bads")}
			if c.config != "" {
				files[".crdtool.yaml"] = c.config
			}
			got := inProcess(t, folder(t, files), append([]string{"lint"}, strings.Fields(c.args)...)...)
			if got.status != c.status {
				t.Errorf("exit status %d, want %d", got.status, c.status)
			}
			match(t, "standard output", got.stdout, c.stdout)
			match(t, "standard error", got.stderr, c.stderr)
		})
	}
}

// TestConfigurationAbove runs in a folder below that of the configuration, whose
// paths are its own.
func TestConfigurationAbove(t *testing.T) {
	dir := folder(t, map[string]string{
		".crdtool.yaml":        "exclude: [a/b/excluded.yaml]\nformats: [gitlab=out.json]\n",
		"a/b/excluded.yaml":    badScope("bads"),
		"a/b/loose.yaml":       loosePattern("looses"),
		"other/.crdtool.yaml":  "profile: server\n",
		"other/c/d/loose.yaml": loosePattern("looses"),
	})
	got := inProcess(t, filepath.Join(dir, "a", "b"), "lint", "--write-outputs")
	if got.status != exitClean || !strings.Contains(got.stdout, "1 warning in 1 of 1 CRD") {
		t.Errorf("exit status %d:\n%s%s", got.status, got.stdout, got.stderr)
	}
	if _, err := os.Stat(filepath.Join(dir, "out.json")); err != nil {
		t.Error(err)
	}
	got = inProcess(t, filepath.Join(dir, "other", "c"), "lint")
	if !strings.HasPrefix(got.stdout, "no findings in 1 CRD") {
		t.Errorf("exit status %d:\n%s%s", got.status, got.stdout, got.stderr)
	}
}

func TestBaseline(t *testing.T) {
	dir := folder(t, map[string]string{
		"loose.yaml": loosePattern("looses"), "bad.yaml": badScope("bads"), "broken.yaml": "a: [\n",
		"not.json": "[]", "newer.json": `{"schemaVersion": 99, "findings": []}`,
	})
	run := func(status int, stdout, stderr string, args ...string) {
		t.Helper()
		got := inProcess(t, dir, append([]string{"lint"}, args...)...)
		if got.status != status {
			t.Errorf("%v: exit status %d, want %d", args, got.status, status)
		}
		match(t, "standard output", got.stdout, stdout)
		match(t, "standard error", got.stderr, stderr)
	}
	run(2, "", `^crdtool: --baseline: the baseline b\.json does not exist; create it with --write-baseline\n$`, "--baseline", "b.json")
	run(2, "", `^crdtool: not\.json: this is not a baseline: line 1 has a value of another type; make it anew with --write-baseline\n$`, "--baseline", "not.json", "bad.yaml")
	run(2, "", `^crdtool: newer\.json: the baseline has schemaVersion 99; supported is 1\n$`, "--baseline", "newer.json", "bad.yaml")
	run(2, "", `--write-baseline and --fix`, "--write-baseline", "--fix", "bad.yaml")
	for _, f := range []string{"not.json", "newer.json"} {
		if err := os.Remove(filepath.Join(dir, f)); err != nil {
			t.Fatal(err)
		}
	}

	run(0, `^wrote 3 findings to b\.json\n$`, "", "--baseline", "b.json", "--write-baseline", "bad.yaml", "loose.yaml", "broken.yaml")
	first, err := os.ReadFile(filepath.Join(dir, "b.json"))
	if err != nil {
		t.Fatal(err)
	}
	run(0, `^wrote 3 findings to b\.json\n$`, "", "--baseline", "b.json", "--write-baseline", "broken.yaml", "loose.yaml", "bad.yaml")
	if again, _ := os.ReadFile(filepath.Join(dir, "b.json")); string(again) != string(first) {
		t.Errorf("the same findings give another baseline:\n%s\n%s", first, again)
	}
	run(0, `^no findings in 2 CRDs \(3 files, 3 findings ignored, `, "", "--baseline", "b.json", "bad.yaml", "loose.yaml", "broken.yaml")

	// Lines and files move, and one finding more comes up.
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("bad.yaml", "# moved\n\n---\n"+strings.Replace(badScope("bads"), "format: date", "format: dte", 1))
	if err := os.Rename(filepath.Join(dir, "loose.yaml"), filepath.Join(dir, "moved.yaml")); err != nil {
		t.Fatal(err)
	}
	run(0, `(?s)^bad\.yaml:\d+:\d+: warning: .*unknown-format.*1 warning in 1 of 2 CRDs \(3 files, 3 findings ignored, `, "", "--baseline", "b.json", "bad.yaml", "moved.yaml", "broken.yaml")

	write("bad.yaml", ownKind("bads"))
	run(0, `^no findings in 2 CRDs `, `^crdtool: 1 finding in b\.json no longer occurs; remove it with --write-baseline\n$`, "--baseline", "b.json", "bad.yaml", "moved.yaml", "broken.yaml")
}

// TestOwnFilesAreNoInput lints a folder with all that crdtool has written there.
func TestOwnFilesAreNoInput(t *testing.T) {
	dir := folder(t, map[string]string{"loose.yaml": loosePattern("looses")})
	for _, args := range []string{"init", "lint --write-baseline"} {
		if got := inProcess(t, dir, strings.Fields(args)...); got.status != exitClean {
			t.Fatalf("%s: %s", args, got.stderr)
		}
	}
	got := inProcess(t, dir, "lint", "--no-config")
	match(t, "standard output", got.stdout, `(?s)^loose\.yaml:.*\n1 warning in 1 of 1 CRD \(1 file, `)
	got = inProcess(t, dir, "lint", "--baseline", ".crdtool-baseline.json")
	match(t, "standard output", got.stdout, `^no findings in 1 CRD \(1 file, 1 finding ignored, `)
}

func TestInit(t *testing.T) {
	dir := folder(t, map[string]string{
		"config/crd/bases/a.yaml": crd("as"), "charts/x/crds/b.yaml": crd("bs"), "crds/other.yaml": "a: 1\n",
		"config/samples/a.yaml": "apiVersion: example.com/v1\nkind: A\nmetadata: {name: a}\n", "examples/b.yaml": "apiVersion: v1\nkind: Pod\n",
		"api/v1/a.go": "package v1\n\ntype A struct {\n\tmetav1.TypeMeta\n}\n", "apis/doc.go": "package apis\n",
	})
	got := inProcess(t, dir, "init")
	if got.status != exitClean || got.stdout != "wrote .crdtool.yaml\n\nnext: crdtool lint\n" {
		t.Errorf("exit status %d:\n%s%s", got.status, got.stdout, got.stderr)
	}
	text, err := os.ReadFile(filepath.Join(dir, ".crdtool.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "\n  crds:\n  - config/crd/bases\n  - charts/x/crds\n") {
		t.Errorf("the configuration is\n%s", text)
	}
	for _, want := range []string{"\n  objects:\n  - config/samples\n  #", "\n  types:\n  - api\n"} {
		if !strings.Contains(string(text)+"#", want) {
			t.Errorf("the configuration lacks %q:\n%s", want, text)
		}
	}
	if got := inProcess(t, dir, "lint", "config"); got.status != exitClean {
		t.Errorf("with it lint says %d: %s%s", got.status, got.stdout, got.stderr)
	}
	got = inProcess(t, dir, "init")
	if after, _ := os.ReadFile(filepath.Join(dir, ".crdtool.yaml")); got.status != exitFailed || string(after) != string(text) ||
		got.stderr != "crdtool: .crdtool.yaml already exists; remove it to start over\n" {
		t.Errorf("the second time: exit status %d: %s", got.status, got.stderr)
	}
}

func TestApplyDryTakesCRDsFromTheConfiguration(t *testing.T) {
	dir := folder(t, map[string]string{
		".crdtool.yaml":        "crds: [crds]\nexclude: [objects/skipped.yaml]\n",
		"crds/a.yaml":          crd("things"),
		"objects/a.yaml":       "apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: a}\nspec: 2020-01-01\n",
		"objects/skipped.yaml": "apiVersion: example.com/v1\nkind: Gone\nmetadata: {name: a}\n",
	})
	got := inProcess(t, filepath.Join(dir, "objects"), "apply-dry", ".")
	if got.status != exitClean || !strings.Contains(got.stdout, "a.yaml:1: Thing \"a\" would be created") {
		t.Errorf("exit status %d:\n%s%s", got.status, got.stdout, got.stderr)
	}
}
