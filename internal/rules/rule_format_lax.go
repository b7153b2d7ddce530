package rules

import (
	"strconv"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/schema"
)

var formatLax = Rule{
	ID: "format-lax", Severity: finding.Info, Profile: Strict, Topic: Schema,
	Title: "the server's check of a format lets more pass than its name says",
	Why: "The server checks formats with functions of its own. `uri` takes any path that begins with a slash, `email` takes a\nname before the address, " +
		"`ipv4` takes addresses of IPv6 that hold one, `cidr` takes addresses with bits set behind the prefix,\n`mac` takes 64-bit addresses, `duration` takes days and weeks, which " +
		"Go's `time.ParseDuration` doesn't read, and\n`password` takes everything. Where that matters, add a pattern or a CEL rule. (Formats that the server doesn't check at all\nare the server's own warning unknown-format.)",
	Bad: `
endpoint:
  type: string
  format: uri
`,
	Good: `
endpoint:
  type: string
  format: uri
  pattern: ^https?://
`,
	Node: func(p *Pass, v *Version, n *schema.Node) {
		odd, known := laxFormats[n.Format]
		if !known || n.Type != "string" || n.Pattern != "" || len(n.Enum) > 0 || len(n.XValidations) > 0 {
			return
		}
		p.Report(v.Tree.Path(n.ID).Child("format"), "format %s lets %s pass, too", n.Format, strconv.Quote(odd)).Help =
			"if it must not, add a pattern or a CEL rule"
	},
}

// laxFormats are formats that the server checks, each with a value that it lets
// pass although few would expect it.
var laxFormats = map[string]string{
	"uri": "/x", "email": "Joe <joe@example.com>", "ipv4": "::ffff:1.2.3.4", "cidr": "10.0.0.1/8",
	"mac": "00-00-5e-00-53-00-00-01", "duration": "3 weeks", "password": "any text",
}
