package sample

import (
	"math/rand/v2"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/testkit/steer"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// The texts for formats are of those formats, as the server sees it.
func TestFormats(t *testing.T) {
	behaviour := behaviour.Of(kube.Latest)
	for format, texts := range byFormat {
		if format != "ip" && !behaviour.Formats.Known("string", format) {
			t.Errorf("the server does not know the format %q", format)
		}
		c := validate.ObjectChecker(&schema.Schema{Type: "string", Format: format}, behaviour)
		for _, text := range texts {
			if found := c.Value("", nil, text); len(found) > 0 {
				t.Errorf("%s: %q: %s", format, text, found[0].ServerMessage())
			}
		}
	}
}

// matched are patterns that have matches.
var matched = []string{
	`^a+$`, `^[a-z0-9]([-a-z0-9]*[a-z0-9])?$`, `^\d{3}-\w+\.(com|org)$`, `^(?i)abc[^x]{2,4}$`, `^.{5}$`,
	`^(([0-9]|[1-9][0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5])\.){3}([0-9]|[1-9][0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5])$`,
	`^[^a-z0-9]$`, `^\p{Greek}$`, `^$`, ``, `^[\s\S]*$`, `^(a|)$`, `^([0-9]+(\.[0-9]+)?(ms|s|m|h))+$`,
}

func TestMatching(t *testing.T) {
	for _, pattern := range matched {
		re := regexp.MustCompile(pattern)
		for variant := range 8 {
			text, ok := matching(pattern, variant, 0)
			if !ok || !re.MatchString(text) {
				t.Errorf("%s, variant %d: %q", pattern, variant, text)
			}
		}
	}
	if text, ok := matching(`^[a-z]+$`, 0, 40); !ok || len(text) < 40 {
		t.Errorf("%q is shorter than it is to be", text)
	}
	if _, ok := matching(`(`, 0, 0); ok {
		t.Error("a broken expression has a match")
	}
}

// Nested repetitions are not multiplied out.
func TestMatchingIsBounded(t *testing.T) {
	text, _ := matching(`^((((a{100}){100}){100}){100}){100}$`, 0, 0)
	if len(text) > 2*maxText {
		t.Errorf("%d bytes", len(text))
	}
	text, _ = matching(`^(((a*)*)*)*$`, 2, 1<<20)
	if len(text) > 2*maxText {
		t.Errorf("%d bytes", len(text))
	}
}

// FuzzMatching holds that the whole text is a match of the expression, by Go's own
// engine, unless the expression has what is not looked at: assertions, and
// characters that no text has.
func FuzzMatching(f *testing.F) {
	f.Add(`^[a-z]([-a-z0-9]*[a-z0-9])?$`, 3, 20)
	f.Add(`((a{1000}){1000}){1000}`, 0, 1<<20)
	f.Add(`(?i)k[^a-z]{2,}|\d+?x*?|(?:\pL|)+`, 1, 9)
	f.Add(`[\x{D800}-\x{E000}]{3}`, 0, 0)
	f.Add(`[a-z]{3}`, 1<<31, 0)
	f.Fuzz(holdMatch)
}

func TestSeedsMatching(t *testing.T) {
	var all []string
	for _, pattern := range matched {
		all = append(all, pattern, strings.TrimSuffix(strings.TrimPrefix(pattern, "^"), "$"))
	}
	texts := steer.NewTexts(all, "^", "$", "(", ")", "(?i)", "(?:", "(?P<n>", "(?s)", "(?m)", "(?U)", "|", "*", "+", "?", "*?", "{2}", "{2,}", "{0,3}", "{1000}", ".", "[a-z]", "[^a-z]", "[", "]", "[^", `\d`, `\w`, `\W`, `\s`, `\S`, `\b`, `\B`, `\A`, `\z`, `\pL`, `\p{Greek}`, `\P{Lu}`, `[[:alpha:]]`, `[[:^digit:]]`, `\x{10FFFF}`, `[\x{D800}-\x{E000}]`, `\Q.+\E`, "k", "K", "ſ", "é", "a", "-", `\.`, `\n`, `\x00`)
	steer.Seeds(t, 1000, func(t *testing.T, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 1))
		pattern, variant, least := texts.Any(seed), r.IntN(9), r.IntN(60)
		switch r.IntN(40) {
		case 0:
			variant = r.IntN(1 << 40)
		case 1:
			least = r.IntN(1 << 20)
		}
		holdMatch(t, pattern, variant, least)
	})
}

func holdMatch(t *testing.T, pattern string, variant, least int) {
	if len(pattern) >= 200 || variant < 0 {
		return
	}
	text, ok := matching(pattern, variant, least)
	re, err := regexp.Compile(pattern)
	if ok != (err == nil) {
		t.Fatalf("%q: %v, but Go says: %v", pattern, ok, err)
	}
	if !ok {
		return
	}
	if len(text) > 2*maxText {
		t.Errorf("%q: %d bytes", pattern, len(text))
	}
	if parsed, err := syntax.Parse(pattern, syntax.Perl); err != nil || asserts(parsed) || len(text) > 1<<10 {
		return // Go takes seconds to match a long text with a long expression
	}
	re.Longest()
	if at := re.FindStringIndex(text); at == nil || at[0] != 0 || at[1] != len(text) {
		t.Errorf("%q, variant %d: of %q the match is %v", pattern, variant, text, at)
	}
}

// asserts reports whether an expression matches nothing by itself, or has
// assertions about what stands around.
func asserts(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpNoMatch, syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText, syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return true
	case syntax.OpLiteral:
		return slices.ContainsFunc(re.Rune, func(r rune) bool { return !utf8.ValidRune(r) })
	case syntax.OpCharClass:
		for i := 0; i < len(re.Rune); i += 2 {
			if utf8.ValidRune(re.Rune[i]) || utf8.ValidRune(re.Rune[i+1]) {
				return false
			}
		}
		return true
	}
	return slices.ContainsFunc(re.Sub, asserts)
}
