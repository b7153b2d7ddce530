package celrule

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common"

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
