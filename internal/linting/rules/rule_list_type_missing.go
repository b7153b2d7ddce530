package rules

import (
	"fmt"

	"github.com/crdtool/crdtool/internal/schemas/conventions"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var listTypeMissing = Rule{
	ID: "list-type-missing", Severity: finding.Warning, Profile: APIReview, Topic: Convention,
	Title: "list has no x-kubernetes-list-type",
	Why: `The list type says what a writer owns when several writers use server-side apply: the whole list
(atomic), single values (set), or items by their key (map). Without a list type a list is atomic, which is hard to
change once objects exist; set and map also refuse duplicates. Set the type that is meant. The fix sets
atomic, which changes nothing.`,
	Example: `
  hosts:
    type: array
+   x-kubernetes-list-type: set
    items: {type: string}
`,
	Fixable: true,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if n.Type != "array" || n.XListType() != nil || v.InMetadata(n) || v.Given(n) ||
			conventions.ConditionItems(v.Tree, n) != nil || v.InsideAtomic(n) {
			return
		}
		f := p.ReportNode(v, n, "%s has no x-kubernetes-list-type, so server-side apply replaces it as a whole", v.Called(n))
		f.Help = "add x-kubernetes-list-type: atomic, which is the default"
		f.YAML = []string{"x-kubernetes-list-type: atomic"}
		item := v.Items(n)
		switch {
		case item == nil, p.storedNode(v, n) != nil: // a stored list keeps its type
		case item.Type == "string":
			f.Help += ", or set if each value is an item of its own"
		case item.Type == "object":
			if key := conventions.NaturalKey(item, conventions.NaturalKeys); key != "" {
				f.Help += fmt.Sprintf(", or map with the key %s if that identifies an item", key)
				if v.hasUntypedList(item) {
					f.Help += ", with list types for the lists in it"
				}
			}
		}
		if p.Written(v.Tree.Path(n.ID).Child("x-kubernetes-list-type")) {
			return // it is null
		}
		f.Fix = &finding.Fix{Title: "add x-kubernetes-list-type: atomic"}
		for _, at := range p.Copies(v, n) {
			f.Fix.Changes = append(f.Fix.Changes, finding.Change{Op: finding.Add, Path: at.Child("x-kubernetes-list-type"), Value: "atomic"})
		}
	},
}

// hasUntypedList reports whether lists below a node have no list type. Parts of an atomic list need none.
func (v *Version) hasUntypedList(n *schematree.Node) bool {
	for id := n.ID + 1; id < n.End; id++ {
		if c := &v.Tree.Nodes[id]; c.Type == "array" && c.XListType() == nil {
			return true
		}
	}
	return false
}
