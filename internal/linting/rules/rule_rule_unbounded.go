package rules

import (
	"slices"
	"strconv"

	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var ruleUnbounded = Rule{
	ID: "rule-unbounded", Severity: finding.Warning, Profile: Strict, Topic: CEL, Narrows: true,
	Title: "list, map or string without a bound makes a CEL rule expensive",
	Why: `The server estimates the highest cost of a rule from ` + "`maxItems`, `maxProperties` and `maxLength`" + `. Without
them it assumes the largest value that fits into a request. Such a rule uses most of its cost budget, and if its cost
grows a little, for example because another bound is raised, the CRD is refused. The rule is executed for each item of
the lists and maps that contain it, so their bounds count, too. ` + "`crdtool cost`" + ` lists the cost of each rule.`,
	Example: `
  hosts:
    type: array
+   maxItems: 64
    items:
      type: string
+     maxLength: 253
    x-kubernetes-validations:
    - rule: self.all(h, h != 'localhost' && h != '127.0.0.1' && h != '::1')
      message: hosts are of other machines
`,
	Options: []Option{{Name: "share", Title: "percentage of its cost budget from which a rule is reported", Default: int64(80)}},
	Version: func(p *Pass, v *Version) {
		share := min(max(p.Int("share"), 0), 100)
		limit := uint64(celcost.ExpressionLimit / 100 * share)
		ample := min(share, ampleShare)
		found := map[int32]missingBound{}
		for i := range v.Expressions {
			e := &v.Expressions[i]
			// A rule over the limit has the server's finding, which suggests bounds.
			if e.Total <= limit || e.Total > celcost.ExpressionLimit {
				continue
			}
			for _, b := range celcost.Unbounded(v.Tree.Tree, e, uint64(celcost.ExpressionLimit/100*ample)) {
				u, again := found[b.Node]
				if !again || b.Value < u.bound.Value {
					u.bound = b
				}
				if !again || e.Total > u.costliest.Total {
					u.costliest = e
				}
				u.count++
				found[b.Node] = u
			}
		}
		nodes := make([]int32, 0, len(found))
		for id := range found {
			nodes = append(nodes, id)
		}
		slices.Sort(nodes)
		for _, id := range nodes {
			u := found[id]
			percent := u.costliest.Total * 100 / celcost.ExpressionLimit
			rest, which := "", "the rule"
			if u.count > 1 {
				which = "the most expensive of these rules"
				rest = " (and " + strconv.Itoa(u.count-1) + " more)"
			}
			n := &v.Tree.Nodes[id]
			f := p.ReportNode(v, n, "%s has no %s, so a rule of %s%s uses %s%% of its cost budget", v.Called(n), u.bound.Keyword, v.Called(&v.Tree.Nodes[u.costliest.Node]), finding.Measure(rest), finding.Measure(percent))
			f.Help = "set " + u.bound.Keyword + " to the largest value that makes sense: up to " + strconv.FormatInt(u.bound.Value, 10) + " the rule uses at most " + strconv.FormatInt(ample, 10) + "%"
			f.Keywords = []string{u.bound.Keyword}
			f.Related = []finding.Related{{Message: which, Path: u.costliest.Path}}
		}
	},
}

// ampleShare is the percentage of the budget that a rule may use with the suggested bounds.
const ampleShare = 10

// missingBound is a schema without a bound, with the strictest bound of its CEL rules, the costliest rule and
// their number.
type missingBound struct {
	bound     celcost.Bound
	costliest *celcost.Expression
	count     int
}
