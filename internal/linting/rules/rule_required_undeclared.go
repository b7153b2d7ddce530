package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/nearest"
)

var requiredUndeclared = Rule{
	ID: "required-undeclared", Severity: finding.Warning, Profile: Default, Topic: Schema, Keywords: []string{}, // no marker writes it
	Title: "required names a field that the schema does not declare",
	Why: `The server drops fields that the schema does not declare before it checks required fields. So
the field is always missing, even if the object sets it: every object is refused, or inside ` + "`anyOf` and `oneOf`" + `
no value matches that branch. Usually the name is misspelt, or the field was removed but not its entry in
` + "`required`" + `.`,
	Example: `
  port:
    type: object
    required:
    - number
    properties:
-     num:
+     number:
        type: integer
`,
	Nested: true,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if len(n.Required) == 0 {
			return
		}
		spine := v.OutsideJunctors(n)
		if spine == nil || spine.Type != "object" || !v.PrunesUnknown(spine) {
			return
		}
		for i, name := range n.Required {
			if v.Child(spine, name) != nil || v.Resource(spine) && (name == "apiVersion" || name == "kind" || name == "metadata") {
				continue
			}
			f := p.Report(v.Tree.Path(n.ID).Child("required").Index(i), "%s is required but not declared, so the server drops it: %s",
				joined(v.FieldPath(spine), name), v.consequence(n))
			f.Help = "declare " + name + " in properties, or remove it from required"
			switch { // removing the entry may leave an empty branch
			case len(n.Required) > 1:
			case n.Role.Junctor():
				f.Help = "declare " + name + " in properties, or remove the branch"
			case n.Nested:
				f.Help = "declare " + name + " in properties"
			}
			if near := nearest.Name(name, fieldNames(spine)); near != "" {
				f.Help = "did you mean " + near + "?"
			}
		}
	},
}

// joined returns the path of a field, from the path of its object.
func joined(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func fieldNames(n *schematree.Node) []string {
	var names []string
	for _, p := range n.Properties.All() {
		names = append(names, p.Name)
	}
	return names
}
