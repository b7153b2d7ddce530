package rules

import (
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var unquotedName = Rule{
	ID: "unquoted-name", Severity: finding.Warning, Profile: Default, Topic: Schema,
	Title: "name of a field is read as another one, since it has no quotes",
	Why: `kubectl reads YAML 1.1, in which ` + "`y`, `n`, `on`, `off`, `yes` and `no`" + ` are booleans, and turns keys that are not
strings into strings: without quotes, ` + "`n`" + ` is the name ` + "`false`, and `0x10` is `16`" + `. So the CRD declares a field that
nobody meant, and the field that was meant is unknown: CEL rules that name it do not compile, and the server drops or refuses it
in objects that are written in JSON, by a Go client, or with quotes. Put the name in quotes. Better choose another one, for
those who write objects will forget the quotes as well.`,
	Example: `
- on:
+ "on":
    type: string
`,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if n.Role != schematree.RoleProperty || !mayBeRead(n.Name) {
			return
		}
		key := p.Doc.KeyNode(v.Tree.Path(n.ID).Segments())
		if key == nil || key.Style != 0 || key.Value == n.Name {
			return
		}
		what := "a number"
		if n.Name == "true" || n.Name == "false" {
			what = "a boolean"
		}
		f := p.ReportNode(v, n, "the name of the field is %q, not %s, which is %s in YAML without quotes", n.Name, key.Value, what)
		f.Help = "put it in quotes, or choose a name that needs none"
		f.Pos = p.Doc.NodePos(key)
	},
}

// mayBeRead reports whether a name may be the result of a YAML value that is not a string.
func mayBeRead(name string) bool {
	return name == "true" || name == "false" || name != "" && strings.IndexByte("0123456789.+-", name[0]) >= 0
}
