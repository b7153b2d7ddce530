package rules

import (
	"strconv"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var formatLax = Rule{
	ID: "format-lax", Severity: finding.Info, Profile: Strict, Topic: Schema, Keywords: []string{"pattern"}, Narrows: true,
	Title: "server accepts more values for a format than its name suggests",
	Why: "The server has its own checks of formats. `uri` accepts any path that begins with a slash, `email` accepts a\nname before the address, " +
		"`ipv4` accepts IPv6 addresses that contain an IPv4 address, `cidr` accepts addresses with bits set after the prefix,\n`mac` accepts 64-bit addresses, `duration` accepts days and weeks, which " +
		"Go's `time.ParseDuration` refuses, and\n`password` accepts everything. If that matters, add a pattern or a CEL rule. (For formats that the server does not check at all\nthere is the server's own warning unknown-format.)",
	Example: `
  endpoint:
    type: string
    format: uri
+   pattern: ^https?://
`,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		odd, known := laxFormats[n.Format]
		if !known || n.Type != "string" || n.Pattern != "" || len(n.Enum) > 0 || len(n.XValidations()) > 0 {
			return
		}
		p.Report(v.Tree.Path(n.ID).Child("format"), "format %s also accepts %s", n.Format, strconv.Quote(odd)).Help =
			"if such values must be refused, add a pattern or a CEL rule"
	},
}

// laxFormats maps formats that the server checks to a value that they surprisingly accept.
var laxFormats = map[string]string{
	"uri": "/x", "email": "Joe <joe@example.com>", "ipv4": "::ffff:1.2.3.4", "cidr": "10.0.0.1/8",
	"mac": "00-00-5e-00-53-00-00-01", "duration": "3 weeks", "password": "any text",
}
