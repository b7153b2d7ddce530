package rules

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/schemadiff"
)

var branchesChanged = Rule{
	ID: "branches-changed", Severity: finding.Warning, Profile: Strict, Topic: Upgrade, Breaks: true,
	Title: "allOf, anyOf, oneOf or not is new or differs from the stored CRD",
	Why: `Whether stored objects satisfy a changed ` + "`allOf`, `anyOf`, `oneOf` or `not`" + ` can't be told from the schemas
alone. An object that does not can be updated only as long as nothing below the field changes: with any change there the
update is refused, even if the value that is not accepted stays the same. Try the CRD on live objects first.`,
	Old: `
size:
  type: integer
`,
	Bad: `
size:
  type: integer
  anyOf:
  - minimum: 10
  - maximum: 0
`,
	Good: `
size:
  type: integer
`,
	Changes: []string{"allOf", "anyOf", "oneOf", "not"},
	Change: func(p *Pass, c *schemadiff.Change) {
		if c.Effect.Has(schemadiff.Narrows) {
			p.Report(c.Path(), "%s of %s differs from the stored CRD: values that were accepted may be refused; %s", c.Keyword, changed(c), storedPass(c)).Help =
				"try it on live objects with: crdtool apply-dry --old"
		}
	},
}
