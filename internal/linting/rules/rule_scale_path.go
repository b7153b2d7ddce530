package rules

import (
	"slices"

	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var scalePath = Rule{
	ID: "scale-path", Severity: finding.Warning, Profile: Default, Topic: Install,
	Title: "a path of the scale subresource leads to an undeclared field or to one of the wrong type",
	Why: `The scale subresource reads and writes the fields at its paths: the numbers of replicas, and
the selector of their pods as a string. The server accepts any path below spec or status. If the field is not declared,
what ` + "`kubectl scale`" + ` writes is pruned silently; if its type is wrong, objects that set the field are refused. Names
in a path are separated by dots; there are no brackets.`,
	Example: `
  versions:
  - name: v1
    served: true
    storage: true
    subresources:
      status: {}
-     scale: {specReplicasPath: .spec.replica, statusReplicasPath: .status.replicas}
+     scale: {specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              replicas: {type: integer, default: 1}
          status:
            type: object
            properties:
              replicas: {type: integer}
`,
	CRD: func(p *Pass) {
		p.scales(func(v *Version, s *crd.Scale, at *finding.Path) {
			check := func(name, path string, types ...string) {
				if path == "" {
					return
				}
				t := p.follow(v, &v.Tree.Nodes[0], scaleSteps(path))
				fits := func(n *schematree.Node) bool {
					if n == nil {
						return true
					}
					is := v.Types(n)
					return len(is) == 0 || slices.ContainsFunc(is, func(t string) bool { return slices.Contains(types, t) })
				}
				if t.broken != "" {
					if !fits(t.nearEnd) {
						t.near = ""
					}
					p.Report(at.Child(name), "%s leads to no field: %s", name, t.broken).Help = t.didYouMean("declare the field, or give the path of one that is declared")
					return
				}
				if !fits(t.end) {
					p.Report(at.Child(name), "%s is of type %s, but %s needs a field of type %s: the server refuses objects that set the field",
						v.named(t.end), schemadiff.TypeOf(t.end.Schema), name, types[0])
				}
			}
			check("specReplicasPath", s.SpecReplicasPath, "integer", "number")
			check("statusReplicasPath", s.StatusReplicasPath, "integer", "number")
			if s.LabelSelectorPath != nil {
				check("labelSelectorPath", *s.LabelSelectorPath, "string")
			}
		})
	},
}
