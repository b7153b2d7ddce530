package celrule

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/celgen"
	"github.com/crdtool/crdtool/internal/celsyntax"
	"github.com/crdtool/crdtool/internal/steer"
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
		bound := x.Error != nil && x.Error.Limit
		if bound != test.bound || x.Error != nil && !bound {
			t.Errorf("%s: %+v", name, x.Error)
		}
	}
}

// TestPartsAreAsMany compares the parts that are counted in the text of a rule with those that it
// has when it is compiled.
func TestPartsAreAsMany(t *testing.T) {
	compiled, counted := 0, 0.0
	for seed := range uint64(2000) {
		c := steer.By(steer.Bytes(seed, 10, 300))
		in := subjects()[0].in(t, situation{0, 36, false})
		text := in.generator.Expression(c, celgen.Options{Right: true})
		if len(text) > longestText {
			continue
		}
		x, err := in.base.compile(text, &ruleKind, in.scope)
		if err != nil {
			t.Fatal(err)
		}
		if x.Error != nil {
			continue
		}
		parts := celsyntax.Parts(text)
		if float64(x.Traits.Parts) > 1.5*parts+10 || parts > 3*float64(x.Traits.Parts)+10 {
			t.Errorf("%d parts, of which %.0f were counted: %s", x.Traits.Parts, parts, text)
		}
		compiled, counted = compiled+x.Traits.Parts, counted+parts
	}
	t.Logf("%d parts, %.0f counted", compiled, counted)
	if compiled < 1000 {
		t.Error("few expressions are compiled")
	}
}
