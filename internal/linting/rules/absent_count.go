package rules

import (
	"regexp"
	"strings"

	"github.com/crdtool/crdtool/internal/cel/celtext"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
)

// absentCountsZero returns the rule in which an absent field counts 0 in a sum, such as size(self.list) +
// size(self.other) <= 10 or (self.flag ? 1 : 0) + (self.other ? 1 : 0) == 1. It returns "" if a field does not
// count in a sum. Skipping the whole sum for an absent field would accept values in which the other fields
// exceed the limit.
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

// zeroOf returns the CEL literal of zero for a schema, or "" if it is not numeric.
func zeroOf(n *schematree.Node) string {
	switch n.Type {
	case "integer":
		return "0"
	case "number":
		return "0.0"
	}
	return ""
}

// countingZero replaces the terms of a field in a sum: its size and value become 0 if it is absent, and a
// condition on it is preceded by the test present.
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
