package rules

import (
	"slices"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/schema"
)

var junctorChanged = Rule{
	ID: "junctor-changed", Severity: finding.Warning, Profile: Strict, Topic: Upgrade,
	Title: "allOf, anyOf, oneOf or not is new or another than in the stored CRD",
	Why: `Whether objects pass a changed junctor can't be told from the schemas alone. An object that
fails it can be updated only while everything below the field is as it was; any edit there brings
the error up, and values inside are not forgiven one by one. Try the CRD on live objects first.`,
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
	Change: func(p *Pass, c *Change) {
		if c.Retyped {
			return
		}
		report := func(keyword string) {
			p.Report(c.Path.Child(keyword), "%s of %s is not that of the stored CRD: objects that passed may fail", keyword, c.named()).Help =
				"try it on live objects with: crdtool apply-dry --old"
		}
		// Taking branches of allOf away, or adding some to anyOf, lets more pass.
		if !subset(c.New.AllOf, c.Old.AllOf) {
			report("allOf")
		}
		if len(c.New.AnyOf) > 0 && (len(c.Old.AnyOf) == 0 || !subset(c.Old.AnyOf, c.New.AnyOf)) {
			report("anyOf")
		}
		if len(c.New.OneOf) > 0 && !(subset(c.Old.OneOf, c.New.OneOf) && subset(c.New.OneOf, c.Old.OneOf)) {
			report("oneOf")
		}
		if c.New.Not != nil && !schema.Equal(c.Old.Not, c.New.Not) {
			report("not")
		}
	},
}

// subset reports whether all of some schemas are among others.
func subset(some, others []*schema.Schema) bool {
	for _, s := range some {
		if !slices.ContainsFunc(others, func(o *schema.Schema) bool { return schema.Equal(s, o) }) {
			return false
		}
	}
	return true
}
