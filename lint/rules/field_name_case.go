package rules

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/schema"
)

var fieldNameCase = Rule{
	ID: "field-name-case", Severity: finding.Warning, Profile: APIReview, Topic: Convention,
	Title: "field name is not in camelCase",
	Why: `Names of fields in the Kubernetes API are in camelCase and begin with a lower-case letter. With dashes
they can't be written in JSON paths or CEL without brackets or escapes, and people guess the wrong spelling of
any other style, which the server then drops.`,
	Bad: `
max_connections:
  type: integer
  format: int32
`,
	Good: `
maxConnections:
  type: integer
  format: int32
`,
	Node: func(p *Pass, v *Version, n *schema.Node) {
		if !v.Own(n) || n.Name == "" || strings.HasPrefix(n.Name, "x-kubernetes-") {
			return
		}
		if first, _ := utf8.DecodeRuneInString(n.Name); !unicode.IsLower(first) || strings.ContainsFunc(n.Name, outsideName) {
			f := p.ReportNode(v, n, "%s is not in camelCase", v.Called(n))
			if better := camelCase(n.Name); better != "" && better != n.Name {
				f.Help = "call it " + better
			}
		}
	},
}

func outsideName(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// camelCase joins the words of a name.
func camelCase(name string) string {
	var b strings.Builder
	for i, w := range nameWords(name) {
		first, size := utf8.DecodeRuneInString(w)
		switch {
		case i > 0:
			b.WriteRune(unicode.ToUpper(first))
			b.WriteString(w[size:])
		default:
			b.WriteString(strings.ToLower(w))
		}
	}
	return b.String()
}
