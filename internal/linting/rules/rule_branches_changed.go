package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/internal/upgrading/tighter"
)

var branchesChanged = Rule{
	ID: "branches-changed", Severity: finding.Warning, Profile: ByName, Topic: Upgrade, Breaks: true,
	Title: "allOf, anyOf, oneOf or not is new or differs from the stored CRD",
	Why: `Whether stored objects satisfy a changed ` + "`allOf`, `anyOf`, `oneOf` or `not`" + ` cannot be told from the schemas
alone. Where an object was found that the stored CRD accepts and this one refuses, it is in the JSON (` + "`witness`" + `);
otherwise the finding says "may", unless only objects were found that are accepted now and were not. An object that does not can be updated only as long as nothing below the field changes: with any change there the
update is refused, even if the value that is not accepted stays the same. Try the CRD on live objects first.`,
	Old: `
size:
  type: integer
`,
	Example: `
  size:
    type: integer
-   anyOf:
-   - minimum: 10
-   - maximum: 0
`,
	Changes: []string{"allOf", "anyOf", "oneOf", "not"},
	Change: func(p *Pass, c *schemadiff.Change) {
		if !c.Effect.Has(schemadiff.Narrows) {
			return
		}
		v, w := p.judge(c, nil, nil, prose.JSON(c.Before)+" "+prose.JSON(c.After))
		can := "may be"
		switch v {
		case admits:
			return
		case refuses:
			can = "are"
		}
		f := p.Report(c.Path(), "%s of %s differs from the stored CRD: values that were accepted %s refused; %s", c.Keyword, changed(c), can, tighter.StoredPass(c))
		f.Help, f.Witness = "try it on live objects with: crdtool apply-dry --old", w
	},
}
