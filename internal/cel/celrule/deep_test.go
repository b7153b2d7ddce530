package celrule

import (
	"strings"
	"testing"

	"github.com/google/cel-go/common"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/kube"
)

// TestDeepestIsReadByCELGo nests each form of expression deeper and deeper, alone and two in turn:
// whatever is read here, cel-go's parser reads as well, which ends at some depth.
func TestDeepestIsReadByCELGo(t *testing.T) {
	forms := [][2]string{
		{"(", ")"}, {"[", "]"}, {"{'a': ", "}"}, {"{", ": 1}"}, {"f(", ")"}, {"f(1, ", ", 2)"}, {"self.f(", ")"}, {"self.l.all(x, ", ")"}, {"self.l.map(x, ", ")"},
		{"self.l.map(x, ", ", x)"}, {"self.l.exists_one(x, ", ")"}, {"has(", ".a)"}, {"!", ""}, {"-", ""}, {"! !", ""}, {"", ".a"}, {"", "[0]"}, {"a[", "]"}, {"", ".f()"}, {"", ".f(1)"},
		{"", " + 1"}, {"1 + ", ""}, {"", " * 1"}, {"", " == 1"}, {"1 < ", ""}, {"", " in a"}, {"", " && b"}, {"a && ", ""}, {"", " || b"}, {"a || ", ""}, {"", " ? 1 : 2"}, {"a ? ", " : 1"}, {"a ? 1 : ", ""},
		{"T{a: ", "}"}, {"", ".?a"}, {"", "[?0]"}, {"[?", "]"}, {"dyn(", ")"}, {"(a && ", " || b)"}, {"(1 + ", " * 2)"}, {"-(", ")"}, {"!(", ")"}, {"", ".all(x, x)"}, {"self.?a.optMap(x, ", ")"},
	}
	c := NewCompiler(behaviour.Of(kube.Latest).CEL)
	on := c.server(New)
	b, err := c.base(on, on.alone())
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	try := func(text string) bool {
		if _, ok := b.parser.parse(text, common.NewTextSource(text)); !ok {
			return false
		}
		read++
		if _, issues := b.env.Parse(text); len(issues.Errors()) > 0 {
			t.Errorf("%d characters, %.60s: %s", len(text), text, issues.Errors()[0].Message)
		}
		return true
	}
	for i, f := range forms {
		if !sweep.Takes(5, i) {
			continue
		}
		g := forms[(i*7+3)%len(forms)]
		deepest := 0
		for n := 1; n < 256; n++ {
			if n > 4 && n < 122 || n > 128 && n < 245 {
				continue // the bounds are at half of 250, and at that
			}
			if try(strings.Repeat(f[0], n) + "x" + strings.Repeat(f[1], n)) {
				deepest = n
			}
			try(strings.Repeat(f[0]+g[0], n) + "x" + strings.Repeat(g[1]+f[1], n))
		}
		t.Logf("%q %q: %d", f[0], f[1], deepest)
	}
	if read < sweep.Times(60, 300) {
		t.Errorf("only %d were read", read)
	}
}
