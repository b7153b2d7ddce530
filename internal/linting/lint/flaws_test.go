package lint

import (
	"slices"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/report"
)

// TestRepeatedAsRead: two names that YAML reads as one are both to stay, in quotes.
func TestRepeatedAsRead(t *testing.T) {
	for names, help := range map[[2]string]string{
		{"y", "yes"}:   `YAML 1.1 reads yes as true; put it in quotes: "yes"`,
		{"16", "0x10"}: `YAML 1.1 reads 0x10 as 16; put it in quotes: "0x10"`,
		{"a", "a"}:     "keep one of the two; kustomize refuses the file, as does kube-apiserver if it reads the file itself",
	} {
		text := "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec:\n  versions:\n  - name: v1\n    schema:\n      openAPIV3Schema:\n        properties:\n" +
			"          " + names[0] + ": {type: string}\n          " + names[1] + ": {type: string}\n"
		found := linter.File(source.Read("crd.yaml", []byte(text)), Options{})
		i := slices.IndexFunc(found.Findings, func(f report.Finding) bool { return f.Rule == "duplicate-field" })
		if i < 0 {
			t.Fatalf("%v: nothing is found", names)
		}
		f := &found.Findings[i]
		if f.Line != 10 || f.Help != help || (f.Fix == nil) == (names[0] == names[1]) {
			t.Errorf("%v: line %d: %s (fix: %v)", names, f.Line, f.Help, f.Fix != nil)
		}
	}
}

// TestListHelp: a text in the place of a list is an item, unless the items are objects.
func TestListHelp(t *testing.T) {
	for spec, help := range map[string]string{
		"names: {shortNames: wg}":            "write it as a list: [wg]",
		"versions: \"v1\"":                   "write it as a list of objects: [{name: v1, ...}]",
		"versions: [{selectableFields: .a}]": "write it as a list of objects",
	} {
		found := linter.File(source.Read("crd.yaml", []byte("apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec:\n  "+spec+"\n")), Options{})
		if i := slices.IndexFunc(found.Findings, func(f report.Finding) bool { return f.Rule == "wrong-type" }); i < 0 || found.Findings[i].Help != help {
			t.Errorf("%s: %+v, want %s", spec, found.Findings, help)
		}
	}
}

// TestOnlyQuoted: who is told to write a text without quotes writes a value of the type that is wanted.
func TestOnlyQuoted(t *testing.T) {
	for _, c := range []struct {
		text, want string
		quoted     bool
	}{
		{"63", "int64", true}, {"-1", "int32", true}, {"x", "int64", false}, {"", "int64", false}, {"1.5", "int64", false}, {"063", "int64", false}, {"0x10", "int64", false},
		{"100", "float64", true}, {"1.5", "float64", true}, {"1e3", "float64", true}, {"many", "float64", false}, {"null", "float64", false},
		{"true", "bool", true}, {"false", "bool", true}, {"yes", "bool", false}, {"1", "bool", false}, {"true", "int64", false}, {"1", "[]string", false},
	} {
		if got := onlyQuoted(c.text, c.want); got != c.quoted {
			t.Errorf("%q, where %s is wanted: %t", c.text, c.want, got)
		}
	}
}
