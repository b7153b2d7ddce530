package rules

import (
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/accept"
	"github.com/crdtool/crdtool/internal/prose"
	"github.com/crdtool/crdtool/schema"
)

var unreadableBound = Rule{
	ID: "unreadable-bound", Severity: finding.Warning, Profile: Default, Topic: Schema,
	Title: "bound is not a number of the field's type, so every number is refused",
	Why: `Before the server compares a number with ` + "`minimum`, `maximum` or `multipleOf`" + `, it reads that as the field's
own type and format. If it can't, it refuses the object, whatever the number: a fraction beside ` + "`type: integer`" + `,
a bound beyond 32 bits beside ` + "`format: int32`" + `, beyond 64 bits anywhere. ` + "`9223372036854775807`" + `, the greatest 64-bit
integer, is beyond: the server keeps bounds as floating point numbers, where it becomes 9223372036854775808. Where the type is number, only whole numbers fall foul of such a bound.
Leave out a bound that the type implies.`,
	Bad: `
bytes:
  type: integer
  format: int64
  minimum: 0
  maximum: 9223372036854775807
`,
	Good: `
bytes:
  type: integer
  format: int64
  minimum: 0
`,
	Nested: true,
	Node: func(p *Pass, v *Version, n *schema.Node) {
		reportUnholdable(p, v, n)
		if n.Type != "integer" && n.Type != "number" || n.XIntOrString {
			return
		}
		for _, b := range []struct {
			keyword string
			value   *float64
		}{{"minimum", n.Minimum}, {"maximum", n.Maximum}, {"multipleOf", n.MultipleOf}} {
			if b.value == nil || accept.BoundReadable(*b.value, n.Type, n.Format) {
				continue
			}
			at := v.Tree.Path(n.ID).Child(b.keyword)
			p.Report(at, "the server can't read %s %s as a %s and refuses every number in %s",
				b.keyword, written(p, at, *b.value), numberType(n.Type, n.Format), v.Called(n)).Help =
				"leave it out, or use a number that the type has"
		}
	},
}

// reportUnholdable reports the bounds with which whole numbers are compared as
// 64-bit integers, but which those can't hold. What comes out of that is up to
// the processor: arm64 takes the nearest one, amd64 the least of all.
func reportUnholdable(p *Pass, v *Version, n *schema.Node) {
	if n.Type == "integer" && !n.XIntOrString {
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
	}{{"minimum", n.Minimum, "lets them all pass"}, {"maximum", n.Maximum, "refuses them all"}} {
		if b.value == nil || accept.BoundHoldable(*b.value) || *b.value < 0 || !accept.BoundReadable(*b.value, n.Type, n.Format) {
			continue
		}
		at := v.Tree.Path(n.ID).Child(b.keyword)
		p.Report(at, "the server can't hold %s %s in the 64 bits with which it compares whole numbers: on amd64 it %s",
			b.keyword, written(p, at, *b.value), b.follows).Help = "leave it out, or use a smaller number"
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

// written is a number as it stands in the document, which the server may not
// have kept.
func written(p *Pass, at *finding.Path, value float64) string {
	if n, exact := p.Doc.Node(at.Segments()); exact && n.Kind == yaml.ScalarNode {
		return n.Value
	}
	return prose.Decimal(value)
}
