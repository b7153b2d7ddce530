package digest

import (
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
)

func TestDigest(t *testing.T) {
	of := func(text string) uint64 { return Of(source.Read("a.yaml", []byte(text)).Documents[0].Root) }
	base := "a: 1\nb: [x, z]\nc: {d: 'true'}\n"
	for _, same := range []string{
		"c:\n  d: \"true\"\na: 1 # one\nb:\n- x\n- z\n",
		"c: &c {d: 'true'}\nb: [x, z]\na: 1\n",
		`{"a": 1, "b": ["x", "z"], "c": {"d": "true"}}`,
	} {
		if of(same) != of(base) {
			t.Errorf("another digest than that of\n%s:\n%s", base, same)
		}
	}
	for _, other := range []string{
		"a: 1\nb: [z, x]\nc: {d: 'true'}\n",   // the order of a list
		"a: 1\nb: [x, z]\nc: {d: true}\n",     // a boolean
		"a: '1'\nb: [x, z]\nc: {d: 'true'}\n", // a string
		"a: 1\nb: [x, z]\nd: {c: 'true'}\n",
		"a: 1\nb: [x, z]\nc: {}\n",
		"a: 1\nb: [x, z]\n",
	} {
		if of(other) == of(base) {
			t.Errorf("the same digest as that of\n%s:\n%s", base, other)
		}
	}
}
