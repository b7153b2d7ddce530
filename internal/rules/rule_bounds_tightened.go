package rules

import (
	"fmt"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/schema"
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
	Change: func(p *Pass, c *Change) {
		if c.Retyped {
			return
		}
		for _, t := range tightened(c.Old, c.New) {
			p.Report(c.Path.Child(t.keyword), "%s of %s %s: objects with values outside are refused", t.keyword, c.named(), t.change).Help =
				"make sure that no object has such a value, or tighten it in a new version"
		}
	},
}

type tightening struct{ keyword, change string }

// tightened lists the keywords by which a schema takes fewer values than before,
// in the order of their names here.
func tightened(old, now *schema.Schema) []tightening {
	var list []tightening
	add := func(keyword, format string, args ...any) {
		list = append(list, tightening{keyword, fmt.Sprintf(format, args...)})
	}
	most := func(keyword string, was, is *int64) {
		switch {
		case is == nil || was != nil && *is >= *was:
		case was == nil:
			add(keyword, "is new (%d)", *is)
		default:
			add(keyword, "went from %d to %d", *was, *is)
		}
	}
	least := func(keyword string, was, is *int64) {
		switch {
		case is == nil || *is <= 0 || was != nil && *is <= *was:
		case was == nil:
			add(keyword, "is new (%d)", *is)
		default:
			add(keyword, "went from %d to %d", *was, *is)
		}
	}
	switch was, is := old.Maximum, now.Maximum; {
	case is == nil:
	case was == nil:
		add("maximum", "is new (%v)", *is)
	case *is < *was:
		add("maximum", "went from %v to %v", *was, *is)
	case *is == *was && now.ExclusiveMaximum && !old.ExclusiveMaximum:
		add("exclusiveMaximum", "is new")
	}
	switch was, is := old.Minimum, now.Minimum; {
	case is == nil:
	case was == nil:
		add("minimum", "is new (%v)", *is)
	case *is > *was:
		add("minimum", "went from %v to %v", *was, *is)
	case *is == *was && now.ExclusiveMinimum && !old.ExclusiveMinimum:
		add("exclusiveMinimum", "is new")
	}
	most("maxLength", old.MaxLength, now.MaxLength)
	least("minLength", old.MinLength, now.MinLength)
	most("maxItems", old.MaxItems, now.MaxItems)
	least("minItems", old.MinItems, now.MinItems)
	most("maxProperties", old.MaxProperties, now.MaxProperties)
	least("minProperties", old.MinProperties, now.MinProperties)
	changed := func(keyword, was, is string) {
		switch {
		case is == was || is == "":
		case was == "":
			add(keyword, "is new")
		default:
			add(keyword, "is another")
		}
	}
	changed("pattern", old.Pattern, now.Pattern)
	changed("format", old.Format, now.Format)
	if now.MultipleOf != nil && (old.MultipleOf == nil || *old.MultipleOf != *now.MultipleOf) {
		add("multipleOf", "is new (%v)", *now.MultipleOf)
	}
	return list
}
