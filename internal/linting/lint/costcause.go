package lint

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// byCause replaces the server's findings about the cost of CEL rules by one finding for each cause. A list, map
// or string without a bound makes all rules over it expensive, and with them the sum of all rules. The finding
// is placed at the bound, has the rules as related places, and suggests bounds with which they fit. Rules with
// a misplaced oldSelf do not count: the finding about oldSelf mentions their cost.
func (l *Linter) byCause(doc *source.Document, c *crd.CustomResourceDefinition, found finding.List, costs []crd.Cost, from *goTypes) finding.List {
	for i := range costs {
		if tooExpensive(costs[i].Result) {
			of := costCauses{doc: doc, crd: c, tree: costs[i].Tree, found: found, result: costs[i].Result, total: -1, from: from}
			found = of.group(l.checker.Rules())
		}
	}
	return found
}

// costCauses groups the findings about the costs of one schema.
type costCauses struct {
	doc    *source.Document
	crd    *crd.CustomResourceDefinition
	tree   *schematree.Tree
	result *celcost.Result
	from   *goTypes

	found finding.List
	// Indexes into found, by path: costs of expressions, contributions to the sum, and misplaced uses of
	// oldSelf. total is the index of the finding about the sum, or -1.
	costs, contributes, misplaced map[string]int
	total                         int
	gone                          map[int]bool

	bounds []celcost.Bound
	remedy remedy
	heads  []head
}

// remedy tells whether bounds make the expressions fit their budget.
type remedy uint8

const (
	unneeded remedy = iota // they fit without the misplaced rules
	none
	some
)

// head is a finding that represents a group of findings.
type head struct {
	index   int
	needs   []int // the bounds of its help
	members int
}

func (g *costCauses) group(checker *celcost.Checker) finding.List {
	g.index()
	g.reportMisplaced()
	placed := g.placed()
	if tooExpensive(placed) {
		g.remedy = none
		var fits bool
		if g.bounds, fits = checker.RemedyAll(g.tree, placed); fits {
			g.remedy = some
		}
	}
	var over []celcost.Expression
	for i := range placed.Expressions {
		if e := &placed.Expressions[i]; e.Total > celcost.ExpressionLimit {
			if _, reported := g.costs[e.Path.Server()]; reported {
				over = append(over, *e)
			}
		}
	}
	needs := celcost.Needs(g.tree, over, g.bounds, celcost.ExpressionLimit)
	g.cover(over, needs)
	g.sum()
	g.help()
	var left finding.List
	for i := range g.found {
		if !g.gone[i] {
			left = append(left, g.found[i])
		}
	}
	return left
}

// index finds the server's findings about costs in the schema.
func (g *costCauses) index() {
	g.costs, g.contributes, g.misplaced, g.gone = map[string]int{}, map[string]int{}, map[string]int{}, map[int]bool{}
	root := g.tree.Path(0).Server()
	for i := range g.found {
		f := &g.found[i]
		if f.Path == nil {
			continue
		}
		var of map[string]int
		switch f.Code {
		case code.CELCost:
			of = g.costs
		case code.CELCostContributes:
			of = g.contributes
		case code.CELOldSelfUncorrelatable:
			of = g.misplaced
		case code.CELCostTotal:
		default:
			continue
		}
		path := f.Path.Server()
		if !strings.HasPrefix(path, root) {
			continue
		}
		explain(g.doc, g.crd, f)
		if of != nil {
			of[path] = i
		} else {
			g.total = i
		}
	}
	for path, i := range g.contributes {
		if _, costs := g.costs[path]; costs {
			g.gone[i] = true
		}
	}
}

// reportMisplaced adds the cost of each rule with a misplaced oldSelf to the finding about oldSelf.
func (g *costCauses) reportMisplaced() {
	for path, i := range g.misplaced {
		if cost, costs := g.costs[path]; costs {
			g.fold(cost, i)
		}
	}
}

// placed returns the costs without the rules that misplace oldSelf.
func (g *costCauses) placed() *celcost.Result {
	r := &celcost.Result{}
	for _, e := range g.result.Expressions {
		if _, misplaced := g.misplaced[e.Path.Server()]; !misplaced {
			r.Expressions = append(r.Expressions, e)
			if r.Total += e.Total; r.Total < e.Total {
				r.Total = ^uint64(0)
			}
		}
	}
	return r
}

// fold turns finding i into a related place of finding into.
func (g *costCauses) fold(i, into int) {
	f := &g.found[i]
	g.gone[i] = true
	g.found[into].Related = append(g.found[into].Related, finding.Related{Message: f.Message, Path: f.Path, Pos: f.Pos})
}

// cover chooses bounds until each expression over the limit has one, each time the bound that most expressions
// need. Among equals, lists and maps come before strings, and outer schemas before inner ones.
func (g *costCauses) cover(over []celcost.Expression, needs [][]int) {
	left := make([]int, len(over))
	for i := range left {
		left[i] = i
	}
	for len(left) > 0 {
		best, most := -1, 0
		for j := range g.bounds {
			n := 0
			for _, i := range left {
				if slices.Contains(needs[i], j) {
					n++
				}
			}
			if n > most || n == most && n > 0 && g.comesBefore(j, best) {
				best, most = j, n
			}
		}
		var members, rest []int
		for _, i := range left {
			if best >= 0 && slices.Contains(needs[i], best) {
				members = append(members, i)
			} else if best >= 0 {
				rest = append(rest, i)
			} else {
				g.heads = append(g.heads, head{index: g.costs[over[i].Path.Server()], needs: needs[i], members: 1})
			}
		}
		left = rest
		if len(members) > 0 {
			g.heads = append(g.heads, g.headOf(over, needs, members, best))
		}
	}
}

// comesBefore reports whether bound i is listed before bound j: strings last, outer schemas first.
func (g *costCauses) comesBefore(i, j int) bool {
	a, b := &g.bounds[i], &g.bounds[j]
	if text, other := a.Keyword == "maxLength", b.Keyword == "maxLength"; text != other {
		return other
	}
	return a.Node < b.Node
}

// headOf merges the findings about expressions that need a bound into one.
func (g *costCauses) headOf(over []celcost.Expression, needs [][]int, members []int, bound int) head {
	count := make([]int, len(g.bounds))
	messages := false
	for _, i := range members {
		messages = messages || over[i].Message
		for _, j := range needs[i] {
			count[j]++
		}
	}
	h := head{index: g.costs[over[members[0]].Path.Server()], members: len(members)}
	for j, n := range count {
		if n > 0 {
			h.needs = append(h.needs, j)
		}
	}
	slices.SortStableFunc(h.needs, func(i, j int) int {
		if n := cmp.Compare(count[j], count[i]); n != 0 {
			return n
		}
		if g.comesBefore(i, j) {
			return -1
		}
		return 1
	})
	if len(members) == 1 {
		return h
	}
	what := "rules"
	if messages {
		what = "expressions"
	}
	f := &g.found[h.index]
	first := finding.Related{Message: f.Message, Path: f.Path, Pos: f.Pos}
	f.Related = append([]finding.Related{first}, f.Related...)
	g.place(h.index, bound, "%s "+what+" cost too much", finding.Measure(len(members)))
	for n, i := range members[1:] {
		if at := g.costs[over[i].Path.Server()]; n < maxRelated {
			g.fold(at, h.index)
		} else {
			g.gone[at] = true
		}
	}
	slices.SortStableFunc(f.Related, func(a, b finding.Related) int {
		return cmp.Or(cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Column, b.Pos.Column))
	})
	return h
}

// maxRelated limits how many rules are listed as related places of a finding.
const maxRelated = 20

// place moves a finding to the bound that causes it.
func (g *costCauses) place(i, bound int, consequence string, args ...any) {
	f, b := &g.found[i], &g.bounds[bound]
	at := b.Path.Parent()
	format, start := "%s has no %s, so that ", []any{b.Field, b.Keyword}
	if value, has := b.HasValue(g.tree); has {
		at = b.Path
		format, start = "%s of %s is %d, so that ", []any{b.Keyword, b.Field, value}
	}
	args = append(start, args...)
	f.Message, f.Lasting = fmt.Sprintf(format+consequence, args...), finding.Lasting(format+consequence, args...)
	f.Path, f.Pos = f.Path.At(at), g.doc.Locate(at.Segments())
}

// sum adds the finding about the sum of costs to the largest group, or keeps it as a finding of its own.
func (g *costCauses) sum() {
	into := -1
	most := 0
	for _, h := range g.heads {
		if h.members > most {
			into, most = h.index, h.members
		}
	}
	if g.remedy == unneeded {
		for _, i := range sorted(g.misplaced) {
			into = i
		}
	}
	var rest []int
	for _, i := range sorted(g.contributes) {
		if !g.gone[i] {
			rest = append(rest, i)
		}
	}
	switch {
	case g.total < 0:
	case into < 0:
		into = g.total
		if len(g.bounds) == 1 {
			f := &g.found[into]
			g.place(into, 0, "%s", finding.MeasuredIn(f.Message, cmp.Or(f.Lasting, f.Message)))
		}
		all := make([]int, len(g.bounds))
		for j := range all {
			all[j] = j
		}
		slices.SortFunc(all, func(i, j int) int {
			if i != j && g.comesBefore(i, j) {
				return -1
			}
			return cmp.Compare(i, j)
		})
		g.heads = append(g.heads, head{index: into, needs: all})
	default:
		g.fold(g.total, into)
	}
	for _, i := range rest {
		if into >= 0 && i != into {
			g.fold(i, into)
		}
	}
}

// sorted returns the indexes in ascending order.
func sorted(of map[string]int) []int {
	var all []int
	for _, i := range of {
		all = append(all, i)
	}
	slices.Sort(all)
	return all
}

// help lists the bounds with which the rules fit. Bounds that only the sum needs are added to the first
// finding.
func (g *costCauses) help() {
	if len(g.heads) == 0 || g.remedy == unneeded {
		return
	}
	named := map[int]bool{}
	for _, h := range g.heads {
		for _, j := range h.needs {
			named[j] = true
		}
	}
	for j := range g.bounds {
		if !named[j] {
			g.heads[0].needs = append(g.heads[0].needs, j)
		}
	}
	for _, h := range g.heads {
		f := &g.found[h.index]
		if g.remedy == none {
			f.Help = "simplify the rule: no bounds make it fit the budget, since it compares or builds values whose size no bound limits"
			if f.Path.File() != "" && strings.HasSuffix(f.Path.File(), ".messageExpression") {
				f.Help = "shorten messageExpression, or write a constant message in its place: no bounds make it fit the budget, since it builds a text whose size no bound limits"
			}
			continue
		}
		var bounds []celcost.Bound
		for _, j := range h.needs {
			bounds = append(bounds, g.bounds[j])
			keyword := g.bounds[j].Keyword
			if g.tree.Nodes[g.bounds[j].Node].Role == schematree.RoleItems {
				keyword = "items." + keyword
			}
			f.Keywords = append(f.Keywords, keyword)
		}
		f.Help = "fits with: " + boundsText(bounds, g.lines, g.from.bounds(g.tree, g.crd, f.Path))
		f.HelpHasMarkers = g.from != nil && g.from.first
	}
}

// lines returns the lines where a bound belongs, one for each version that has the schema.
func (g *costCauses) lines(b *celcost.Bound) []int {
	at := func(node *finding.Path) int {
		if _, has := b.HasValue(g.tree); has {
			node = node.Child(b.Keyword)
		}
		return g.doc.LocateKey(node.Segments()).Line
	}
	if !g.crd.Spec.Shared.Schema {
		return []int{at(b.Path.Parent())}
	}
	var lines []int
	for i := range g.crd.Spec.Versions {
		line := at(g.tree.PathFrom(finding.Root("spec", "versions").Index(i).Child("schema", "openAPIV3Schema"), b.Node))
		if !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return lines
}
