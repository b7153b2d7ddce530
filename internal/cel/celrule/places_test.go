package celrule

import (
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/kube"
)

// TestOffset finds the node on the right of texts that are parsed here and by cel-go.
func TestOffset(t *testing.T) {
	c := NewCompiler(behaviour.Of(kube.Latest).CEL)
	self := c.SelfOf(Decl(sampleSchema(), false))
	for text, want := range map[string]string{
		"'e' == self.s":                 "self.s",
		"'é' == self.s":                 "self.s",
		"{'a': ['b']} == {'b': self.l}": "{'b': self.l}",
		"['é'] == [self.s]":             "[self.s]",
		"'' == self.l.map(x, x)[0]":     "",
	} {
		x := c.Rule(text, self, New, false)
		if x.Error != nil {
			t.Fatalf("%s: %s", text, x.Error.Detail)
		}
		right := x.AST().Expr().AsCall().Args()[1]
		if want == "" {
			step := right.AsCall().Args()[0].AsComprehension().LoopStep()
			if at := x.Offset(text, step.ID()); at < 0 || text[at] != '(' { // of the macro
				t.Errorf("%s: what a macro makes is at %d", text, at)
			}
			continue
		}
		for right.AsSelect().Operand() != nil && text[x.Offset(text, right.ID())] == '.' {
			right = right.AsSelect().Operand()
		}
		if at := x.Offset(text, right.ID()); at < 0 || text[at:] != want {
			t.Errorf("%s: found at %d", text, at)
		}
	}
}
