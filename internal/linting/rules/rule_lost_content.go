package rules

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/words"
)

var lostContent = Rule{
	ID: "lost-content", Severity: finding.Warning, Profile: Default, Topic: Schema, Keywords: []string{"x-kubernetes-preserve-unknown-fields"},
	Title: "object that is to hold content declares no fields, so the server drops all fields in it",
	Why: `The server drops every field that the schema does not declare, so this object is always empty once it is stored.
That it is meant to hold something shows in another version of the CRD, which keeps the fields of the same object, or in
its name: ` + "`config`, `podTemplate`, `values`, `parameters`" + `. Declare the fields, or keep all of them with
` + "`x-kubernetes-preserve-unknown-fields: true`" + `. Other objects without fields, of which the presence alone may matter, are
reported by the rule empty-object. In JSON, the finding has the requests that show the loss (` + "`witness`" + `).`,
	Example: `
  podTemplate:
    type: object
+   x-kubernetes-preserve-unknown-fields: true
`,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		keeper := p.contentLost(v, n)
		if keeper == "" {
			return
		}
		why := "by its name it is to hold some"
		if keeper != byName {
			why = "version \"" + keeper + "\" keeps them"
		}
		f := p.ReportNode(v, n, "%s is an object without declared fields, so the server drops every field in it, but %s", v.Called(n), why)
		f.Help = "declare its fields under properties"
		if keeper != byName {
			f.Cause = p.CRD.Metadata.Name + " " + v.Name + " " + keeper
		}
		if n.Parent != 0 { // keeps-unknown-fields reports it for spec and status
			f.Help += ", or add: " + keepUnknown
			f.YAML = []string{keepUnknown}
		}
		f.Witness = p.Witness.Emptied(v.Name, v.wayTo(n), v.FieldPath(n))
	},
}

const byName = "-"

// contentLost returns the version that keeps the content of an object whose content this version drops, byName
// if only the object's name suggests content, or "".
func (p *Pass) contentLost(v *Version, n *schematree.Node) string {
	if !v.AlwaysEmpty(n) || n.Role != schematree.RoleProperty || n.Name == "metadata" || p.CRD.Spec.PreserveUnknownFields {
		return ""
	}
	found := ""
	if keeper := p.keeper(v, n); keeper != nil {
		found = keeper.Name
	} else if !meantEmpty(n) && !v.presenceTested(n) && v.InSpec(n) && slices.Contains(contentWords, strings.ToLower(words.Last(n.Name))) {
		found = byName
	}
	if found != "" && p.ownStruct(v, n) {
		return ""
	}
	return found
}

// ownStruct reports whether a schema belongs to a struct of the module itself, which has no fields on purpose.
func (p *Pass) ownStruct(v *Version, n *schematree.Node) bool {
	types := p.Generated.Types()
	if types == nil {
		return false
	}
	path := v.Tree.Path(n.ID).Segments()
	field, _ := types.At(path, -1)
	at, declared := types.Declared(path)
	return declared && !at.Elsewhere && !at.Unread && (at.File != field.File || at.Line != field.Line)
}

var contentWords = []string{"config", "template", "values", "parameters"}

// keeper returns the first version that keeps the content of an object that this version always empties, or
// nil.
func (p *Pass) keeper(v *Version, n *schematree.Node) *Version {
	for _, other := range p.Versions {
		if twin := other.twin(v, n); twin != nil && twin.Type == "object" && !other.AlwaysEmpty(twin) {
			return other
		}
	}
	return nil
}

// twin returns the node for the same field as a node of another version, or nil.
func (v *Version) twin(of *Version, n *schematree.Node) *schematree.Node {
	if n.Parent < 0 {
		return &v.Tree.Nodes[0]
	}
	above := v.twin(of, of.Parent(n))
	if above == nil {
		return nil
	}
	switch n.Role {
	case schematree.RoleProperty:
		return v.Child(above, n.Name)
	case schematree.RoleItems:
		return v.Items(above)
	case schematree.RoleAdditionalProperties:
		return v.Values(above)
	}
	return nil
}
