package celrule

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/google/cel-go/checker"
	"k8s.io/apiserver/pkg/cel/library"

	"github.com/crdtool/crdtool/internal/celgen"
	"github.com/crdtool/crdtool/internal/steer"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// sizeless knows no sizes.
type sizeless struct{}

func (sizeless) EstimateSize(checker.AstNode) *checker.SizeEstimate { return nil }
func (sizeless) EstimateCallCost(string, string, *checker.AstNode, []checker.AstNode) *checker.CallEstimate {
	return nil
}

// TestLikes: what is made of a text by one with other literals is what is made of it
// alone, and costs the same.
func TestLikes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	good, refused := 0, 0
	compare := func(data []byte) {
		c := steer.By(data)
		s := subjects()[c.Of(len(subjects()))]
		in := s.in(t, situation{c.Of(len(s.decls())), steer.From(c, 36, 37, 33, 30, 28), c.Seldom(8)})
		text := in.generator.Expression(c, celgen.Options{OldSelf: true, Optional: in.optional})
		if len(text) > 2000 {
			return
		}
		scopes := make([]*scope, 4)
		for i := range scopes {
			scopes[i] = mustScope(t, in.base, in.decl, in.optional)
		}
		for range 4 {
			scopes[0].asked, scopes[1].asked, scopes[2].asked, scopes[3].asked = 0, fewAsked, 0, fewAsked
			if l := scopes[3].likes[keyOf(text)]; l != nil && l.first != nil {
				good++
			} else if l != nil {
				refused++
			}
			alone, among := in.base.plain(text, &ruleKind, scopes[0]), in.base.plain(text, &ruleKind, scopes[1])
			if l := scopes[1].likes[keyOf(text)]; among != nil || l == nil || l.first != nil || len(l.errs) > 0 {
				compareLikes(t, text, alone, among) // else it is left to compile
			}
			want, err := in.base.compile(text, &ruleKind, scopes[2])
			if err != nil {
				t.Fatal(err)
			}
			got, err := in.base.compile(text, &ruleKind, scopes[3])
			if err != nil {
				t.Fatal(err)
			}
			compareLikes(t, text, want, got)
			text = otherLiterals(r, text)
		}
	}
	steer.Seeds(t, 600, func(t *testing.T, seed uint64) {
		data := steer.Bytes(seed, 10, 200)
		data[0] = 0
		compare(data)
	})
	if good < 100 || refused < 20 {
		t.Errorf("%d expressions are made of others, and %d errors", good, refused)
	}
}

// TestWrongLiterals: once the literals of a text were wrong, those like it are not plain, and
// compile says of each what is so.
func TestWrongLiterals(t *testing.T) {
	c := NewCompiler(kube.Latest.Behaviour().CEL)
	b, err := c.base(c.server(New), c.server(New).alone())
	if err != nil {
		t.Fatal(err)
	}
	decl := Decl(&schema.Schema{Type: "string"}, false)
	alone, among := mustScope(t, b, decl, false), mustScope(t, b, decl, false)
	among.asked = fewAsked
	for i, text := range []string{"self.matches('a1')", "self.matches('[2')", "self.matches('b3')", "self.matches('[4') && 5 < 6", "self.matches('b5') && 5 < 6", "self.matches('[6') && 7 < 8"} {
		alone.asked = 0
		want, err := b.compile(text, &ruleKind, alone)
		if err != nil {
			t.Fatal(err)
		}
		got := b.plain(text, &ruleKind, among)
		if plain := got != nil; plain != (i == 0 || i == 2) {
			t.Errorf("%s is plain: %t", text, plain)
		}
		if got == nil {
			if got, err = b.compile(text, &ruleKind, among); err != nil {
				t.Fatal(err)
			}
		}
		compareLikes(t, text, want, got)
	}
}

// TestKeysOfLengths: an expression costs what the characters of its strings make it.
func TestKeysOfLengths(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"self == 'abcd'", "self == 'dcba'", true}, {"self == 'abcd'", "self == 'abc'", false},
		{"self == 'abcd'", "self == 'éé'", false}, {"self == 'aéb'", "self == 'céd'", true},
		{"self < 12", "self < 34", true}, {"self < 12", "self < 5", false},
	} {
		if keyOf(c.a) == keyOf(c.b) != c.same {
			t.Errorf("%s and %s are alike: %t", c.a, c.b, !c.same)
		}
	}
}

func keyOf(text string) likeKey {
	key, _ := blanked(text)
	return likeKey{key, &ruleKind}
}

func compareLikes(t *testing.T, text string, want, got *Expression) {
	t.Helper()
	if (want == nil) != (got == nil) {
		t.Fatalf("%q: %v, want %v", text, got, want)
	}
	if want == nil {
		return
	}
	if want.Error != nil || got.Error != nil {
		if want.Error == nil || got.Error == nil || unnumbered(got.Error.Detail()) != unnumbered(want.Error.Detail()) || got.Error.Offset != want.Error.Offset {
			t.Errorf("%q\ngot  %+v\nwant %+v", text, got.Error, want.Error)
		}
		return
	}
	if want.UsesOldSelf != got.UsesOldSelf || want.Traits != got.Traits ||
		!reflect.DeepEqual(want.ast.Expr(), got.ast.Expr()) ||
		!slices.Equal(want.places, got.places) {
		t.Errorf("%q is another expression among others", text)
	}
	sizes := &library.CostEstimator{SizeEstimator: sizeless{}}
	if w, g := want.Estimate(sizes), got.Like().Estimate(sizes); w != g {
		t.Errorf("%q costs %v, want %v", text, g, w)
	}
}

// otherLiterals puts others in the place of the literals of a text.
func otherLiterals(r *rand.Rand, text string) string {
	_, literals := blanked(text)
	b := []byte(text)
	for _, l := range literals {
		for i := l.start; i < l.end; i++ {
			switch c := b[i]; {
			case isDigit(c):
				b[i] = '0' + byte(r.IntN(10))
			case isLetter(c) || c == '[' || c == '.':
				b[i] = "abcxyz([.%s"[r.IntN(11)]
			}
		}
	}
	return string(b)
}
