package rules

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var enumCase = Rule{
	ID: "enum-case", Severity: finding.Info, Profile: APIReview, Topic: Convention, ByType: true, Narrows: true,
	Title: "enum values are not in CamelCase",
	Why: `By the API conventions the values of an enum are in CamelCase and begin with an upper-case letter:
` + "`ClientIP`, `Always`" + `. Names that are defined elsewhere keep their spelling (an HTTP method, the name of a command, a
protocol); abbreviations in upper case are fine. A field ` + "`name`" + ` is not reported: its values are names of something else, such
as containers, which are lower-case.`,
	Example: `
  policy:
    type: string
-   enum: [always, if-not-present, NEVER_AGAIN]
+   enum: [Always, IfNotPresent, NeverAgain]
`,
	Options: []Option{{Name: "words", Title: "values that keep their own spelling", Default: []string{
		"http", "https", "grpc", "tcp", "udp", "sctp", "tls", "debug", "info", "warn", "warning", "error", "gzip", "json", "yaml", "v1", "v2", "v3"}}},
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if n.Type != "string" || len(n.Enum) < 2 || v.InMetadata(n) || v.Given(n) || n.Name == "name" {
			return
		}
		var odd []string
		for _, e := range n.Enum {
			s, ok := e.(string)
			if !ok || s == "" {
				continue
			}
			if !isWord(s) {
				return // such as 1.2, a/b or *: the author did not choose the spelling
			}
			if slices.Contains(p.Strings("words"), s) {
				continue
			}
			if !unicode.IsUpper([]rune(s)[0]) || strings.ContainsAny(s, "-_") && !isStandard(s) {
				odd = append(odd, strconv.Quote(s))
			}
		}
		if len(odd) > 0 {
			p.ReportNode(v, n, "%s has enum values that are not in CamelCase: %s", v.Called(n), listed(odd, 4)).Help =
				"begin each word with an upper-case letter, without separators"
		}
	},
}

// isWord reports whether a value has only letters, digits, dashes and underscores, and begins with a letter.
func isWord(s string) bool {
	return unicode.IsLetter([]rune(s)[0]) && !strings.ContainsFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '_'
	})
}

// isStandard reports whether a value is spelled like the name of a standard: RSA-2048, HTTP-01.
func isStandard(s string) bool {
	return strings.ToUpper(s) == s && strings.ContainsAny(s, "0123456789") && !strings.Contains(s, "_")
}
