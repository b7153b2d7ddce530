package rules

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/internal/upgrading/tighter"
)

var boundsTightened = Rule{
	ID: "bounds-tightened", Severity: finding.Warning, Profile: ByName, Topic: Upgrade, Breaks: true,
	Title: "bound, pattern or format was added or tightened since the stored CRD",
	Why: `Stored objects with values outside of the new bound stay as they are, and updates of them are accepted
as long as the value does not change (Kubernetes 1.30 and later; older servers refuse every update of them). Manifests
and new objects with such a value are refused. Make sure that no object has such a value before you apply the CRD, or
tighten the bound in a new version. Of two patterns the finding names a string that only the old one accepts, or says
"may" where they are too large to be compared. ` + "`format: int64`" + ` and formats that the server does not know refuse
nothing that anybody writes. Nor is a bound reported that the stored
pattern implies, that all values of the stored enum keep, or that the scale subresource puts on replicas
anyway.`,
	Old: `
name:
  type: string
  maxLength: 253
`,
	Example: `
  name:
    type: string
-   maxLength: 63
+   maxLength: 512
`,
	Changes: []string{
		"maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength", "minLength", "maxItems", "minItems",
		"maxProperties", "minProperties", "pattern", "format", "multipleOf",
	},
	Change: func(p *Pass, c *schemadiff.Change) {
		if !c.Effect.Has(schemadiff.Narrows) || p.tighter.ChecksNothing(c) || p.tighter.ImpliedByPattern(c) {
			return
		}
		if c.Keyword == "pattern" && c.Before != nil && c.After != nil {
			if refused := p.refusedByPattern(c); refused != "" {
				p.Report(c.Path(), "pattern of %s was changed: %s; %s", changed(c), refused, tighter.StoredPass(c)).Help =
					"make sure that no object has such a value, or tighten it in a new version"
			}
			return
		}
		if change := tightened(c); change != "" {
			p.Report(c.Path(), "%s of %s %s: values outside of it are refused; %s", c.Keyword, changed(c), change, tighter.StoredPass(c)).Help =
				"make sure that no object has such a value, or tighten it in a new version"
		}
	},
}

// refusedByPattern tells which strings the new pattern refuses and the old one accepts; "" for none.
func (p *Pass) refusedByPattern(c *schemadiff.Change) string {
	switch does, text := p.tighter.Pattern(c); does {
	case tighter.KeepsStrings:
		return ""
	case tighter.Unsure:
		return "values may be refused that were accepted"
	case tighter.RefusesThis:
		if n := utf8.RuneCountInString(text); n > 40 {
			return fmt.Sprintf("values of %d characters are refused", n)
		}
		return "values such as " + strconv.Quote(text) + " are refused"
	}
	return "values that it doesn't match are refused"
}

// tightened returns how a keyword that now accepts fewer values has changed, or "" if the change of another
// keyword is reported instead.
func tightened(c *schemadiff.Change) string {
	was, is := c.Before, c.After
	switch c.Keyword {
	case "exclusiveMaximum", "exclusiveMinimum":
		// A change of the bound is reported instead.
		old, now := c.At.Old, c.At.New
		if c.Keyword == "exclusiveMaximum" && equal(old.Maximum, now.Maximum) || c.Keyword == "exclusiveMinimum" && equal(old.Minimum, now.Minimum) {
			return "was added"
		}
		return ""
	case "pattern", "format": // two patterns are compared elsewhere
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

// plainly returns a bound without an exponent.
func plainly(bound any) string {
	if f, ok := bound.(float64); ok {
		return prose.Decimal(f)
	}
	return fmt.Sprint(bound)
}

func equal(a, b *float64) bool { return a != nil && b != nil && *a == *b }
