package rules

import (
	"slices"

	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
)

var unreadableBound = Rule{
	ID: "unreadable-bound", Severity: finding.Warning, Profile: Default, Topic: Schema, Narrows: true,
	Title: "bound is not a number of the field's type, so every number is refused",
	Why: `Before the server compares a number with ` + "`minimum`, `maximum` or `multipleOf`" + `, it converts the bound to the type
and format of the field. If that fails, it refuses the object, whatever the number is: with a fraction next to
` + "`type: integer`" + `, with a bound that does not fit into 32 bits next to ` + "`format: int32`" + `, or into 64 bits anywhere.
` + "`9223372036854775807`" + `, the largest 64-bit integer, does not fit: the server stores bounds as floating point numbers, in
which it becomes 9223372036854775808. If the type is number, only integers are refused because of such a bound. Remove a
bound that the type implies. A field of 32 bits without a sign (uint32 in Go) needs ` + "`format: int64`" + `, since the server
refuses numbers that don't fit into ` + "`int32`" + `.`,
	Example: `
  bytes:
    type: integer
    format: int64
    minimum: 0
-   maximum: 9223372036854775807
`,
	Nested: true,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		reportUnholdable(p, v, n)
		if n.Type != "integer" && n.Type != "number" || n.XIntOrString {
			return
		}
		for _, b := range []struct {
			keyword string
			value   *float64
		}{{"minimum", n.Minimum}, {"maximum", n.Maximum}, {"multipleOf", n.MultipleOf()}} {
			if b.value == nil || validate.BoundReadable(v.Server, *b.value, n.Type, n.Format) {
				continue
			}
			at := v.Tree.Path(n.ID).Child(b.keyword)
			f := p.Report(at, "the server cannot convert %s %s to a %s and refuses every number in %s",
				b.keyword, written(p, at, *b.value), numberType(n.Type, n.Format), v.Called(n))
			if n.Format == "int32" && validate.BoundReadable(v.Server, *b.value, n.Type, "int64") {
				// Without the bound the format refuses the same numbers.
				f.Help = "make the format int64, or use a number that 32 bits can represent"
				f.Changes = []finding.Change{{Op: finding.Replace, Path: v.Tree.Path(n.ID).Child("format"), Value: "int64"}}
			} else {
				f.Help = "remove it, or use a number that the type can represent"
			}
		}
	},
}

// reportUnholdable reports bounds that overflow the 64-bit integers with which the server compares integers.
// The result depends on the processor: the nearest integer on arm64, the smallest one on amd64.
func reportUnholdable(p *Pass, v *Version, n *schematree.Node) {
	if n.Type == "integer" && !n.XIntOrString || n.Minimum == nil && n.Maximum == nil {
		return
	}
	types := v.Types(n)
	if !slices.Contains(types, "number") && !slices.Contains(types, "integer") {
		return
	}
	for _, b := range []struct {
		keyword string
		value   *float64
		follows string
	}{{"minimum", n.Minimum, "accepts all integers"}, {"maximum", n.Maximum, "refuses all integers"}} {
		if b.value == nil || validate.BoundHoldable(*b.value) || *b.value < 0 || !validate.BoundReadable(v.Server, *b.value, n.Type, n.Format) {
			continue
		}
		at := v.Tree.Path(n.ID).Child(b.keyword)
		p.Report(at, "%s %s overflows the 64 bits with which the server compares integers: on amd64 it %s",
			b.keyword, written(p, at, *b.value), b.follows).Help = "remove it, or use a smaller number"
	}
}

func numberType(typ, format string) string {
	switch {
	case typ == "integer" && format == "int32":
		return "32-bit integer"
	case typ == "integer":
		return "64-bit integer"
	}
	return "32-bit floating point number"
}

// written returns a number as the document has it, without the server's rounding.
func written(p *Pass, at *finding.Path, value float64) string {
	if n, exact := p.Doc.Node(at.Segments()); exact && n.Kind == yamlnode.Scalar {
		return n.Value
	}
	return prose.Decimal(value)
}
