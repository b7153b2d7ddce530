package regexshape

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/testkit/sweep"
)

// What patterns of CRDs are changed into when they are to admit more.
func TestWithinSees(t *testing.T) {
	for _, c := range [][2]string{
		{`^a$`, `^a`}, {`^a$`, `a$`}, {`^a$`, `a`}, {`^abc$`, `.*`}, {`^abc$`, ``},
		{`^[a-z]{1,63}$`, `^[a-z]{1,253}$`}, {`^[a-z]+$`, `^[a-z0-9]*$`}, {`^[a-z]$`, `^[a-z]+$`},
		{`^(foo|bar)$`, `^(foo|bar|baz)$`}, {`^(foo|bar)$`, `^(foo|far|bar)$`}, {`^foo$`, `^(foo|bar)$`},
		{`^[a-z]([-a-z0-9]*[a-z0-9])?$`, `^[a-z0-9]([-a-z0-9]*[a-z0-9])?$`},
		{`^v1$`, `^v[0-9]+$`}, {`^(a|b)c?$`, `^[a-d]c*d?$`}, {`^\d{4}$`, `^\d{4}(-\d{2})?$`},
		{`^[a-z][a-z0-9]*$`, `^[a-z0-9]+$`}, {`^a(b|c)$`, `^(?:ab|ac|d)$`}, {`a\b`, `a`},
	} {
		if !Within(Parse(c[0]), Parse(c[1])) {
			t.Errorf("%s is not seen to be within %s", c[0], c[1])
		}
		if Within(Parse(c[1]), Parse(c[0])) {
			t.Errorf("%s is said to be within %s", c[1], c[0])
		}
	}
}

func TestWithinIsTrue(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var texts []string
	for n := range 5 {
		for i := range 1 << (2 * n) {
			b := make([]byte, n)
			for j := range b {
				b[j] = "abA\n"[i>>(2*j)&3]
			}
			texts = append(texts, string(b))
		}
	}
	within, tries := 0, sweep.Times(3_000, 30_000)
	for range tries {
		some, all := pattern(r, 3), pattern(r, 3)
		if !Within(Parse(some), Parse(all)) {
			continue
		}
		within++
		if text, found, _ := Beyond(Parse(some), Parse(all)); found {
			t.Fatalf("%s is within %s, but %q is said to be beyond it", some, all, text)
		}
		a, b := regexp.MustCompile(some), regexp.MustCompile(all)
		for _, text := range texts {
			if a.MatchString(text) && !b.MatchString(text) {
				t.Fatalf("%s is said to be within %s, but %q matches only the first", some, all, text)
			}
		}
	}
	if within < tries/30 {
		t.Errorf("only %d pairs are within", within)
	}
}

// pattern makes a pattern at random.
func pattern(r *rand.Rand, depth int) string {
	leaves := []string{"a", "b", "(?i:a)", "[ab]", "[^a]", ".", "^", "$", `\b`, `(?m:^)`, `(?m:$)`, "ab", "(?s:.)", `\B`}
	if depth == 0 {
		return leaves[r.IntN(len(leaves))]
	}
	sub := func() string { return pattern(r, r.IntN(depth)) }
	switch r.IntN(6) {
	case 0:
		return "(" + sub() + "|" + sub() + ")"
	case 1:
		return "(?:" + sub() + ")" + []string{"*", "+", "?", "{0,2}", "{1,2}", "{2}", "{2,}", "{0}"}[r.IntN(8)]
	case 2:
		return "^" + sub() + "$"
	case 3:
		return fmt.Sprintf("(%s|%s|%s)", sub(), sub(), sub())
	}
	return strings.Join([]string{sub(), sub()}, "")
}

// A pattern that was made to take long does not.
func TestWithinEnds(t *testing.T) {
	some := "^" + strings.Repeat("(a|b|c)?", 200) + "$"
	all := "^" + strings.Repeat("(a|b|d)?", 200) + "$"
	if Within(Parse(some), Parse(all)) {
		t.Error("c is within a, b and d")
	}
}
