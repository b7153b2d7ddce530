package celrule

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool/kube"
)

// TestDoublings compiles macros one behind the other, within one another, and beside one another.
func TestDoublings(t *testing.T) {
	c := NewCompiler(kube.Latest.Behaviour().CEL)
	self := c.SelfOf(Decl(sampleSchema(), false))
	const end = ".orValue('') != 'z'"
	behind := func(n int, macro string) string { return strings.Repeat(macro, n) }
	for name, test := range map[string]struct {
		text  string
		bound bool
	}{
		"ten behind one another":        {"self.?s" + behind(10, ".optMap(x, x + x)") + end, false},
		"eleven":                        {"self.?s" + behind(11, ".optMap(x, x + x)") + end, true},
		"forty":                         {"self.?s" + behind(40, ".optFlatMap(x, optional.of(x))") + end, true},
		"in brackets":                   {"(self.?s" + behind(6, ".optMap(x, x)") + ")" + behind(6, ".optFlatMap(x, optional.of(x))") + end, true},
		"beside one another":            {strings.Repeat("self.?s.optMap(x, x)"+end+" && ", 30) + "true", false},
		"beside one another in a list":  {"[" + strings.Repeat("self.?s.optMap(x, x)"+end+", ", 30) + "true][0]", false},
		"in the last one of some":       {"self.?s.optMap(x, self.?s" + behind(5, ".optMap(x, x)") + end + ").hasValue()", false},
		"before and in what is doubled": {"self.?s.optMap(x, self.?s" + behind(6, ".optMap(x, x)") + end + ")" + behind(6, ".optMap(x, x)") + ".hasValue()", true},
		"mentioned":                     {"self.s != '" + strings.Repeat(".optMap(x, x)", 30) + "'", false},
	} {
		x := c.Rule(test.text, self, New, false)
		bound := x.Error != nil && strings.Contains(x.Error.Detail(), "no server ends compiling")
		if bound != test.bound || x.Error != nil && !bound {
			t.Errorf("%s: %+v", name, x.Error)
		}
	}
}
