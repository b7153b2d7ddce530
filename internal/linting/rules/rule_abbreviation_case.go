package rules

import (
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/words"
)

var abbreviationCase = Rule{
	ID: "abbreviation-case", Severity: finding.Info, Profile: ByName, Topic: Convention, ByType: true, Narrows: true,
	Title: "abbreviation in mixed case",
	Why: `The API conventions write all letters of an abbreviation in the same case: lower case where it begins a name
(` + "`httpGet`), upper case elsewhere (`podIP`, `clientID`, `baseURL`)" + `. People guess names by this convention. Where
the CRD does not follow it, the server drops the field that they guessed.`,
	Example: `
- baseUrl:
+ baseURL:
    type: string
`,
	Options: []Option{{Name: "abbreviations", Title: "abbreviations to look for", Default: []string{
		"API", "ARN", "CIDR", "CPU", "DNS", "FQDN", "GRPC", "HTTP", "HTTPS", "ID", "IP", "JSON", "JWT", "OIDC", "SNI",
		"SQL", "SSH", "SSL", "TCP", "TLS", "TTL", "UDP", "UID", "URI", "URL", "UUID", "VPC", "XML", "YAML"}}},
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if !v.Own(n) {
			return
		}
		var b strings.Builder
		for i, w := range words.Split(n.Name) {
			if i > 0 {
				w = abbreviation(w, p.Strings("abbreviations"))
			}
			b.WriteString(w)
		}
		// field-name-case reports names with separators.
		if better := b.String(); better != n.Name && strings.EqualFold(better, n.Name) {
			p.ReportNode(v, n, "the name of %s has an abbreviation in mixed case", v.Called(n)).Help = "rename it to " + better
		}
	},
}

// abbreviation returns the abbreviation in all, or its plural, that a word spells in another case, or the word
// itself.
func abbreviation(w string, all []string) string {
	stem, plural := strings.CutSuffix(w, "s")
	for _, a := range all {
		if strings.EqualFold(w, a) {
			return a
		}
		if plural && strings.EqualFold(stem, a) {
			return a + "s"
		}
	}
	return w
}
