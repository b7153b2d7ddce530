package rules

import (
	"fmt"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/schemadiff"
)

var boundsTightened = Rule{
	ID: "bounds-tightened", Severity: finding.Warning, Profile: Default, Topic: Upgrade,
	Title: "a bound, pattern or format is new or narrower than in the stored CRD",
	Why: `Objects with values outside of the new bound stay as they are, and updates of them pass
while the value does not change (Kubernetes 1.30 and newer; older servers refuse every update of
them). Manifests and new objects with such a value are refused. Make sure that no object has
one before the CRD is applied, or tighten in a new version.`,
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
			p.Report(c.Path(), "%s of %s %s: objects with values outside are refused", c.Keyword, changed(c), change).Help =
				"make sure that no object has such a value, or tighten it in a new version"
		}
	},
}

// tightened says what has become of a keyword that takes fewer values than
// before, or "" where another one says so.
func tightened(c *schemadiff.Change) string {
	was, is := c.Before, c.After
	switch c.Keyword {
	case "exclusiveMaximum", "exclusiveMinimum":
		// Beside a bound that is another, that one is told.
		old, now := c.At.Old, c.At.New
		if c.Keyword == "exclusiveMaximum" && equal(old.Maximum, now.Maximum) || c.Keyword == "exclusiveMinimum" && equal(old.Minimum, now.Minimum) {
			return "is new"
		}
		return ""
	case "pattern", "format":
		if was != nil {
			return "is another"
		}
		return "is new"
	case "maximum", "minimum":
		// A bound with a fraction can refuse more than a narrower one without.
		if is == nil || was != nil && (was.(float64) < is.(float64)) == (c.Keyword == "maximum") {
			return ""
		}
	}
	if was == nil || c.Keyword == "multipleOf" {
		return fmt.Sprintf("is new (%v)", is)
	}
	return fmt.Sprintf("went from %v to %v", was, is)
}

func equal(a, b *float64) bool { return a != nil && b != nil && *a == *b }
