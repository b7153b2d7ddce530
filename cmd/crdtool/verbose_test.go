package main

import (
	"strings"
	"testing"
)

// What a search leaves out is told by number, its names with --verbose or where nothing
// else was found.
func TestWhatIsLeftOutIsNamed(t *testing.T) {
	dir := folder(t, map[string]string{
		".git/HEAD": "ref: refs/heads/main\n", ".gitignore": "out\n",
		"all/crd.yaml": crd("things"), "all/vendor/a.yaml": crd("as"), "all/out/a.yaml": crd("bs"),
		"all/patches/kustomization.yaml": "patches: [{path: a.yaml}, {path: b.yaml}]\n",
		"all/patches/a.yaml":             crd("as"), "all/patches/b.yaml": crd("bs"),
		"none/a.yaml": "a: 1\n", "none/testdata/a.yaml": crd("as"), "none/out/a.yaml": crd("bs"),
	})
	const some, names = `2 patches of Kustomize skipped; [^\n]*\n`, `  all/patches/a\.yaml\n  all/patches/b\.yaml\nnot searched, unless they are named: all/vendor\nignored by git: all/out\n$`
	const nowhere = `not searched, unless they are named: none/testdata\nignored by git: none/out\n`
	const empty = `crdtool: no (custom object|CustomResourceDefinition) found in 1 file; not searched, unless they are named: none/testdata, none/out; if that is fine, add --allow-empty\n$`
	for args, want := range map[string]string{
		"lint all":                              some + `$`,
		"lint --verbose all":                    some + names,
		"lint none":                             nowhere + empty,
		"lint --allow-empty none":               nowhere + `$`,
		"apply-dry --allow-empty --verbose all": some + names,
		"apply-dry none":                        nowhere + empty,
		"docs none":                             `no CustomResourceDefinition found in 1 file; not searched, unless they are named: none/testdata, none/out\n$`,
		"lint -q none":                          empty,
	} {
		got := inProcess(t, dir, strings.Fields(args)...)
		match(t, args, strings.ReplaceAll(got.stdout+got.stderr, `\`, "/"), `(?s)`+want)
	}
}
