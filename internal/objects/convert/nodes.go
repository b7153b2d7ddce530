package convert

import (
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// Names of fields of the versions in v1. In v1beta1 they may be above the versions if all versions share them.
const (
	fieldSchema       = "schema"
	fieldSubresources = "subresources"
	fieldColumns      = "additionalPrinterColumns"
)

// hoisted are the fields of a v1beta1 spec that each version has in v1, with their names in both.
var hoisted = [...]struct{ above, below string }{
	{"validation", fieldSchema}, {fieldSubresources, fieldSubresources}, {fieldColumns, fieldColumns},
}

// V1 returns a v1beta1 document converted to v1. It keeps the nodes that do not change, with their positions in
// the file. New nodes have the position of the node that they come from.
func V1(doc *source.Document, unknown Unknown) *source.Document {
	b := builder{doc: doc, unknown: unknown}
	return &source.Document{File: doc.File, Index: doc.Index, Root: b.root(), Text: doc.Text}
}

// A builder makes the nodes of one document.
type builder struct {
	doc     *source.Document
	unknown Unknown
}

func (b *builder) root() *yamlnode.Node {
	root := source.CopyFields(b.doc.Root)
	at := b.doc.Root
	if i := root.Index("apiVersion"); i >= 0 {
		at = root.Node.Content[i+1]
		root.Node.Content[i+1] = source.NewText(source.CRDAPIVersion, at)
	} else {
		root.Put("apiVersion", source.NewText(source.CRDAPIVersion, at), at)
		root.Put("kind", source.NewText(source.CRDKind, at), at)
	}
	if i := root.Index("spec"); i >= 0 {
		if spec := source.Resolve(root.Node.Content[i+1]); spec.Kind == yamlnode.Mapping {
			root.Node.Content[i+1] = b.spec(spec, root.Node.Content[i])
		}
	}
	return root.Node
}

// spec converts spec, whose key is at.
func (b *builder) spec(n, at *yamlnode.Node) *yamlnode.Node {
	spec := source.CopyFields(n)
	if s, isString := source.String(spec.Get("scope")); !spec.Has("scope") || isString && s == "" {
		spec.Put("scope", source.NewText("Namespaced", at), at)
	}
	preserve := b.preserve(spec, at)
	b.versions(spec)
	b.schemas(spec, preserve)
	b.conversion(spec)
	return spec.Node
}

// preserve sets preserveUnknownFields, and reports whether unknown fields were kept.
func (b *builder) preserve(spec source.Fields, at *yamlnode.Node) bool {
	value, isBool := source.Scalar(spec.Get("preserveUnknownFields")).(bool)
	switch {
	case isBool && !value:
		return false
	case spec.Has("preserveUnknownFields") && !isBool:
		return false // no server accepts this; the checks report it
	}
	if i := spec.Index("preserveUnknownFields"); i >= 0 && isBool {
		at = spec.Node.Content[i+1]
	}
	spec.Put("preserveUnknownFields", source.NewBool(b.unknown == Undecided, at), at)
	return true
}

// versions copies the fields above the versions into each version.
func (b *builder) versions(spec source.Fields) {
	list := spec.Get("versions")
	if list != nil && (list.Kind != yamlnode.Sequence && !source.IsNull(list)) {
		return
	}
	version := spec.Get("version")
	name, named := source.String(version)
	var items []*yamlnode.Node
	switch {
	case list != nil && len(list.Content) > 0:
		for _, item := range list.Content {
			if item = source.Resolve(item); item.Kind != yamlnode.Mapping {
				return
			}
			items = append(items, source.CopyFields(item).Node)
		}
		list = yamlnode.New(yamlnode.Sequence, list.Style, list.Line(), list.Column())
		list.Content = items
		i := spec.Index("versions")
		spec.Node.Content[i+1] = list
	case named && name != "":
		key := spec.Node.Content[spec.Index("version")]
		item := source.Fields{Node: yamlnode.New(yamlnode.Mapping, b.doc.Root.Style, version.Line(), version.Column())}
		item.Set(source.NewText("name", key), "name", version)
		item.Put("served", source.NewBool(true, key), key)
		item.Put("storage", source.NewBool(true, key), key)
		items = []*yamlnode.Node{item.Node}
		spec.Remove("versions")
		i := spec.Index("version")
		spec.Node.Content[i], spec.Node.Content[i+1] = source.NewText("versions", key), source.NewList(version, item.Node)
	}
	spec.Remove("version")
	for _, f := range hoisted {
		i := spec.Index(f.above)
		if i < 0 {
			continue
		}
		key, value := spec.Node.Content[i], spec.Node.Content[i+1]
		spec.Remove(f.above)
		if source.IsNull(value) {
			continue
		}
		for _, item := range items {
			v := source.Fields{Node: item}
			if v.Has(f.below) {
				continue
			}
			v.Remove(f.below)
			if f.below == f.above {
				v.Set(key, f.below, value)
			} else {
				v.Put(f.below, value, key)
			}
		}
	}
	for _, item := range items {
		v := source.Fields{Node: item}
		if i := v.Index(fieldColumns); i >= 0 {
			v.Node.Content[i+1] = b.columns(v.Node.Content[i+1])
		}
	}
}

// columns renames JSONPath in columns.
func (b *builder) columns(n *yamlnode.Node) *yamlnode.Node {
	list := source.Resolve(n)
	if list.Kind != yamlnode.Sequence {
		return n
	}
	out := yamlnode.New(yamlnode.Sequence, list.Style, list.Line(), list.Column())
	for _, item := range list.Content {
		column := source.Resolve(item)
		if column.Kind != yamlnode.Mapping {
			out.Content = append(out.Content, item)
			continue
		}
		c := source.CopyFields(column)
		if i := c.Index("JSONPath"); i >= 0 {
			key, value := c.Node.Content[i], c.Node.Content[i+1]
			c.Remove("jsonPath") // v1beta1 has no such field
			i = c.Index("JSONPath")
			c.Node.Content[i], c.Node.Content[i+1] = source.NewText("jsonPath", key), value
		}
		out.Content = append(out.Content, c.Node)
	}
	return out
}

// conversion moves the fields of the webhook into the mapping webhook.
func (b *builder) conversion(spec source.Fields) {
	i := spec.Index("conversion")
	if i < 0 {
		return
	}
	n := source.Resolve(spec.Node.Content[i+1])
	if n.Kind != yamlnode.Mapping {
		return
	}
	c := source.CopyFields(n)
	strategy, _ := source.String(c.Get("strategy"))
	webhook := source.NewFields(n)
	place := -1
	for _, f := range [...][2]string{{"webhookClientConfig", "clientConfig"}, {reviewVersions, reviewVersions}} {
		i := c.Index(f[0])
		if i < 0 {
			continue
		}
		key, value := c.Node.Content[i], c.Node.Content[i+1]
		if source.IsNull(value) {
			c.Remove(f[0])
			continue
		}
		if f[0] == reviewVersions && strategy == "Webhook" && len(source.Resolve(value).Content) == 0 {
			value = source.NewList(value, source.NewText("v1beta1", value))
		}
		webhook.Set(source.NewText(f[1], key), f[1], value)
		if place < 0 {
			place = i
			c.Node.Content[i] = source.NewText("webhook", key)
			c.Node.Content[i+1] = webhook.Node
			continue
		}
		c.Remove(f[0])
	}
	if place >= 0 && strategy == "Webhook" && !webhook.Has(reviewVersions) {
		at := c.Node.Content[c.Index("webhook")]
		webhook.Put(reviewVersions, source.NewList(at, source.NewText("v1beta1", at)), at)
	}
	spec.Node.Content[i+1] = c.Node
}

const reviewVersions = "conversionReviewVersions"
