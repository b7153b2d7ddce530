package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/coretypes"
	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var defaultAdded = Rule{
	ID: "default-added", Severity: finding.Warning, Profile: ByName, Topic: Upgrade,
	Title: "a field has a default that it does not have in the stored CRD",
	Why: `A new default appears in stored objects without the field as soon as they are read, so a controller sees a field set
that nobody set. That is no change if the controller took the absent field for this value. A default on a new field is
not reported, nor are the defaults that come with a type of the Kubernetes API, such as the name "" of
` + "`corev1.LocalObjectReference`" + `, which newer releases of controller-gen write.`,
	Old: `
replicas:
  type: integer
`,
	Example: `
  replicas:
    type: integer
-   default: 2
+   minimum: 0
`,
	Changes: []string{"default"},
	Change: func(p *Pass, c *schemadiff.Change) {
		if c.Before == nil && !ofCoreType(c) {
			p.Report(c.Path(), "%s now has a default: stored objects without the field get it when they are read", changed(c))
		}
	},
}

// ofCoreType reports whether a changed field belongs to a type of the Kubernetes API. Its default only spells
// out what controllers did without it.
func ofCoreType(c *schemadiff.Change) bool {
	object := c.At.Parent
	if object != nil && c.At.New.Name == "name" && c.After == "" && object.New.MapType() == "atomic" {
		return true // corev1.LocalObjectReference
	}
	for ; object != nil; object = object.Parent {
		if object.New.Properties.Len() > 0 && coretypes.Is(object.New.Properties) {
			return true
		}
	}
	return false
}
