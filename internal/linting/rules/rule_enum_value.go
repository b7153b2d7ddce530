package rules

import (
	"fmt"
	"strings"

	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/schema"
)

var enumValue = Rule{
	ID: "enum-value", Severity: finding.Warning, Profile: Default, Topic: Schema,
	Title: "value in an enum is refused by another keyword of the schema",
	Why: `A value must be in the enum and satisfy the other keywords of the schema: type, pattern,
length, range and format. The server does not check the enum against them, so a value that can never be
used goes unnoticed. In YAML, ` + "`on`, `off`, `yes` and `no`" + ` are booleans and ` + "`1`" + ` is a number; put them in quotes
if the type is string.`,
	Example: `
  mode:
    type: string
    enum:
-   - on
-   - off
+   - "on"
+   - "off"
`,
	Nested: true,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if len(n.Enum) == 0 {
			return
		}
		spine := v.OutsideJunctors(n)
		if spine == nil {
			return
		}
		s := validate.WithoutJunctors(n)
		s.Enum, s.Type, s.XIntOrString = nil, spine.Type, spine.XIntOrString
		whole, typed := validate.ObjectChecker(s, *p.Server), validate.ObjectChecker(&schema.Schema{Type: s.Type, XIntOrString: s.XIntOrString}, *p.Server)
		never := "is never accepted"
		if n.Nested {
			never = "this schema never accepts it"
		}
		for i, value := range n.Enum {
			at := func() *finding.Path { return v.Tree.Path(n.ID).Child("enum").Index(i) }
			if value == nil {
				if !n.Nested && !n.Nullable {
					p.Report(at(), "null is in the enum, but is never accepted").Help = "remove it; null in a field that is not nullable is dropped or replaced by the default"
				}
				continue
			}
			if whole.Accepts(value) {
				continue
			}
			if types := v.Types(n); types != nil && !typed.Accepts(value) {
				f := p.Report(at(), "%s is in the enum, but %s: it is %s, and the type is %s", prose.JSON(value), never, prose.JSONType(value), strings.Join(types, " or "))
				f.Help, f.Cause = "remove it", p.CRD.Metadata.Name+" "+v.Tree.Path(n.ID).File()
				if _, scalar := value.(string); s.Type == "string" && !scalar {
					f.Help = "put it in quotes"
					p.quoteBoolean(f, at(), value)
				}
				continue
			}
			p.Report(at(), "%s is in the enum, but %s: %s refuses it", prose.JSON(value), never, validate.RefusedBy(p.Server, s, value)).Help =
				"remove it, or change what refuses it"
		}
	},
}

// quoteBoolean rewords a finding about a boolean if the file has a word such as on, off, yes or no, which
// kubectl reads as YAML 1.1.
func (p *Pass) quoteBoolean(f *finding.Finding, at *finding.Path, value any) {
	n, exact := p.Doc.Node(at.Segments())
	if !exact || n.Kind != yamlnode.Scalar || n.Value == "true" || n.Value == "false" {
		return
	}
	if b, isBool := value.(bool); isBool {
		f.Message = fmt.Sprintf("%s without quotes is the boolean %t, so that the enum never accepts the text %q", n.Value, b, n.Value)
		f.Lasting = f.Message
	}
}
