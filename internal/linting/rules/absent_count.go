package rules

import (
	"regexp"
	"strings"

	"github.com/crdtool/crdtool/internal/cel/celtext"
	"github.com/crdtool/crdtool/schema"
)

// absentCountsZero returns the rule with 0 in the place of what an absent field would count in a sum, such as
// size(self.list) + size(self.other) <= 10 and (self.flag ? 1 : 0) + (self.other ? 1 : 0) == 1; "" if one of the
// fields does not count in a sum. To skip the whole sum, if one of them is absent, would accept what
// the others exceed.
func (g *absentGuard) absentCountsZero() string {
	text := g.rule.Text
	for _, r := range g.of {
		n := r.Place.Node
		if n == nil || n.Nullable {
			return ""
		}
		present, _ := testOf(r.At, r.Place.Name)
		with := countingZero(text, celtext.Of(r.At), present, zeroOf(n))
		if with == text {
			return ""
		}
		text = with
	}
	return text
}

// zeroOf is the zero of the numbers of a schema; "" if it has none.
func zeroOf(n *schema.Node) string {
	switch n.Type {
	case "integer":
		return "0"
	case "number":
		return "0.0"
	}
	return ""
}

// countingZero replaces a field where it counts in a sum: its size and its number by themselves or 0, and
// where it decides between two numbers by a test before it. Present is that test.
func countingZero(text, field, present, zero string) string {
	quoted := regexp.QuoteMeta(field)
	decides := regexp.MustCompile(`(\(\s*)(` + quoted + `(?:\s*(?:==|!=|<=?|>=?)\s*(?:"[^"\\]*"|'[^'\\]*'|\d+))?\s*\?\s*\d+\s*:\s*\d+\s*\))`)
	if strings.Contains(text, "+") {
		text = decides.ReplaceAllString(text, "${1}"+strings.ReplaceAll(present, "$", "$$")+" && ${2}")
	}
	counts := regexp.MustCompile(`\bsize\(` + quoted + `\)|\b` + quoted + `\.size\(\)|\b` + quoted + `\b`)
	var b strings.Builder
	end := 0
	for _, m := range counts.FindAllStringIndex(text, -1) {
		term := text[m[0]:m[1]]
		before, after := strings.TrimRight(text[:m[0]], " "), strings.TrimLeft(text[m[1]:], " ")
		isTerm := strings.HasSuffix(before, "+") || strings.HasSuffix(before, "-") || strings.HasPrefix(after, "+") || strings.HasPrefix(after, "-")
		otherwise := "0"
		if term == field {
			otherwise = zero
			isTerm = isTerm && zero != "" && !strings.HasPrefix(text[m[1]:], ".") && !strings.HasPrefix(text[m[1]:], "[") && !strings.HasSuffix(before, ".")
		}
		if !isTerm {
			continue
		}
		b.WriteString(text[end:m[0]] + "(" + present + " ? " + term + " : " + otherwise + ")")
		end = m[1]
	}
	return b.String() + text[end:]
}
