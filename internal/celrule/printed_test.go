package celrule

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/common"

	"github.com/crdtool/crdtool/internal/sweep"
	"github.com/crdtool/crdtool/kube"
)

// TestPrintedIsTheLibrarys compares with what cel-go prints of errors at any places of any texts.
func TestPrintedIsTheLibrarys(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	const characters = "ab \t\n\n日é\xff"
	for n := range 3000 {
		length := random.IntN(30)
		if n%100 == 0 {
			length = longestShown - 10 + random.IntN(20)
		}
		var b strings.Builder
		for b.Len() < length {
			if length > 1000 {
				b.WriteByte('x')
			} else {
				b.WriteByte(characters[random.IntN(len(characters))])
			}
		}
		src := common.NewTextSource(b.String())
		errs := common.NewErrors(src)
		for range random.IntN(5) * random.IntN(40) {
			errs.ReportErrorAtID(1, common.NewLocation(random.IntN(5), random.IntN(12)), "it is %d", random.IntN(9))
		}
		got, want := cel.NewIssues(errs), cel.NewIssues(errs).String()
		sortErrors(got)
		if text := printed(b.String(), got); text != want {
			t.Fatalf("of %q\ngot  %q\nwant %q", b.String(), text, want)
		}
	}
}

// TestPartsAreTheWhole compares the errors of conditions, checked one by one, with those of all
// of them.
func TestPartsAreTheWhole(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	some := []string{"self.a == 1", "self.s == 'x'", "unknown", "self.missing > 1", "self.a == 'x'", "1", "'x'", "self.l.all(x, x == q)", "self.l.exists(x, x)",
		"unknown == unknown", "[unknown] == [1]", "self.a in self.l", "(self.a > 1 ? unknown : self.s)", "has(self.c)", "f(self.a)", "self", "null", "dyn(1)", "[]", "[unknown]", "size(unknown)", "self.l.map(x, y)", "self.l.exists_one(x, y)", "size([unknown]) > 'x'", "unknown.a.b", "self.o[0].b", "self.l == []", "{} == {'a': z}"}
	right := []string{"self.a == 1", "self.s == 'x'", "unknown", "self.missing > 1", "self.a == 'x'", "self.l.all(x, x == q)", "unknown == unknown", "unknown.x", "self.missing", "dyn(1)"}
	c := NewCompiler(kube.Latest.Behaviour().CEL)
	on := c.server(New)
	b, err := c.base(on, on.alone())
	if err != nil {
		t.Fatal(err)
	}
	decl := Decl(sampleSchema(), false)
	parted, times := 0, sweep.Times(200, 3000)
	for range times {
		parts := right
		if random.IntN(3) > 0 {
			parts = append(right[:len(right):len(right)], some[random.IntN(len(some))])
		}
		var w strings.Builder
		open := 0
		for n := 10 + random.IntN(70); n > 0; n-- {
			if random.IntN(4) == 0 {
				w.WriteByte('!')
			}
			if random.IntN(8) == 0 {
				w.WriteByte('(')
				open++
			}
			w.WriteString(parts[random.IntN(len(parts))])
			if open > 0 && random.IntN(4) == 0 {
				w.WriteByte(')')
				open--
			}
			if n > 1 {
				w.WriteString([]string{" && ", " || "}[random.IntN(2)])
			}
		}
		text := w.String() + strings.Repeat(")", open)
		err := b.withScope(decl, false, func(s *scope) error {
			src := common.NewTextSource(text)
			declarations, err := s.declarations()
			if err != nil {
				return err
			}
			part, ok := b.parser.parse(text, src)
			whole, _ := b.parser.parse(text, src)
			if !ok {
				t.Fatalf("not read: %s", text)
			}
			errs := checkParts(part, src, declarations)
			if errs == nil {
				return nil
			}
			parted++
			_, want := checker.Check(whole, src, declarations)
			if got, want := errs.ToDisplayString(), want.ToDisplayString(); got != want {
				t.Fatalf("%s\ngot  %.2000s\nwant %.2000s", text, got, want)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if parted < times/4 {
		t.Errorf("%d were checked in parts", parted)
	}
}

// TestDetailWithin has what the errors before it leave of an error.
func TestDetailWithin(t *testing.T) {
	c := NewCompiler(kube.Latest.Behaviour().CEL)
	x := c.Rule("unknown", c.SelfOf(Decl(sampleSchema(), false)), New, false)
	quoted := 0
	if got := x.Error.DetailWithin(&quoted, 5); got != x.Error.Detail() || quoted != len(got) {
		t.Errorf("%d: %s", quoted, got)
	}
	got := x.Error.DetailWithin(&quoted, 5)
	if !strings.HasPrefix(got, x.Error.Brief()) || !strings.Contains(got, "left out") || strings.Contains(got, " | ") {
		t.Errorf("with %d before it: %s", quoted, got)
	}
}
