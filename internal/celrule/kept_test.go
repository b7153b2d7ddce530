package celrule

import (
	"fmt"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// TestFewAreKept: of the rules of many CRDs those are kept that were compiled or asked for
// lately, with what each compiler was asked.
func TestFewAreKept(t *testing.T) {
	c := NewCompiler(kube.Latest.Behaviour().CEL)
	tree := schema.NewTree(sampleSchema(), nil)
	self := c.SelfOf(Decl(sampleSchema(), false))
	rule := func(text string) *Expression { return c.Rule(text, self, New, false) }
	first, often := rule("self.s == 'first'"), rule("self.s == 'often'")
	turns := 0
	for i := range 2*manyKept + 1 {
		before := c.turn.Load()
		c.ExpectAll(tree)
		if c.turn.Load() > before {
			turns++
			if len(c.asked) == 0 {
				t.Error("what was asked is forgotten too early")
			}
			if rule("self.s == 'often'") != often {
				t.Error("a rule is forgotten that is asked for in each turn")
			}
			if len(c.asked) != 1 {
				t.Errorf("after a turn %d are remembered as asked for", len(c.asked))
			}
		}
		rule(fmt.Sprintf("self.s == '%d'", i))
		if now, old := c.compiled.expressions.Len(); now+old > 2*manyKept+2 {
			t.Fatalf("%d expressions are kept", now+old)
		}
	}
	if turns != 2 {
		t.Errorf("%d turns", turns)
	}
	if rule("self.s == 'first'") == first {
		t.Error("a rule is kept that nobody has asked for since long")
	}
}

// TestKeptTextsAreBounded: a CRD with very many rules, or very long ones, keeps some of them.
func TestKeptTextsAreBounded(t *testing.T) {
	key := func(text string) cacheKey { return cacheKey{text: text} }
	size := func(k *kept) int {
		now, before := k.expressions.Len()
		return now + before
	}
	for _, length := range []int{10, mostKeptText / manyKept / 2, mostKeptText / 8} {
		var k kept
		at := 0
		for k.keep(key(fmt.Sprintf("%0*d", length, at)), new(Expression)) {
			at++
		}
		if k.size != at*length || at != min(mostKept, (mostKeptText+length-1)/length) || !k.full() || size(&k) != at {
			t.Errorf("length %d: %d are kept, %d in all", length, at, k.size)
		}
		if k.next() != (at >= manyKept) || k.size+k.sizeBefore != at*length {
			t.Fatalf("length %d: with the next schema %d of this turn and %d before", length, k.size, k.sizeBefore)
		}
		if at < manyKept {
			continue
		}
		if k.find(key(strings.Repeat("0", length))) == nil || k.size != length || k.sizeBefore != (at-1)*length {
			t.Errorf("length %d: found again, %d of this turn and %d before", length, k.size, k.sizeBefore)
		}
		if at == mostKept || k.size+k.sizeBefore >= mostKeptText {
			if !k.keep(key(strings.Repeat("x", length)), new(Expression)) || size(&k) != 2 || k.size != 2*length || k.sizeBefore != 0 {
				t.Errorf("length %d: one more makes %d, %d of this turn and %d before", length, size(&k), k.size, k.sizeBefore)
			}
		}
	}
}
