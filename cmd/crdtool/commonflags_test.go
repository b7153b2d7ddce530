package main

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A flag means the same in every command: the same words up to the first semicolon or the
// default, the same shorthand, and the same kind of value. Placeholders are words in
// capitals, or the words to choose from.
func TestFlagsMeanTheSameEverywhere(t *testing.T) {
	type meaning struct{ command, usage, shorthand, kind string }
	first := map[string]meaning{}
	shorthands := map[string]string{}
	eachFlag(func(cmd *cobra.Command, f *pflag.Flag) {
		usage, _, _ := strings.Cut(f.Usage, ";")
		usage, _, _ = strings.Cut(usage, " (default ")
		if f.Name == "color" {
			usage = f.Usage // the semicolon is part of it
		}
		kind := f.Value.Type()
		switch {
		case f.NoOptDefVal != "":
		case strings.Contains(kind, "|"), strings.HasPrefix(kind, "FORMAT"):
			kind = "word"
		case kind == strings.ToUpper(kind) && strings.Trim(kind, "ABCDEFGHIJKLMNOPQRSTUVWXYZ/,.=[]") == "":
		default:
			t.Errorf("%s --%s has the placeholder %q", cmd.Name(), f.Name, kind)
		}
		m := meaning{cmd.Name(), usage, f.Shorthand, kind}
		there, again := first[f.Name]
		if !again {
			first[f.Name] = m
		} else if there.usage != m.usage || there.shorthand != m.shorthand || there.kind != m.kind {
			t.Errorf("--%s means\n%+v\n%+v", f.Name, there, m)
		}
		if f.Shorthand != "" {
			if of, taken := shorthands[f.Shorthand]; taken && of != f.Name {
				t.Errorf("-%s is short for --%s and for --%s", f.Shorthand, of, f.Name)
			}
			shorthands[f.Shorthand] = f.Name
		}
	})
	for short, name := range map[string]string{"f": "filename", "o": "output", "q": "quiet", "n": "namespace", "R": "recursive", "h": "help"} {
		if shorthands[short] != name {
			t.Errorf("-%s is short for %q, want --%s as kubectl has it", short, shorthands[short], name)
		}
	}
}

// Commands have the flags that apply to them: a command with one has the others.
func TestCommandsHaveTheFlagsThatApply(t *testing.T) {
	has := map[string]map[string]bool{}
	eachFlag(func(cmd *cobra.Command, f *pflag.Flag) {
		if has[cmd.Name()] == nil {
			has[cmd.Name()] = map[string]bool{}
		}
		has[cmd.Name()][f.Name] = true
	})
	for name, flags := range has {
		reads := flags["config"]
		for _, pair := range [][2]string{{"format", "output"}, {"output", "format"}, {"config", "no-config"}, {"crds", "config"}, {"filename", "config"}, {"color", "max-findings"}, {"max-findings", "verbose"}, {"verbose", "quiet"}, {"out", "quiet"}} {
			if name == "test" && pair[0] == "color" {
				continue // it has a failure for each test, and no more
			}
			if flags[pair[0]] && !flags[pair[1]] {
				t.Errorf("%s has --%s and no --%s", name, pair[0], pair[1])
			}
		}
		if reads && !flags["filename"] && !flags["crds"] {
			t.Errorf("%s reads files, and has neither --filename nor --crds", name)
		}
	}
}

func eachFlag(do func(*cobra.Command, *pflag.Flag)) {
	root := newRoot()
	for _, cmd := range append(root.Commands(), root) {
		cmd.InheritedFlags() // pflag merges those of the root only when they are asked for
		cmd.Flags().VisitAll(func(f *pflag.Flag) { do(cmd, f) })
	}
}

// What kubectl users type works.
func TestFlagsAsKubectlHasThem(t *testing.T) {
	dir := kubebuilderProject(t)
	for args, want := range map[string]string{
		"lint -f config/crd/bases/lamps.yaml":                `(?m) in (1 of )?1 CRD `,
		"lint -f config/crd/bases/lamps.yaml -o json":        `^\{\n  "schemaVersion"`,
		"lint -f config/crd -f dist -o sarif":                `sarif-schema`,
		"apply-dry -f config/samples/v1_lamp.yaml":           `1 created`,
		"apply-dry -f config/samples --print object -o json": `^\{\n    "apiVersion": "example.com/v1"`,
		"apply-dry -f config/samples -o yaml":                `^apiVersion: example.com/v1\n`,
		"apply-dry -f config/samples -o markdown":            `^### crdtool apply-dry`,
		"cost -f config/crd -o json":                         `^\{\n  "schemaVersion"`,
		"docs -f config/crd -o html --no-samples":            `^<!DOCTYPE html>|^<!doctype html>`,
		"openapi -f config/crd --v2 -o yaml":                 `(?m)^swagger: "2.0"`,
		"rules cel-cost -o json":                             `^\{`,
	} {
		got := inProcess(t, dir, strings.Fields(args)...)
		if got.status != exitClean || got.stderr != "" {
			t.Errorf("%s: exit status %d, standard error %q", args, got.status, got.stderr)
		}
		match(t, args, got.stdout, want)
	}
}

// A flag that changes files is not proposed for one that does something else.
func TestNoSuggestionChangesFiles(t *testing.T) {
	eachFlag(func(cmd *cobra.Command, f *pflag.Flag) {
		for _, typo := range []string{f.Name + "x", f.Name[1:], f.Name + "es"} {
			err := flagError(cmd, cmd.Flags().Parse([]string{"--" + typo}))
			if err == nil {
				continue
			}
			for _, name := range changesFiles {
				if strings.Contains(err.Error(), `did you mean "--`+name+`"`) {
					t.Errorf("%s --%s: %v", cmd.Name(), typo, err)
				}
			}
		}
	})
}
