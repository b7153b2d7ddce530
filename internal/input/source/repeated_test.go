package source_test

import (
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// TestRepeatedKeysAreFound: the library that the server reads YAML with finds a repeated key
// only where RepeatedKeys finds one.
func TestRepeatedKeysAreFound(t *testing.T) {
	const many = "{a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1, h: 1, i: 1, "
	for text, want := range map[string]bool{
		"a: 1\nb: {a: 1}\n":                 false,
		"a: 1\nb: {a: 1, a: 2}\n":           true,
		"a: 1\na: 2\n":                      true,
		"a: [{b: 1, c: 2}, {b: 1}]\n":       false,
		"a: [{b: 1, c: 2, b: 3}]\n":         true,
		"a: " + many + "j: 1}\nb: {j: 1}\n": false,
		"a: " + many + "a: 1}\n":            true,
		"a: " + many + "1: 1, '1': 1}\n":    true, // the same in JSON only
		"a: &x {b: 1}\nc: *x\n":             false,
		"a: {<<: {b: 1}, b: 1}\n":           true,
	} {
		f := source.Read("f", []byte("apiVersion: v1\nkind: A\n"+text))
		if len(f.Documents) != 1 {
			t.Fatalf("%s: %+v", text, f.Problems)
		}
		got := false
		source.RepeatedKeys(f.Documents[0].Root, func(*yamlnode.Node, source.Repeat, *finding.Path) { got = true })
		if got != want {
			t.Errorf("%s: %t, want %t", text, got, want)
		}
		if _, err := yaml.YAMLToJSONStrict([]byte(text)); err != nil && !got {
			t.Errorf("%s: %v", text, err)
		}
	}
}
