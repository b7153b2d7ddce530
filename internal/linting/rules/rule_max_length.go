package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var maxLength = Rule{
	ID: "max-length", Severity: finding.Info, Profile: ByName, Topic: Convention, Keywords: []string{"maxLength"}, ByType: true, Narrows: true,
	Title: "string in spec has no maxLength",
	Why: `A string without a bound can be as long as a request: three megabytes, of which etcd accepts half. Where it is
used later (as a label value, a file name, in a CEL rule) there is usually a lower limit, and the error comes late. A bound
can be raised at any time, but lowering it breaks users. Strings with an enum, or with a format whose values are short, need
no bound.`,
	Example: `
  host:
    type: string
+   maxLength: 253
`,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if n.Type != "string" || n.MaxLength != nil || len(n.Enum) > 0 || n.XIntOrString || !v.OwnValue(n) || !v.InSpec(n) {
			return
		}
		switch n.Format {
		case "date", "date-time", "datetime", "duration", "uuid", "uuid3", "uuid4", "uuid5", "ipv4", "ipv6", "cidr", "mac", "hostname",
			"isbn", "isbn10", "isbn13", "creditcard", "ssn", "hexcolor", "rgbcolor",
			"k8s-short-name", "k8s-long-name":
			return
		}
		p.ReportNode(v, n, "%s has no maxLength", v.Called(n)).Help = "set it to the longest that makes sense, such as 253 for a name"
	},
}
