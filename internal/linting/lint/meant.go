package lint

import (
	"fmt"
	"slices"
	"strings"

	apiservercel "k8s.io/apiserver/pkg/cel"

	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/internal/cel/celmeant"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
)

// suggestMeant adds likely corrections to the helps about CEL expressions that do not compile. A correction
// that can only be a typing error also becomes a fix.
func (l *Linter) suggestMeant(doc *source.Document, c *crd.CustomResourceDefinition, found finding.List, costs []crd.Cost) {
	failed := map[string]*celcost.Failed{}
	trees := map[string]*schematree.Tree{}
	for i := range costs {
		for j := range costs[i].Failed {
			path := costs[i].Failed[j].Path.Server()
			failed[path], trees[path] = &costs[i].Failed[j], costs[i].Tree
		}
	}
	if len(failed) == 0 {
		return
	}
	var names *celmeant.Expression // of the last node
	var of int32
	var in *schematree.Tree
	functions := l.checker.Rules().Functions()
	for i := range found {
		f := &found[i]
		if f.Code != code.CELRuleCompile && f.Code != code.CELMessageCompile {
			continue
		}
		x := failed[f.Path.Server()]
		if x == nil {
			continue
		}
		tree := trees[f.Path.Server()]
		if names == nil || of != x.Node || in != tree {
			names, of, in = namesFor(tree, x.Node, functions), x.Node, tree
		}
		e := *names
		e.Text, e.Detail, e.Compile = x.Text, x.Detail, x.Compile
		all := celmeant.Find(&e)
		if len(all) == 0 {
			continue
		}
		explain(doc, c, f)
		if len(f.Facts.Issues) == 0 || !reserved(code.NameIn(f.Facts.Issues[0])) {
			f.Help = meantText(all)
		}
		if len(all) == 1 && all[0].Slip() {
			f.Fix = &finding.Fix{Title: meantTitle(&all[0])}
			for _, at := range copiesOf(doc, c, tree, x.Node, f.Path) {
				f.Fix.Changes = append(f.Fix.Changes, finding.Change{Op: finding.Replace, Path: at, Value: all[0].Text})
			}
		}
	}
}

// namesFor returns the names that an expression of a node may have meant: fields of the schema at and below the
// node, and of metadata.
func namesFor(t *schematree.Tree, node int32, functions []string) *celmeant.Expression {
	e := &celmeant.Expression{Fields: map[string]string{}, Functions: functions}
	for _, name := range [...]string{"apiVersion", "kind", "metadata", "name", "generateName"} {
		e.Fields[name] = name
	}
	enums := map[string]bool{}
	for id := node; id < t.Nodes[node].End; id++ {
		n := &t.Nodes[id]
		if n.Role == schematree.RoleProperty {
			if escaped, ok := apiservercel.Escape(n.Name); ok {
				e.Fields[n.Name] = escaped
			}
		}
		for _, v := range n.Enum {
			if text, ok := v.(string); ok && !enums[text] {
				enums[text] = true
				e.Enums = append(e.Enums, text)
			}
		}
	}
	for id := node; id > 0; id = t.Nodes[id].Parent {
		if t.Nodes[id].Role == schematree.RoleProperty {
			e.Around = append(e.Around, t.Nodes[id].Name)
		}
	}
	return e
}

func meantText(all []celmeant.Meaning) string {
	first := all[0]
	if len(all) > 1 {
		var names []string
		for i := range all {
			names = append(names, all[i].Changes[len(all[i].Changes)-1].To)
		}
		return "did you mean " + prose.Or(names) + "?"
	}
	if len(first.Text) <= longestMeant && !strings.Contains(first.Text, "\n") {
		return "did you mean: " + first.Text
	}
	return "did you mean " + changesText(&first) + "?"
}

// longestMeant is the length of the longest expression that a help shows whole.
const longestMeant = 100

func meantTitle(m *celmeant.Meaning) string { return "write " + changesText(m) }

func changesText(m *celmeant.Meaning) string {
	var texts []string
	for _, c := range m.Changes {
		if text := fmt.Sprintf("%s instead of %s", c.To, c.From); !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	return prose.And(texts)
}

// copiesOf returns the paths of an expression in all versions that share the schema.
func copiesOf(doc *source.Document, c *crd.CustomResourceDefinition, t *schematree.Tree, node int32, at *finding.Path) []*finding.Path {
	if !c.Spec.Shared.Schema {
		return []*finding.Path{at}
	}
	segments := at.Segments()
	rule, field := segments[len(segments)-2].Index, segments[len(segments)-1].Name
	var paths []*finding.Path
	seen := map[*yamlnode.Node]bool{}
	for i := range c.Spec.Versions {
		root := finding.Root("spec", "versions").Index(i).Child("schema", "openAPIV3Schema")
		path := t.PathFrom(root, node).Child("x-kubernetes-validations").Index(rule).Child(field)
		if n, exact := doc.Node(path.Segments()); exact && !seen[n] {
			seen[n] = true
			paths = append(paths, path)
		}
	}
	return paths
}
