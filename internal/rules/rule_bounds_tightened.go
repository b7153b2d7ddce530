package rules

import (
	"fmt"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/prose"
	"github.com/crdtool/crdtool/internal/schemadiff"
	"github.com/crdtool/crdtool/internal/validate"
	"github.com/crdtool/crdtool/kube"
)

var boundsTightened = Rule{
	ID: "bounds-tightened", Severity: finding.Warning, Profile: Default, Topic: Upgrade, Breaks: true,
	Title: "bound, pattern or format was added or tightened since the stored CRD",
	Why: `Stored objects with values outside of the new bound stay as they are, and updates of them are accepted
as long as the value does not change (Kubernetes 1.30 and later; older servers refuse every update of them). Manifests
and new objects with such a value are refused. Make sure that no object has such a value before you apply the CRD, or
tighten the bound in a new version.`,
	Old: `
name:
  type: string
  maxLength: 253
`,
	Bad: `
name:
  type: string
  maxLength: 63
`,
	Good: `
name:
  type: string
  maxLength: 512
`,
	Changes: []string{
		"maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength", "minLength", "maxItems", "minItems",
		"maxProperties", "minProperties", "pattern", "format", "multipleOf",
	},
	Change: func(p *Pass, c *schemadiff.Change) {
		if !c.Effect.Has(schemadiff.Narrows) {
			return
		}
		if change := tightened(c); change != "" {
			p.Report(c.Path(), "%s of %s %s: values outside of it are refused; %s", c.Keyword, changed(c), change, storedPass(c)).Help =
				"make sure that no object has such a value, or tighten it in a new version"
		}
	},
}

// tightened says how a keyword that accepts fewer values than before has changed, or
// "" where the change of another keyword is reported instead.
func tightened(c *schemadiff.Change) string {
	was, is := c.Before, c.After
	switch c.Keyword {
	case "exclusiveMaximum", "exclusiveMinimum":
		// Where the bound changed as well, that is reported.
		old, now := c.At.Old, c.At.New
		if c.Keyword == "exclusiveMaximum" && equal(old.Maximum, now.Maximum) || c.Keyword == "exclusiveMinimum" && equal(old.Minimum, now.Minimum) {
			return "was added"
		}
		return ""
	case "pattern", "format":
		if format, _ := is.(string); c.Keyword == "format" && !validate.KnownFormat(c.At.New.Type, format, kube.Latest.Behaviour()) {
			return "" // servers let every value pass
		}
		if was != nil {
			return "was changed"
		}
		return "was added"
	case "maximum", "minimum":
		// A bound with a fraction can refuse more than a narrower one without.
		if is == nil || was != nil && (was.(float64) < is.(float64)) == (c.Keyword == "maximum") {
			return ""
		}
	}
	if was == nil || c.Keyword == "multipleOf" {
		return "was set to " + plainly(is)
	}
	return fmt.Sprintf("was changed from %s to %s", plainly(was), plainly(is))
}

// plainly is a bound without an exponent.
func plainly(bound any) string {
	if f, ok := bound.(float64); ok {
		return prose.Decimal(f)
	}
	return fmt.Sprint(bound)
}

func equal(a, b *float64) bool { return a != nil && b != nil && *a == *b }
