package regexshape

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/testkit/sweep"
)

// Patterns that are equal, or wider, in ways that no comparison part by part sees.
func TestBeyondDecides(t *testing.T) {
	for _, c := range []struct{ some, all, beyond string }{
		{`^a+$`, `^aa*$`, ""}, {`^aa*$`, `^a+$`, ""},
		{`^(a|b)*$`, `^[ab]*$`, ""}, {`^[ab]*$`, `^(a*b*)*$`, ""},
		{`^[a-z]([-a-z]*[a-z])?$`, `^[a-z]+(-+[a-z]+)*$`, ""}, {`^[a-z]+(-+[a-z]+)*$`, `^[a-z]([-a-z]*[a-z])?$`, ""},
		{`^([0-9]{1,5}(h|m|s|ms)){1,4}$`, `^([0-9]+(h|m|s|ms))+$`, ""},
		{`^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$`, `^[-a-z0-9.]+$`, ""},
		{`^(?i)debug$`, `^[A-Za-z]{5}$`, ""}, {`^\w+$`, `^[A-Za-z0-9_]+$`, ""}, {`^\pL$`, `^\p{L}$`, ""},
		{`(^|,)a(,|$)`, `a`, ""}, {`\bab\b`, `(^|\W)ab(\W|$)`, ""},
		{`^a$`, `^b$`, "a"}, {`^.*$`, `^[a-z]*$`, "0"}, {`^[a-z]{1,64}$`, `^[a-z]{1,63}$`, strings.Repeat("a", 64)},
		{``, `^.{0,3}$`, "\n"}, {`^[^a]$`, `^.$`, "\n"}, {`^(?i)k$`, `^[kK]$`, "\u212a"}, {`a`, `^a`, "0a"}, {`^a`, `^a$`, "aa"},
	} {
		text, found, sure := Beyond(c.some, c.all)
		if !sure || found != (c.beyond != "") || text != c.beyond {
			t.Errorf("%s beyond %s: %q, %v, %v; want %q", c.some, c.all, text, found, sure, c.beyond)
		}
	}
}

// TestBeyondIsTrue compares its answers with all short texts.
func TestBeyondIsTrue(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
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
	with, without, tries := 0, 0, sweep.Times(2_000, 20_000)
	for range tries {
		some, all := pattern(r, 3), pattern(r, 3)
		beyond, found, sure := Beyond(some, all)
		if !sure {
			t.Fatalf("%s and %s are not compared", some, all)
		}
		a, b := regexp.MustCompile(some), regexp.MustCompile(all)
		if found {
			with++
			if !a.MatchString(beyond) || b.MatchString(beyond) {
				t.Fatalf("%q is said to be of %s and not of %s", beyond, some, all)
			}
			continue
		}
		without++
		for _, text := range texts {
			if a.MatchString(text) && !b.MatchString(text) {
				t.Fatalf("nothing of %s is said to be beyond %s, but %q is", some, all, text)
			}
		}
	}
	if with < tries/20 || without < tries/20 {
		t.Errorf("only %d pairs with a text and %d without", with, without)
	}
}

// Patterns that would take long are given up.
func TestBeyondEnds(t *testing.T) {
	for _, c := range [][2]string{
		{`(a|b)*a(a|b){40}`, `(a|b)*b(a|b){41}`},
		{`^(.*\pL){30}$`, `^(.*\pN){30}$`},
	} {
		if text, found, sure := Beyond(c[0], c[1]); found || sure {
			t.Errorf("%.40s and %.40s: %q, %t, %t", c[0], c[1], text, found, sure)
		}
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
