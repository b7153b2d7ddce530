package rules

import (
	"slices"
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/conventions"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/words"
)

var portRange = Rule{
	ID: "port-range", Severity: finding.Info, Profile: APIReview, Topic: Convention, Keywords: []string{"minimum", "maximum"}, ByType: true, Narrows: true,
	Title: "port has no minimum or no maximum",
	Why: `A port is a number from 1 to 65535. With ` + "`minimum` and `maximum`" + ` the server refuses other numbers. Without them
it refuses, for example, the Service that the controller creates with the number, and users don't see that error. Where
0 or -1 has a meaning of its own, such as a metrics server that is off, the minimum has to allow it. The ends of a range
of ports are not reported.`,
	Example: `
  port:
    type: integer
    format: int32
+   minimum: 1
+   maximum: 65535
`,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if n.Type != "integer" || n.Maximum != nil && n.Minimum != nil || len(n.Enum) > 0 || len(n.XValidations()) > 0 || !v.InSpec(n) || !v.OwnValue(n) {
			return
		}
		field := n
		for field.Role != schematree.RoleProperty {
			field = v.Parent(field)
		}
		if !slices.Contains([]string{"port", "ports"}, strings.ToLower(words.Last(field.Name))) {
			return
		}
		if rangeEnds[strings.ToLower(words.Split(field.Name)[0])] {
			return // firewall rules use them for other numbers, in protocols without ports
		}
		least := "minimum: " + strconv.Itoa(conventions.LeastPort(field.Name, field.Description+" "+n.Description, n.Default))
		missing, help := "minimum and no maximum", least+" and maximum: 65535"
		switch {
		case n.Minimum != nil:
			missing, help = "maximum", "maximum: 65535"
		case n.Maximum != nil:
			missing, help = "minimum", least
		}
		if n.Minimum == nil && least == "minimum: 1" && n == field && !v.Required(n) {
			help += "; minimum: 0 if 0 has a meaning"
		}
		f := p.ReportNode(v, n, "%s is a port, but has no %s", v.Called(n), missing)
		f.Help, f.YAML = "add "+help, []string{least, "maximum: 65535", "minimum: 0"}
	},
}

// rangeEnds has first words of names for the end of a range of ports.
var rangeEnds = map[string]bool{"from": true, "to": true, "start": true, "end": true, "begin": true, "first": true, "last": true, "min": true, "max": true}
