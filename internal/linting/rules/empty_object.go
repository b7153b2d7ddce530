package rules

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/conventions"
	"github.com/crdtool/crdtool/schema"
)

// reportEmptyObject reports an object into which nothing can be written. That of
// metadata is what controller-gen makes of metav1.ObjectMeta unless it is asked for
// more.
func reportEmptyObject(p *Pass, v *Version, n *schema.Node) {
	f := p.ReportNode(v, n, "%s is an object without declared fields: the server drops every field in it", v.Called(n))
	f.Help = "declare its fields under properties"
	if above := v.Parent(n); above == nil || above.ID != 0 || n.Name != "spec" && n.Name != "status" {
		f.Help += ", or add: " + keepUnknown
		f.YAML = []string{keepUnknown}
	} else {
		f.Keywords = []string{} // the fields are those of a struct, for which there is no marker
	}
	if n.Role == schema.RoleProperty && n.Name == "metadata" {
		f.Keywords = []string{"embeddedMetadata"}
		if p.CRD.Metadata.Annotations["controller-gen.kubebuilder.io/version"] != "" {
			f.Cause = "generateEmbeddedObjectMeta"
		}
	}
}

// keepUnknown keeps what is not declared.
const keepUnknown = "x-kubernetes-preserve-unknown-fields: true"

// meantEmpty reports whether an object without fields is one on purpose: by its
// description, its default or its example.
func meantEmpty(n *schema.Node) bool {
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

// chosen reports whether it is asked of the object around a field whether the field is
// there: by a branch of anyOf or oneOf, or by has() in a CEL rule.
func (v *Version) chosen(n *schema.Node) bool {
	if n.Role != schema.RoleProperty {
		return false
	}
	return v.CEL.RequiredByBranch(v.CEL.PlaceOf(n)) || slices.ContainsFunc(v.Parent(n).XValidations(), func(r schema.ValidationRule) bool {
		return strings.Contains(r.Rule, "has(self."+n.Name+")")
	})
}
