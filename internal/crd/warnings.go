package crd

import (
	"fmt"
	"sort"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/code"
	"github.com/crdtool/crdtool/schema"
)

// mostWarnings is how many different warnings there may be at least before one can't be sent any
// more: all together have fewer characters (see answer.Warnings).
const mostWarnings = 4096

// warnings returns what the server warns about: formats that it doesn't know,
// in every place, and sets of objects or lists, once for each type. On update
// only what the stored CRD did not have. Of very many formats the first are returned, with
// what the server says of all of them.
func (k *checker) warnings() finding.List {
	known, said := map[string]bool{}, map[string]bool{}
	if k.old != nil {
		k.unknownFormats(k.oldTrees, func(_ *schema.Tree, n *schema.Node) { known[unrecognized(n.Format)] = true })
		for _, w := range k.nonScalarSets(k.oldTrees) {
			known[w.Detail] = true
		}
	}
	var list finding.List
	like := finding.Finding{Code: code.UnknownFormat, Severity: finding.Warning}
	k.unknownFormats(k.trees, func(t *schema.Tree, n *schema.Node) {
		text := unrecognized(n.Format)
		again := said[text] || len(said) == mostWarnings
		switch full := k.kept.Full(&like); {
		case known[text]:
		case full && again:
			k.kept.Add(&like, 1)
		default:
			f := k.unknownFormat(t, n, text)
			if !full {
				k.kept.Keep(&f)
			}
			list = append(list, f)
			if !again {
				said[text] = true
			}
		}
	})
	for _, w := range k.nonScalarSets(k.trees) {
		if !known[w.Detail] {
			list = append(list, w)
		}
	}
	return list
}

// unknownFormats calls f for what has a format that the server doesn't know.
func (k *checker) unknownFormats(trees []*schema.Tree, f func(*schema.Tree, *schema.Node)) {
	if !k.behaviour.Formats.Warning {
		return
	}
	for _, t := range trees {
		if t == nil {
			continue
		}
		for i := range t.Nodes {
			n := &t.Nodes[i]
			if n.Format != "" && (k.behaviour.Formats.ByType || n.Type == "string") && !k.behaviour.Formats.Known(n.Type, n.Format) {
				f(t, n)
			}
		}
	}
}

func unrecognized(format string) string { return fmt.Sprintf("unrecognized format %q", format) }

func (k *checker) unknownFormat(t *schema.Tree, n *schema.Node, text string) finding.Finding {
	f := finding.Finding{
		Code: code.UnknownFormat, Severity: finding.Warning, Path: t.Path(n.ID).Child("format"),
		Value: n.Format, Detail: text, Keywords: []string{"pattern"},
	}
	if of := k.typeOfFormat(n.Format); of != "" {
		f.Facts, f.Keywords = finding.Facts{Wanted: of, Found: n.Type}, []string{"format"}
		if items := n.ItemSchema(); items != nil && items.Type == of {
			f.Facts.Where, f.Keywords = "items", []string{"items.format"}
		}
	}
	return f
}

// typeOfFormat is the type whose values the server checks for a format; "" for none.
func (k *checker) typeOfFormat(format string) string {
	for _, typ := range [...]string{"string", "integer", "number"} {
		if k.behaviour.Formats.Known(typ, format) {
			return typ
		}
	}
	return ""
}

func (k *checker) nonScalarSets(trees []*schema.Tree) finding.List {
	if !k.behaviour.Checks.SetWarning {
		return nil
	}
	var list finding.List
	seen := map[string]bool{}
	for _, t := range trees {
		if t == nil {
			continue
		}
		for i := range t.Nodes {
			n := &t.Nodes[i]
			items := n.ItemSchema()
			if n.ListType() != "set" || items == nil || items.Type != "object" && items.Type != "array" || seen[items.Type] {
				continue
			}
			seen[items.Type] = true
			list = append(list, finding.Finding{
				Code: code.SetOfObjects, Severity: finding.Warning, Path: t.Path(n.ID).Child("x-kubernetes-list-type"),
				Value:  items.Type,
				Detail: fmt.Sprintf("x-kubernetes-list-type: set for items of type %q is not supported by server-side apply or CEL validation rules", items.Type),
			})
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].Detail < list[j].Detail })
	return list
}
