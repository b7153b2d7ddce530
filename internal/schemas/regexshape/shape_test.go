package regexshape

import (
	"math/rand"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestPatternShape holds what is concluded from random patterns against what
// they match.
func TestPatternShape(t *testing.T) {
	parts := []string{"a", "b", "[ab]", "[^a]", ".", "(", "(?:", "(?m)", "(?s)", ")", "|", "*", "+", "?", "{2}", "{0,2}", "{3,}", "^", "$", `\A`, `\z`, `\b`, `\B`, "$^"}
	subjects := []string{"", "a", "b", "c", "ab", "ba", "aa", "aab", "abba", "bbbb", "a\nb", "\n", "\na", "a b", "cabc", " "}
	random := rand.New(rand.NewSource(7))
	conclusions := map[string]int{}
	for range 60000 {
		var text strings.Builder
		for range 1 + random.Intn(7) {
			text.WriteString(parts[random.Intn(len(parts))])
		}
		p := text.String()
		compiled, err := regexp.Compile(p)
		if err != nil {
			continue
		}
		re := Parse(p)
		whole := regexp.MustCompile("^(?:" + p + ")$")
		for _, s := range subjects {
			matches := compiled.MatchString(s)
			if MatchesAll(re) {
				conclusions["all"]++
				if !matches {
					t.Errorf("%q is said to match everything, but not %q", p, s)
				}
			}
			if NeverMatches(re) {
				conclusions["never"]++
				if matches {
					t.Errorf("%q is said to match nothing, but matches %q", p, s)
				}
			}
			if at := compiled.FindStringIndex(s); at != nil {
				n := utf8.RuneCountInString(s[at[0]:at[1]])
				if n < Shortest(re) || n > Longest(re) {
					t.Errorf("%q matches %d characters of %q, and is said to take %d to %d", p, n, s, Shortest(re), Longest(re))
				}
			}
			if matches && Anchored(re) && !strings.Contains(p, "(?m)") && !strings.Contains(p, "|") {
				conclusions["anchored"]++
				if !whole.MatchString(s) {
					t.Errorf("%q is said to be anchored, and matches within %q", p, s)
				}
			}
		}
	}
	for _, c := range []string{"all", "never", "anchored"} {
		if conclusions[c] < 100 {
			t.Errorf("%s was concluded only %d times", c, conclusions[c])
		}
	}
}
