package rules

import (
	"regexp"
	"slices"
	"strconv"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var intOrStringHalfChecked = Rule{
	ID: "int-or-string-half-checked", Severity: finding.Warning, Profile: Strict, Topic: Schema, Narrows: true,
	Title: "keyword checks only the integers or only the strings of an int-or-string",
	Why: `A pattern restricts strings and is ignored for integers; ` + "`minimum` and `maximum`" + ` restrict numbers and are ignored
for strings. So every integer is accepted next to a pattern that no integer would match, and ` + "`maximum: 100`" + ` accepts
` + "`\"200\"`" + `. A CEL rule can check both: ` + "`type(self) == int ? self <= 100 : self.matches('^[0-9]+%$')`" + `.`,
	Example: `
  maxUnavailable:
    x-kubernetes-int-or-string: true
-   pattern: ^[0-9]+%$
+   pattern: ^[0-9]+%?$
`,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if !n.XIntOrString || len(n.XValidations()) > 0 || len(n.Enum) > 0 {
			return
		}
		if n.Pattern == "" {
			for _, k := range []struct {
				keyword string
				set     bool
			}{{"minimum", n.Minimum != nil}, {"maximum", n.Maximum != nil}} {
				if k.set && n.Format == "" && n.MaxLength == nil {
					p.Report(v.Tree.Path(n.ID).Child(k.keyword), "%s checks only the integers of %s: any string is accepted", k.keyword, v.Called(n)).Help =
						"add a pattern for the strings, or a CEL rule for both"
					return
				}
			}
			return
		}
		re, err := regexp.Compile(n.Pattern)
		if err != nil {
			return
		}
		integers := []int64{0, 1, 2, 5, 10, 80, 100, 443, 8080, 65535, -1}
		if slices.ContainsFunc(integers, func(i int64) bool { return re.MatchString(strconv.FormatInt(i, 10)) }) {
			return
		}
		s := validate.WithoutJunctors(n)
		passes := slices.IndexFunc(integers, func(i int64) bool { return validate.Takes(v.Server, s, i) })
		if passes < 0 {
			return
		}
		p.Report(v.Tree.Path(n.ID).Child("pattern"), "the pattern only checks the strings of %s: the integer %d is accepted, although the string %q is refused",
			v.Called(n), integers[passes], strconv.FormatInt(integers[passes], 10)).Help =
			"if only strings are meant, use type: string; otherwise check both with a CEL rule"
	},
}
