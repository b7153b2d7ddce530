package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

func TestUnknownCommand(t *testing.T) {
	dir := folder(t, map[string]string{"crds/a.yaml": ""})
	for _, c := range []struct{ args, stderr string }{
		{"lnt .", `crdtool: unknown command "lnt"; did you mean "lint"?`},
		{"--format json lnt", `crdtool: unknown command "lnt"; did you mean "lint"?`},
		{"crds", `crdtool: unknown command "crds"; to check this path, run: crdtool lint crds`},
		{"aply-dry x.yaml", `crdtool: unknown command "aply-dry"; did you mean "apply-dry"?`},
		{"validate crd.yaml", `crdtool: unknown command "validate"; did you mean "lint"?`},
		{"apply x.yaml", `crdtool: unknown command "apply"; did you mean "apply-dry"?`},
		{"lint --kube-versoin 1.30", `crdtool: unknown flag "--kube-versoin"; did you mean "--kube-version"?`},
		{"frobnicate", `crdtool: unknown command "frobnicate"; the commands are apply-dry, completion, convert, cost, diff, docs, explain, init, lint, lsp, openapi, rules, sample, test, version`},
		{"help lnt", `crdtool: unknown command "lnt"; did you mean "lint"?`},
		{"completion bsh", `crdtool: unknown shell "bsh"; did you mean "bash"?`},
		{"version 1", `crdtool: crdtool version accepts no arguments, got "1"`},
		{"lint --old", `crdtool: --old needs a value: --old PATH`},
		{"lint --formt=json", `crdtool: unknown flag "--formt"; did you mean "--format"?`},
		{"docs --fxi", `crdtool: unknown flag "--fxi"; see crdtool docs --help`},
		{"lint --fxi", `crdtool: unknown flag "--fxi"; see crdtool lint --help`},
	} {
		got := inProcess(t, dir, strings.Fields(c.args)...)
		if got.status != exitFailed || got.stdout != "" || got.stderr != c.stderr+"\n" {
			t.Errorf("%s: exit status %d, standard output %q, standard error\ngot  %swant %s",
				c.args, got.status, got.stdout, got.stderr, c.stderr)
		}
	}
}

// Every --help has three examples, and those that run crdtool and nothing else work in
// a repository that is laid out as most are.
func TestHelpExamples(t *testing.T) {
	root := newRoot()
	dir := kubebuilderProject(t)
	for name, from := range map[string]string{"config/crd/bases/lamps.yaml": "widgets.yaml", "config/crd/bases/listeners.yaml": "listeners.yaml", "config/samples/v1_lamp.yaml": "widget-sample.yaml", "test/api/widgets.yaml": "test/objects/widgets.yaml"} {
		text, err := os.ReadFile(filepath.Join(repository(t), "examples", from))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.RemoveAll(filepath.Join(dir, "dist")); err != nil {
		t.Fatal(err)
	}
	committed(t, dir) // for --against
	for _, cmd := range append(root.Commands(), root) {
		examples := strings.Split(cmd.Example, "\n")
		if len(examples) != 3 {
			t.Errorf("%s has %d examples, want 3", cmd.CommandPath(), len(examples))
		}
		for _, example := range examples {
			args, ok := strings.CutPrefix(example, "crdtool ")
			if !ok || strings.ContainsAny(args, "<>|$") {
				continue
			}
			got := inProcess(t, dir, strings.Fields(args)...)
			// One of the examples' CRDs costs too much, which docs warns of.
			if strings.HasPrefix(args, "docs ") && strings.HasPrefix(got.stderr, "crdtool: warning: config/crd/bases/listeners.yaml: ") {
				_, got.stderr, _ = strings.Cut(got.stderr, "\n")
			}
			written := strings.Contains(args, "--out ") && strings.Contains(got.stderr, " written to ")
			if !written && (got.stdout == "" || got.stderr != "") || got.status == exitFailed {
				t.Errorf("%s: exit status %d, standard error %q", example, got.status, got.stderr)
			}
		}
	}
}

// TestHelpFitsTheTerminal: no line of any --help is wider than 80 columns.
func TestHelpFitsTheTerminal(t *testing.T) {
	var all func(cmd *cobra.Command)
	all = func(cmd *cobra.Command) {
		var out strings.Builder
		cmd.SetOut(&out)
		if err := cmd.Help(); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(out.String()) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 80 {
				t.Errorf("%s --help has a line of %d columns: %s", cmd.CommandPath(), n, line)
			}
		}
		for _, c := range cmd.Commands() {
			all(c)
		}
	}
	all(newRoot())
}

// TestElsewhere: each suggestion for a command of another tool begins with a command.
func TestElsewhere(t *testing.T) {
	for name, command := range otherNames {
		first, _, _ := strings.Cut(command, " ")
		if c, _, err := newRoot().Find([]string{first}); err != nil || c.Name() != first {
			t.Errorf("%s: there is no command %s", name, first)
		}
	}
}

func TestHelp(t *testing.T) {
	for _, args := range []string{"lint --help", "help lint", "lint -h"} {
		got := inProcess(t, t.TempDir(), strings.Fields(args)...)
		if got.status != exitClean || got.stderr != "" {
			t.Errorf("%s: exit status %d, standard error %q", args, got.status, got.stderr)
		}
		for _, want := range []string{"crdtool lint [PATH...] [flags]", "--fail-on error|warning|never", "Output:"} {
			if !strings.Contains(got.stdout, want) {
				t.Errorf("%s does not say %q:\n%s", args, want, got.stdout)
			}
		}
	}
}

func TestVersion(t *testing.T) {
	for _, args := range []string{"version", "--version"} {
		got := inProcess(t, t.TempDir(), args)
		if !strings.HasPrefix(got.stdout, "crdtool ") || got.status != exitClean {
			t.Errorf("%s: exit status %d, %q", args, got.status, got.stdout)
		}
	}
}

func TestCompletion(t *testing.T) {
	for _, shell := range shells {
		got := inProcess(t, t.TempDir(), "completion", shell)
		if !strings.Contains(got.stdout, "crdtool") || got.status != exitClean {
			t.Errorf("%s: exit status %d, %d bytes", shell, got.status, len(got.stdout))
		}
	}
}

// A program that is made for one command must answer as the whole one does.
func TestRootFor(t *testing.T) {
	for _, c := range commands() {
		one := rootFor([]string{c.name, "--help"})
		if all := one.Commands(); len(all) != 1 || all[0].Name() != c.name {
			t.Errorf("%s: the commands made are %v", c.name, all)
		}
		help := func(root *cobra.Command) string {
			var out strings.Builder
			root.SetArgs([]string{c.name, "--help"})
			root.SetOut(&out)
			if err := root.Execute(); err != nil {
				t.Fatal(err)
			}
			return out.String()
		}
		if got, want := help(one), help(newRoot()); got != want {
			t.Errorf("%s --help:\n%s\nwith all commands\n%s", c.name, got, want)
		}
	}
	if got, want := len(rootFor([]string{"--help"}).Commands()), len(commands()); got != want {
		t.Errorf("%d commands for --help, want %d", got, want)
	}
}
