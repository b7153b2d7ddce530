package source_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/internal/input/source"
)

// TestMayRepeatKeys: the library that the server reads YAML with finds a repeated key
// only where one may be, and the answer is no where that is easy to see.
func TestMayRepeatKeys(t *testing.T) {
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
		"a: &x {b: 1}\nc: *x\n":             true, // not looked into
		"a: {<<: {b: 1}, b: 1}\n":           true,
	} {
		f := source.Read("f", []byte("apiVersion: v1\nkind: A\n"+text))
		if len(f.Documents) != 1 {
			t.Fatalf("%s: %+v", text, f.Problems)
		}
		got := source.MayRepeatKeys(f.Documents[0])
		if got != want {
			t.Errorf("%s: %t, want %t", text, got, want)
		}
		if _, err := yaml.YAMLToJSONStrict([]byte(text)); err != nil && !got {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestKeysOnce compares what is said of large mappings with what a table of their keys says.
func TestKeysOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	once := 0
	const tries = 2000
	for range tries {
		n := r.IntN(200)
		seen := map[string]bool{}
		repeats := false
		var text strings.Builder
		for range n {
			// Some of them have one name, by numbers in several ways of writing.
			key := strconv.Itoa(r.IntN(1 + n*n))
			repeats = repeats || seen[key]
			seen[key] = true
			if r.IntN(2) == 0 {
				key = "'" + key + "'"
			}
			fmt.Fprintf(&text, "%s: 1\n", key)
		}
		f := source.Read("f", []byte("a: 1\nb:\n  "+strings.ReplaceAll(text.String(), "\n", "\n  ")+"\n"))
		if len(f.Documents) != 1 {
			t.Fatalf("%s: %+v", text.String(), f.Problems)
		}
		got := source.KeysOnce(f.Documents[0].Root.Content[3])
		if got == repeats {
			t.Fatalf("each key once: %t\n%s", got, text.String())
		}
		if got {
			once++
		}
	}
	if once < tries/10 || once > tries*9/10 {
		t.Errorf("%d of %d have each key once", once, tries)
	}
}
