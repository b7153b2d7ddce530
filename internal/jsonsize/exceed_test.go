package jsonsize

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/source"
)

func TestMayExceed(t *testing.T) {
	for _, c := range []struct {
		text  string
		limit int
		want  bool
	}{
		{"a: 1\n", 100, false},
		{strings.Repeat("a: some text of a usual length\n", 10), 1 << 20, false},
		{"a: &a [1, 2]\nb: *a\n", 100, true}, // who knows
		{"a: " + strings.Repeat("<", 100) + "\n", 600, true},
	} {
		if got := MayExceed(source.Read("a.yaml", []byte(c.text)).Documents[0], c.limit); got != c.want {
			t.Errorf("%.20q, %d: %t", c.text, c.limit, got)
		}
	}
}
