package lint

import (
	"fmt"
	"strings"

	"github.com/crdtool/crdtool/celcost"
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/code"
	"github.com/crdtool/crdtool/internal/crd"
	"github.com/crdtool/crdtool/internal/source"
)

// suggestBounds puts the bounds that make the CEL rules of a schema fit into the
// help of the findings about their cost. One suggestion serves all findings of a
// schema, since the server refuses it as long as any of them stands.
func (l *Linter) suggestBounds(doc *source.Document, found finding.List, costs []crd.Cost) {
	for i := range costs {
		c := &costs[i]
		if !tooExpensive(c.Result) {
			continue
		}
		help := ""
		if !celcost.Searchable(c.Expressions) {
			help = "remove rules, or bound the lists, maps and strings that they read: there are too many rules to suggest bounds"
		} else if bounds, ok := l.checker.Rules().RemedyAll(c.Tree, c.Result); ok {
			help = "fits with: " + boundsText(doc, bounds)
		} else {
			help = "simplify the rule: no bounds make it fit the budget, since it compares or builds values whose size no bound limits"
		}
		root := c.Tree.Path(0).Server()
		for j := range found {
			f := &found[j]
			if (f.Code == code.CELCost || f.Code.Rule() == code.CELCostTotal.Rule()) && strings.HasPrefix(f.Path.Server(), root) {
				f.Help = help
			}
		}
	}
}

func tooExpensive(r *celcost.Result) bool {
	if r.Total > celcost.CRDLimit {
		return true
	}
	for i := range r.Expressions {
		if r.Expressions[i].Total > celcost.ExpressionLimit {
			return true
		}
	}
	return false
}

// mostBounds is how many bounds are listed. All findings of a schema have the list.
const mostBounds = 40

// boundsText lists bounds as one would say them, with the line to write them
// at unless doc is nil.
func boundsText(doc *source.Document, bounds []celcost.Bound) string {
	var texts []string
	for i := range bounds {
		if i == mostBounds && len(bounds) > mostBounds+1 {
			texts = append(texts, fmt.Sprintf("%d more bounds", len(bounds)-i))
			break
		}
		b := &bounds[i]
		text := fmt.Sprintf("%s: %d on %s", b.Keyword, b.Value, b.Field)
		if doc != nil {
			text += fmt.Sprintf(" (line %d)", doc.LocateKey(b.Path.Parent().Segments()).Line)
		}
		texts = append(texts, text)
	}
	if n := len(texts); n > 1 {
		return strings.Join(texts[:n-1], ", ") + " and " + texts[n-1]
	}
	return strings.Join(texts, "")
}
