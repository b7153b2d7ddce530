package rules

import "github.com/crdtool/crdtool/schema"

// reportEmptyObject reports an object into which nothing can be written. That of
// metadata is what controller-gen makes of metav1.ObjectMeta unless it is asked for
// more.
func reportEmptyObject(p *Pass, v *Version, n *schema.Node) {
	f := p.ReportNode(v, n, "%s is an object without declared fields: the server drops every field in it", v.Called(n))
	f.Help = "declare its fields under properties, or add: x-kubernetes-preserve-unknown-fields: true"
	if n.Role == schema.RoleProperty && n.Name == "metadata" {
		f.Keywords = []string{"embeddedMetadata"}
	}
}
