package rules

import (
	"fmt"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/schema"
)

var listTypeMissing = Rule{
	ID: "list-type-missing", Severity: finding.Warning, Profile: APIReview, Topic: Convention,
	Title: "list has no x-kubernetes-list-type",
	Why: `The list type says who owns what of a list when several writers use server-side apply: all of it
(atomic), single values (set), or items by their key (map). Without one a list is atomic, which is hard to
change once there are users; set and map also keep duplicates out. Say what is meant. The fix writes down
what holds today.`,
	Bad: `
hosts:
  type: array
  items: {type: string}
`,
	Good: `
hosts:
  type: array
  x-kubernetes-list-type: set
  items: {type: string}
`,
	Fixable: true,
	Node: func(p *Pass, v *Version, n *schema.Node) {
		if n.Type != "array" || n.XListType != nil || n.Nested || n.Unwalked || v.InMetadata(n) || v.Given(n) ||
			v.conditionItems(n) != nil || v.insideAtomic(n) {
			return
		}
		f := p.ReportNode(v, n, "%s has no x-kubernetes-list-type, so server-side apply takes it as a whole", v.Called(n))
		f.Help = "add x-kubernetes-list-type: atomic, which is what holds without it"
		item := v.Items(n)
		switch {
		case item == nil:
		case item.Type == "string":
			f.Help += ", or set if each value stands for itself"
		case item.Type == "object":
			if key := naturalKey(item, naturalKeys); key != "" {
				f.Help += fmt.Sprintf(", or map with the key %s if that tells the items apart", key)
			}
		}
		if p.Written(v.Tree.Path(n.ID).Child("x-kubernetes-list-type")) {
			return // as null
		}
		f.Fix = &finding.Fix{Title: "add x-kubernetes-list-type: atomic"}
		for _, at := range p.Copies(v, n) {
			f.Fix.Changes = append(f.Fix.Changes, finding.Change{Op: finding.Add, Path: at.Child("x-kubernetes-list-type"), Value: "atomic"})
		}
	},
}

// insideAtomic reports whether a node is below a list or a map that server-side
// apply takes as a whole, in which the types of what is inside mean nothing.
func (v *Version) insideAtomic(n *schema.Node) bool {
	for n = v.Parent(n); n != nil; n = v.Parent(n) {
		if n.Type == "array" && n.ListType() != "map" || n.MapType() == "atomic" {
			return true
		}
	}
	return false
}
