package crd

import (
	"fmt"
	"sort"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// warnings returns the server's warnings: unknown formats in every place, and sets of objects or lists once for each
// type. On update it omits warnings about the stored CRD.
func (k *checker) warnings() finding.List {
	known := map[string]bool{}
	if k.old != nil {
		k.unknownFormats(k.oldTrees, func(_ *schematree.Tree, n *schematree.Node) { known[unrecognized(n.Format)] = true })
		for _, w := range k.nonScalarSets(k.oldTrees) {
			known[w.Detail] = true
		}
	}
	var list finding.List
	k.unknownFormats(k.trees, func(t *schematree.Tree, n *schematree.Node) {
		if text := unrecognized(n.Format); !known[text] {
			list = append(list, k.unknownFormat(t, n, text))
		}
	})
	for _, w := range k.nonScalarSets(k.trees) {
		if !known[w.Detail] {
			list = append(list, w)
		}
	}
	return list
}

// unknownFormats calls f for each node whose format the server does not know.
func (k *checker) unknownFormats(trees []*schematree.Tree, f func(*schematree.Tree, *schematree.Node)) {
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

func (k *checker) unknownFormat(t *schematree.Tree, n *schematree.Node, text string) finding.Finding {
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

// typeOfFormat returns the type for which the server checks a format, or "".
func (k *checker) typeOfFormat(format string) string {
	for _, typ := range [...]string{"string", "integer", "number"} {
		if k.behaviour.Formats.Known(typ, format) {
			return typ
		}
	}
	return ""
}

func (k *checker) nonScalarSets(trees []*schematree.Tree) finding.List {
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
