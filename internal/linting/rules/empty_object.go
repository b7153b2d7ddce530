package rules

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/conventions"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/schema"
)

// reportEmptyObject reports an object in which no field can be stored. controller-gen makes such an object of
// an embedded metav1.ObjectMeta by default.
func reportEmptyObject(p *Pass, v *Version, n *schematree.Node) {
	f := p.ReportNode(v, n, "%s is an object without declared fields: the server drops every field in it", v.Called(n))
	f.Help = "declare its fields under properties"
	if above := v.Parent(n); above == nil || above.ID != 0 || n.Name != "spec" && n.Name != "status" {
		f.Help += ", or add: " + keepUnknown
		f.YAML = []string{keepUnknown}
	} else {
		f.Keywords = []string{} // a struct declares the fields, not a marker
	}
	if n.Role == schematree.RoleProperty && n.Name == "metadata" {
		f.Keywords = []string{"embeddedMetadata"}
		if p.CRD.Metadata.Annotations["controller-gen.kubebuilder.io/version"] != "" {
			f.Cause = "generateEmbeddedObjectMeta"
		}
	}
}

// keepUnknown is the line that keeps undeclared fields.
const keepUnknown = "x-kubernetes-preserve-unknown-fields: true"

// meantEmpty reports whether an object is empty on purpose: by its description, default or example.
func meantEmpty(n *schematree.Node) bool {
	if conventions.SaysEmpty(n.Description) {
		return true
	}
	for _, v := range []any{n.Default, n.Example()} {
		if o, ok := v.(map[string]any); ok && len(o) == 0 {
			return true
		}
	}
	return false
}

// presenceTested reports whether the parent of a field tests whether it is present, with a branch of anyOf or
// oneOf, or with has() in a CEL rule.
func (v *Version) presenceTested(n *schematree.Node) bool {
	if n.Role != schematree.RoleProperty {
		return false
	}
	return v.CEL.RequiredByBranch(v.CEL.PlaceOf(n)) || slices.ContainsFunc(v.Parent(n).XValidations(), func(r schema.ValidationRule) bool {
		return strings.Contains(r.Rule, "has(self."+n.Name+")")
	})
}
