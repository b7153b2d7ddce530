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
		"ten behind one another":       {"self.?s" + behind(10, ".optMap(x, x + x)") + end, false},
		"twenty":                       {"self.?s" + behind(20, ".optMap(x, x + x)") + end, true},
		"forty":                        {"self.?s" + behind(40, ".optFlatMap(x, optional.of(x))") + end, true},
		"in brackets":                  {"(self.?s" + behind(10, ".optMap(x, x)") + ")" + behind(10, ".optFlatMap(x, optional.of(x))") + end, true},
		"beside one another":           {strings.Repeat("self.?s.optMap(x, x)"+end+" && ", 30) + "true", false},
		"beside one another in a list": {"[" + strings.Repeat("self.?s.optMap(x, x)"+end+", ", 30) + "true][0]", false},
		"many beside one another":      {strings.Repeat("self.?s"+behind(10, ".optMap(x, x)")+end+" && ", 60) + "true", true},
		"within one another":           {strings.Repeat("self.?s.optMap(x, ", 20) + "x" + strings.Repeat(").orValue('')", 20) + " != 'z'", false},
		"in what is doubled":           {"self.?s.optMap(x, self.?s" + behind(10, ".optMap(x, x)") + end + ")" + behind(10, ".optMap(x, x)") + ".hasValue()", true},
		"a bracket too many":           {"self.?s" + behind(25, ".optMap(x, x)") + end + ")", true},
		"a bracket that stays open":    {"(self.?s" + behind(25, ".optMap(x, x)") + end, true},
		"mentioned":                    {"self.s != '" + strings.Repeat(".optMap(x, x)", 30) + "'", false},
	} {
		x := c.Rule(test.text, self, New, false)
		bound := x.Error != nil && strings.Contains(x.Error.Detail(), "is not compiled")
		if bound != test.bound || x.Error != nil && !bound {
			t.Errorf("%s: %+v", name, x.Error)
		}
	}
}
