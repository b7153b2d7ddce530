package edit

import (
	"reflect"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
)

// TestSame holds the comparison of nodes to that of their values.
func TestSame(t *testing.T) {
	texts := []string{
		"a: 1\n", "a: 1.0\n", "a: '1'\n", "a: \"1\"\n", "a: 1\nb: 2\n", "b: 2\na: 1\n", "a: 2\na: 1\n", "a: 3\na: 1\n", "a: 1\na: 3\n",
		"a: ~\n", "a:\n", "a: []\n", "a: [1]\n", "a: {}\n", "a: [1, {b: c}]\n", "a: [1, {b: d}]\n", "a: &x {b: c}\nd: *x\n", "a: {b: c}\nd: {b: c}\n",
		"x: &x {a: 1}\n<<: *x\n", "x: {a: 1}\na: 1\n", "a: 1\nx: {a: 1}\n", "x: {a: 2}\na: 1\n", "d: {b: c}\na: {b: c}\n", "d: {b: d}\na: {b: c}\n", "b: 2\nc: 1\n", "b: 2\na: 3\na: 1\n",
		"y: 1\n", "true: 1\n", "a: true\n", "a: yes\n", "a: 'yes'\n", `{"a": 1.0}`, `{"a": 1}`, `{"a": "yes"}`,
	}
	for _, a := range texts {
		for _, b := range texts {
			x, y := source.Read("a", []byte(a)).Documents[0].Root, source.Read("b", []byte(b)).Documents[0].Root
			want := reflect.DeepEqual(source.Value(x), source.Value(y))
			if got := Same(x, y); got != want {
				t.Errorf("%q and %q: the same: %t", a, b, got)
			}
			if got := (&tree{source.Value(x)}).equals(y); got != want {
				t.Errorf("%q and %q: equal: %t", a, b, got)
			}
		}
	}
}
