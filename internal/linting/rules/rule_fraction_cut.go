package rules

import (
	"fmt"
	"math"
	"slices"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/schema"
)

var fractionCut = Rule{
	ID: "fraction-cut", Severity: finding.Warning, Profile: Default, Topic: Schema,
	Title: "bound has a fraction, which the server truncates for integers",
	Why: "To compare an integer with `minimum`, `maximum` or `multipleOf`, the server truncates the bound to an integer, too. So 0 is\n" +
		"accepted by `minimum: 0.5`, 4 is accepted by `multipleOf: 2.5` and 5 is not, and `multipleOf: 0.1` refuses every integer. With\n" +
		"an enum it is the other way round: values are truncated, and 1.5 is accepted by `enum: [1, 2]`. Use integers as bounds, if\n" +
		"necessary in a smaller unit, and `type: integer` for an enum of integers; or a CEL rule: `self >= 0.5`.",
	Example: `
- share:
-   type: number
-   minimum: 0.5
+ sharePercent:
+   type: integer
+   minimum: 50
`,
	Nested: true,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		reportLooseEnum(p, v, n)
		// The server cannot read a fraction as the bound of an integer: see unreadable-bound.
		if n.Minimum == nil && n.Maximum == nil && n.MultipleOf() == nil || n.Type == "integer" && !n.XIntOrString {
			return
		}
		types := v.Types(n)
		if !slices.Contains(types, "number") && !slices.Contains(types, "integer") {
			return
		}
		for _, b := range []struct {
			keyword string
			bound   *float64
			only    schema.Schema
			right   func(value, bound float64) bool
		}{
			{"minimum", n.Minimum, schema.Schema{Minimum: n.Minimum, ExclusiveMinimum: n.ExclusiveMinimum}, func(x, b float64) bool { return x >= b }},
			{"maximum", n.Maximum, schema.Schema{Maximum: n.Maximum, ExclusiveMaximum: n.ExclusiveMaximum}, func(x, b float64) bool { return x <= b }},
			{"multipleOf", n.MultipleOf(), schema.Schema{Rare: &schema.Rare{MultipleOf: n.MultipleOf()}}, func(x, b float64) bool { return wholeNumber(x / b) }},
		} {
			if b.bound == nil || *b.bound == math.Trunc(*b.bound) || math.Abs(*b.bound) > 1<<31 {
				continue
			}
			b.only.Type, b.only.XIntOrString = n.Type, n.XIntOrString
			cut := int64(*b.bound)
			for _, whole := range []int64{cut, cut + 1, cut - 1, 2 * cut, 1, 5, 10} {
				passes := validate.Takes(v.Server, &b.only, whole)
				if passes == b.right(float64(whole), *b.bound) {
					continue
				}
				verdict := "refuses"
				if passes {
					verdict = "accepts"
				}
				p.Report(v.Tree.Path(n.ID).Child(b.keyword), "the server truncates %s to %d for integers, and so %s %d",
					fmt.Sprintf("%s: %s", b.keyword, prose.Decimal(*b.bound)), cut, verdict, whole).Help =
					"use an integer as bound, if necessary in a smaller unit, or a CEL rule"
				break
			}
		}
	},
}

// wholeNumber reports whether a quotient is whole, apart from rounding errors.
func wholeNumber(x float64) bool { return math.Abs(x-math.Round(x)) < 1e-9 }

// reportLooseEnum reports a number that the enum accepts only because the server truncates it before comparing
// it with an integer.
func reportLooseEnum(p *Pass, v *Version, n *schematree.Node) {
	if len(n.Enum) == 0 || !slices.Equal(v.Types(n), []string{"number"}) {
		return
	}
	s := validate.WithoutJunctors(n)
	s.Type = "number"
	for i, value := range n.Enum {
		whole, is := value.(int64)
		if !is {
			continue
		}
		for _, x := range []float64{float64(whole) + 0.5, float64(whole) - 0.5} {
			if !slices.Contains(n.Enum, any(x)) && validate.Takes(v.Server, s, x) {
				p.Report(v.Tree.Path(n.ID).Child("enum").Index(i), "the server truncates values to compare them with %d, and so accepts %s", whole, prose.Decimal(x)).Help =
					"use type: integer"
				return
			}
		}
	}
}
