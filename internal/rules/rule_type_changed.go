package rules

import "github.com/crdtool/crdtool/finding"

var typeChanged = Rule{
	ID: "type-changed", Severity: finding.Warning, Profile: Default, Topic: Upgrade,
	Title: "a field has another type than in the stored CRD",
	Why: `Stored objects have values of the old type. They can be read, and updated as long as the
value stays as it is, but clients that are built for the new type fail to decode them, and
manifests with the old type are refused. Add a field of another name, or a new version with
a conversion webhook. From integer or string to ` + "`x-kubernetes-int-or-string`" + ` and from integer to
number are no findings.`,
	Old: `
port:
  type: integer
`,
	Bad: `
port:
  type: string
`,
	Good: `
port:
  x-kubernetes-int-or-string: true
`,
	Change: func(p *Pass, c *Change) {
		if c.Retyped {
			p.Report(c.Path, "%s was %s and is now %s: stored objects have values of the old type", c.named(), typeOf(c.Old), typeOf(c.New)).Help =
				"add a field of another name, or a new version with a conversion webhook"
		}
	},
}
