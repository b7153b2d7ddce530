package regexshape

import (
	"math/rand/v2"
	"regexp/syntax"
	"strings"
	"testing"
)

func TestWidth(t *testing.T) {
	for pattern, want := range map[string][2]int{ // at least and at most
		strings.Repeat("b", 300):                 {1, 1},
		"":                                       {1, 1},
		"^[a-z]{1,253}$":                         {1, 6},
		`^[a-z0-9]([-a-z0-9]*[a-z0-9])?$`:        {2, 12},
		"^" + strings.Repeat("x", 200) + "[a-z]": {1, 4},
		"(a?){200}b":                             {200, 1100},
		"^(a?){200}b":                            {200, 1100},
		strings.Repeat("a?", 100) + "b":          {100, 310},
		"^(a{1,100}){1,10}b":                     {100, 3000},
		"[ab]" + strings.Repeat("a", 50):         {50, 60},
		"^(" + strings.Repeat("a", 20) + "|[b-d]{20})$": {2, 12},
		"(a{1,": {5, 5},
	} {
		if got := Width(pattern); got < want[0] || got > want[1] {
			t.Errorf("%q: %d, want %d to %d", pattern, got, want[0], want[1])
		}
	}
}

// TestWidthBoundsThreads runs generated expressions on texts as Go does, and counts the
// instructions that are under way at a byte.
func TestWidthBoundsThreads(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	narrow := 0
	for range 20_000 {
		pattern := randomPattern(r, 4)
		if r.IntN(3) > 0 {
			pattern = "^(?:" + pattern + ")"
		}
		re, err := syntax.Parse(pattern, syntax.Perl)
		if err != nil {
			continue
		}
		prog, err := syntax.Compile(re.Simplify())
		if err != nil {
			t.Fatal(err)
		}
		text := make([]rune, 30)
		for i := range text {
			text[i] = rune('a' + r.IntN(2)*r.IntN(3))
		}
		got, width := threads(prog, text, beginsAtStart(re)), Width(pattern)
		if literal(re) {
			continue
		}
		if width < len(prog.Inst)/2 {
			narrow++
		}
		if got > 2*width+4 {
			t.Errorf("%q: %d instructions are under way, width %d", pattern, got, width)
		}
	}
	if narrow < 500 {
		t.Errorf("only %d expressions are narrower than they are long", narrow)
	}
}

func randomPattern(r *rand.Rand, depth int) string {
	if depth == 0 || r.IntN(5) == 0 {
		return []string{"a", "b", "[ab]", "abc", ".", `\b`, "$", "(?:)", "aaaa"}[r.IntN(9)]
	}
	below := func() string { return randomPattern(r, depth-1) }
	switch r.IntN(8) {
	case 0:
		return "(" + below() + ")*"
	case 1:
		return "(?:" + below() + ")+"
	case 2:
		return "(" + below() + ")?"
	case 3:
		return "(?:" + below() + "){" + []string{"2", "1,5", "0,7", "3,"}[r.IntN(4)] + "}"
	case 4:
		return "(?:" + below() + "|" + below() + "|" + below() + ")"
	}
	return below() + below()
}

// threads is the largest number of instructions that are reached at one place of a text. Those
// that look at what is around it always hold.
func threads(prog *syntax.Prog, text []rune, anchored bool) (most int) {
	now := map[uint32]bool{}
	var reach func(set map[uint32]bool, pc uint32)
	reach = func(set map[uint32]bool, pc uint32) {
		if set[pc] {
			return
		}
		set[pc] = true
		switch i := &prog.Inst[pc]; i.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			reach(set, i.Out)
			reach(set, i.Arg)
		case syntax.InstCapture, syntax.InstEmptyWidth, syntax.InstNop:
			reach(set, i.Out)
		}
	}
	for at, c := range text {
		if at == 0 || !anchored {
			reach(now, uint32(prog.Start))
		}
		most = max(most, len(now))
		next := map[uint32]bool{}
		for pc := range now {
			switch i := &prog.Inst[pc]; i.Op {
			case syntax.InstRune, syntax.InstRune1, syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
				if i.MatchRune(c) {
					reach(next, i.Out)
				}
			}
		}
		now = next
	}
	return most
}
