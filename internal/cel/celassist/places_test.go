package celassist

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/cel-go/common/ast"

	"github.com/crdtool/crdtool/internal/testkit/sweep"
)

// TestEveryPlaceHasAnAnswer asks everything about texts that end at each offset of a rule, and at each fourth offset of
// whole rules.
func TestEveryPlaceHasAnAnswer(t *testing.T) {
	var times []time.Duration
	for _, r := range sweep.Part(20, allRules(t)) {
		x := r.with(r.text)
		for at := 0; at <= len(r.text); at++ {
			if at%4 == 0 {
				askAll(t, x, at)
			}
			cut := r.with(r.text[:at])
			start := time.Now()
			cut.Complete(at)
			times = append(times, time.Since(start))
			askAll(t, cut, at)
		}
	}
	slices.Sort(times)
	t.Logf("%d places; a completion takes %v at the median, %v at the 95th percentile, %v at most",
		len(times), times[len(times)/2], times[len(times)*95/100], times[len(times)-1])
}

// askAll asks everything at an offset, and checks that the places in the answers are places in the text.
func askAll(t testing.TB, x *Expression, at int) {
	t.Helper()
	inside := func(what string, s Span) {
		if s.Start < 0 || s.Start > s.End || s.End > len(x.text) {
			t.Errorf("%s at %d of %q is at %v", what, at, x.text, s)
		}
	}
	around := func(what string, s Span) {
		inside(what, s)
		if at < s.Start || at > s.End {
			t.Errorf("%s at %d of %q is at %v", what, at, x.text, s)
		}
	}
	c := x.Complete(at)
	around("the completion", c.Span)
	for _, i := range c.Items {
		if i.Label == "" || i.Insert == "" || i.Sort == "" {
			t.Errorf("%q at %d: %+v", x.text, at, i)
		}
	}
	if h := x.Hover(at); h != nil {
		around("the hover", h.Span)
	}
	if d := x.Definition(at); d != nil {
		around("the definition", d.Span)
		if d.Variable != nil {
			inside("the variable", *d.Variable)
		}
	}
	if s := x.Signatures(at); s != nil {
		if s.Active >= len(s.List) {
			t.Errorf("signature %d of %d at %d of %q", s.Active, len(s.List), at, x.text)
		}
		for _, one := range s.List {
			for _, p := range one.Parameters {
				if p.Start >= p.End || p.End > len(one.Label) {
					t.Errorf("a parameter of %q is at %v", one.Label, p)
				}
			}
		}
	}
}

// TestTokensAreInOrder: tokens do not overlap, and those of a whole rule leave out only blanks, brackets, commas and dots.
func TestTokensAreInOrder(t *testing.T) {
	for _, r := range allRules(t) {
		checkTokens(t, r.text, true)
	}
}

func checkTokens(t testing.TB, text string, valid bool) {
	t.Helper()
	end := 0
	for _, token := range append(Tokens(text), Token{Span: Span{Start: len(text), End: len(text) + 1}}) {
		if token.Start < end || token.Start >= token.End {
			t.Fatalf("%q: %v begins before %d, or is empty", text, token, end)
		}
		for _, c := range []byte(text[end:token.Start]) {
			if valid && !slices.Contains([]byte(" \t\r\n\f()[]{},."), c) {
				t.Errorf("%q: %q has no token", text, c)
			}
		}
		end = token.End
	}
}

// TestHoverHasTheTypeOfTheWholeRule: the type of a field that is cut out of its rule is the one that the checker finds in
// the whole rule.
func TestHoverHasTheTypeOfTheWholeRule(t *testing.T) {
	compared := 0
	for _, r := range allRules(t) {
		x := r.with(r.text)
		if strings.Contains(r.text, "{}") {
			continue // the type of the values of an empty map depends on their use
		}
		whole := x.whole()
		if whole == nil || whole.HasErrors {
			t.Errorf("%q has errors", r.text)
			continue
		}
		for i := range x.code.tokens {
			dot := x.code.dotBefore(i)
			if !x.code.isName(i) || dot < 0 {
				continue
			}
			e := whole.At(r.text, x.code.tokens[dot].Start)
			if e == nil || e.Kind() != ast.SelectKind || e.AsSelect().IsTestOnly() {
				continue
			}
			h := x.Hover(x.code.tokens[i].Start)
			if want := TypeName(whole.AST.GetType(e.ID())); h == nil || h.Type != want {
				t.Errorf("%s in %q: %+v, want %s", x.code.word(i), r.text, h, want)
			}
			compared++
		}
	}
	t.Logf("%d types", compared)
	if compared < 1000 {
		t.Errorf("only %d types were compared", compared)
	}
}
