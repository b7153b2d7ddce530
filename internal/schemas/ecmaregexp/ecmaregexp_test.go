package ecmaregexp

import (
	"bytes"
	"encoding/json"
	"math/rand"
	"os/exec"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/crdtool/crdtool/internal/testkit/sweep"
)

// answer is what Node makes of a pattern: which of the subjects match, nil
// if it refuses the pattern; without and with the Unicode mode.
type answer struct{ Plain, Unicode []bool }

const script = `
const read = (pattern, flags, subjects) => {
  try { const r = new RegExp(pattern, flags); return subjects.map(s => r.test(s)) } catch { return null }
}
const input = JSON.parse(require("fs").readFileSync(0, "utf8"))
console.log(JSON.stringify(input.patterns.map(p => ({Plain: read(p, "", input.subjects), Unicode: read(p, "u", input.subjects)}))))`

// askNode returns Node's answers to patterns, for all subjects.
func askNode(t *testing.T, patterns, subjects []string) []answer {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("Node, by which ECMA 262 is asked, is not installed")
	}
	input, err := json.Marshal(map[string]any{"patterns": patterns, "subjects": subjects})
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(node, "-e", script)
	cmd.Stdin = bytes.NewReader(input)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var answers []answer
	if err := json.Unmarshal(out, &answers); err != nil {
		t.Fatal(err)
	}
	return answers
}

func goMatches(t *testing.T, pattern string, subjects []string) []bool {
	t.Helper()
	re, err := regexp.Compile(pattern)
	if err != nil {
		t.Fatal(err)
	}
	matches := make([]bool, len(subjects))
	for i, s := range subjects {
		matches[i] = re.MatchString(s)
	}
	return matches
}

// TestECMADifferences proves of each construct that pattern-ecma reports what is said of
// it: that the one side reads it as a subject shows, or refuses it.
func TestECMADifferences(t *testing.T) {
	const refuses = "refuses"
	tests := []struct {
		pattern, construct string
		// plain and unicode are refuses, "same", or a subject on which the two differ.
		plain, unicode string
	}{
		{`^(?i)abc$`, `(?i)`, refuses, refuses},
		{`(?U)a+`, `(?U)`, refuses, refuses},
		{`(?P<x>a)`, `(?P<`, refuses, refuses},
		{`\Aabc`, `\A`, "abc", refuses},
		{`abc\z`, `\z`, "abc", refuses},
		{`^\Qa.c\E$`, `\Q`, "a.c", refuses},
		{`^[[:alpha:]]$`, `[:alpha:]`, "b", refuses},
		{`^\pL$`, `\pL`, "b", refuses},
		{`^\p{letter}$`, `\p{letter}`, "b", refuses},
		{`^\p{Greek}$`, `\p{Greek}`, "α", refuses},
		{`^\P{Greek}$`, `\P{Greek}`, "b", refuses},
		{`^\a$`, `\a`, "a", refuses},
		{`^\x{62}$`, `\x{62}`, "b", refuses},
		{`^(.)\101$`, `\101`, "same", refuses},
		{`^(a)\11$`, `\11`, "same", refuses},
		{`^[]a]$`, `[]`, "a", refuses},
		{`^[^]a]$`, `[^]`, "b", refuses},
		{`^*a`, `*`, refuses, refuses},
		{`a{,2}`, `{,2}`, "same", refuses},
		// Only the Unicode mode refuses these.
		{`^a\-b$`, `\-`, "same", refuses},
		{`^a\_b$`, `\_`, "same", refuses},
		{`^a{b$`, `{`, "same", refuses},
		{`^a}b$`, `}`, "same", refuses},
		{`^a]b$`, `]`, "same", refuses},
		{`^[\w-.]$`, `\w-`, "same", refuses},
		{`^[\_]$`, `\_`, "same", refuses},
		{`^\012$`, `\012`, "same", refuses},
	}
	subjects := []string{"", "a", "b", "c", "abc", "ABC", "a.c", "Aabc", "abcz", "α", "aa", "a-b", "a_b", "a{b", "a}b", "a]b", "-", ".", "_", "aA", "a{,2}", "xx", "\n", "a\t"}
	patterns := make([]string, len(tests))
	for i, tt := range tests {
		patterns[i] = tt.pattern
	}
	for i, theirs := range askNode(t, patterns, subjects) {
		tt := tests[i]
		found := Differences(tt.pattern)
		if len(found) != 1 || found[0].Text != tt.construct {
			t.Errorf("%s: found %+v, want %s", tt.pattern, found, tt.construct)
			continue
		}
		if onlyUnicode := tt.plain == "same" && tt.unicode == refuses; onlyUnicode != (found[0].Reading == "") && tt.construct != `{,2}` && !strings.Contains(found[0].Reading, "group") {
			t.Errorf("%s: it is said that ECMA 262 %q", tt.pattern, found[0].Reading)
		}
		ours := goMatches(t, tt.pattern, subjects)
		check := func(mode, want string, theirs []bool) {
			switch want {
			case refuses:
				if theirs != nil {
					t.Errorf("%s: %s: not refused", tt.pattern, mode)
				}
			case "same":
				if !reflect.DeepEqual(ours, theirs) {
					t.Errorf("%s: %s: Go says %v, ECMA 262 %v", tt.pattern, mode, ours, theirs)
				}
			default:
				differ := false
				for i, s := range subjects {
					differ = differ || s == want && theirs != nil && ours[i] != theirs[i]
				}
				if !differ {
					t.Errorf("%s: %s: no difference on %q", tt.pattern, mode, want)
				}
			}
		}
		check("plain", tt.plain, theirs.Plain)
		check("Unicode", tt.unicode, theirs.Unicode)
	}
}

// TestECMAAgreesOtherwise puts random patterns together and lets Node read those
// of which nothing is reported: it agrees with Go on all subjects, in both modes.
// Where only the Unicode mode is said to refuse a pattern, it agrees in the other.
func TestECMAAgreesOtherwise(t *testing.T) {
	parts := []string{
		"a", "b", "-", "_", "0", "1", ",", "{", "}", "]", "[a-c]", "[^a]", `[\w-]`, `[\w-.]`, `[\d_]`, "[]a]", "[[:alpha:]]", `[a\-b]`, "[a-]", "[-a]", "[a[]",
		`\.`, `\-`, `\_`, `\/`, `\d`, `\w`, `\S`, `\b`, `\B`, `\n`, `\t`, `\x41`, `\x{41}`, `\A`, `\z`, `\a`, `\0`, `\12`, `\pL`, `\p{L}`, `\Qa+\E`,
		"(", "(?:", "(?i)", "(?P<n>", "(?<m>", ")", "|", "*", "+", "?", "{2}", "{1,}", "{,2}", "{0,2}", "^", "$", ".", "é",
	}
	subjects := []string{"", "a", "b", "ab", "ba", "aa", "aab", "a-b", "a_", "-", "_", "0", "01", "A", "AB", "a\n", "\n", "a.", "{", "}", "]", "a{,2}", "a,2", "é", "aé", "a1b2", "[", "abc", "b-", "--", "a/b"}
	random := rand.New(rand.NewSource(4))
	var patterns []string
	seen := map[string]bool{}
	for len(patterns) < sweep.Times(2000, 6000) {
		var b strings.Builder
		for range 1 + random.Intn(6) {
			b.WriteString(parts[random.Intn(len(parts))])
		}
		p := b.String()
		if _, err := regexp.Compile(p); err == nil && !seen[p] {
			seen[p] = true
			patterns = append(patterns, p)
		}
	}
	silent, unicodeOnly := 0, 0
	for i, theirs := range askNode(t, patterns, subjects) {
		p := patterns[i]
		serious, found := false, Differences(p)
		for _, d := range found {
			serious = serious || d.Reading != ""
		}
		if serious {
			continue
		}
		ours := goMatches(t, p, subjects)
		if !strings.Contains(p, `\p{`) && !reflect.DeepEqual(ours, theirs.Plain) {
			t.Errorf("%s: nothing is reported; Go says %v, ECMA 262 %v", p, ours, theirs.Plain)
		}
		if len(found) > 0 {
			unicodeOnly++
			if theirs.Unicode != nil {
				t.Errorf("%s: %v is reported, but not refused", p, found)
			}
			continue
		}
		silent++
		if !reflect.DeepEqual(ours, theirs.Unicode) {
			t.Errorf("%s: nothing is reported; Go says %v, ECMA 262 with Unicode %v", p, ours, theirs.Unicode)
		}
	}
	if silent < 500 || unicodeOnly < 100 {
		t.Errorf("only %d and %d patterns were compared", silent, unicodeOnly)
	}
}

// TestECMACategories: the names of all categories mean the same in the Unicode mode.
func TestECMACategories(t *testing.T) {
	subjects := []string{"a", "A", "ǅ", "1", "²", "Ⅳ", " ", "_", "(", ")", "«", "»", "-", ".", "$", "+", "^", "°", "\n", "\u00ad", "\ue000", "\u0301", "\u0903", "\u20dd", "é", "漢"}
	var patterns []string
	for name := range unicode.CategoryAliases {
		patterns = append(patterns, `^\p{`+name+`}$`)
	}
	for name := range unicode.Categories {
		patterns = append(patterns, `^\P{`+name+`}$`)
	}
	for _, name := range []string{"Any", "ASCII", "Assigned"} {
		patterns = append(patterns, `^[\p{`+name+`}]$`)
	}
	for i, theirs := range askNode(t, patterns, subjects) {
		if found := Differences(patterns[i]); len(found) > 0 {
			t.Errorf("%s: found %+v", patterns[i], found)
		}
		if ours := goMatches(t, patterns[i], subjects); !reflect.DeepEqual(ours, theirs.Unicode) {
			t.Errorf("%s: Go says %v, ECMA 262 %v", patterns[i], ours, theirs.Unicode)
		}
	}
}

// TestECMAFlagGroups: engines that know groups with flags read them as Go does.
func TestECMAFlagGroups(t *testing.T) {
	patterns, subjects := []string{`^(?i:ab)c$`, `^(?-i:a)$`, `^(?s:.)$`}, []string{"abc", "ABc", "ABC", "a", "A", "\n"}
	for i, theirs := range askNode(t, patterns, subjects) {
		found := Differences(patterns[i])
		if len(found) != 1 || !strings.Contains(found[0].Reading, "2025") {
			t.Errorf("%s: found %+v", patterns[i], found)
		}
		if theirs.Plain != nil && !reflect.DeepEqual(theirs.Plain, goMatches(t, patterns[i], subjects)) {
			t.Errorf("%s: ECMA 262 says %v", patterns[i], theirs.Plain)
		}
	}
}
