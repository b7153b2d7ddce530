package rules

import "github.com/crdtool/crdtool/schema"

// reportEmptyObject reports an object into which nothing can be written.
func reportEmptyObject(p *Pass, v *Version, n *schema.Node) {
	p.ReportNode(v, n, "%s is an object without declared fields: the server drops every field in it", v.Called(n)).Help =
		"declare its fields under properties, or add: x-kubernetes-preserve-unknown-fields: true"
}
