package convert

import (
	"slices"

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

// fields is a mapping under construction.
type fields struct {
	node *yamlnode.Node
}

// like returns an empty mapping with the style and position of another one.
func like(n *yamlnode.Node) fields {
	return fields{yamlnode.New(yamlnode.Mapping, n.Style, n.Line(), n.Column())}
}

// all returns a copy of a mapping with merge keys and repeated keys resolved, in the order of first appearance.
func all(n *yamlnode.Node) fields {
	out := like(n)
	at := make(map[string]int, len(n.Content)/2)
	for e := range source.Entries(n) {
		i, there := at[e.Key]
		if !there {
			at[e.Key] = len(out.node.Content)
			out.node.Content = append(out.node.Content, e.KeyNode, e.Value)
			continue
		}
		out.node.Content[i], out.node.Content[i+1] = e.KeyNode, e.Value
	}
	return out
}

func (m fields) index(name string) int {
	for i := 0; i < len(m.node.Content); i += 2 {
		if key, ok := source.Key(m.node.Content[i]); ok && key == name {
			return i
		}
	}
	return -1
}

func (m fields) set(key *yamlnode.Node, name string, value *yamlnode.Node) {
	if i := m.index(name); i >= 0 {
		m.node.Content[i], m.node.Content[i+1] = key, value
		return
	}
	m.node.Content = append(m.node.Content, key, value)
}

func (m fields) get(name string) *yamlnode.Node {
	if i := m.index(name); i >= 0 {
		return source.Resolve(m.node.Content[i+1])
	}
	return nil
}

// has reports whether a field is present and not null.
func (m fields) has(name string) bool { return !source.IsNull(m.get(name)) }

func (m fields) remove(name string) {
	if i := m.index(name); i >= 0 {
		m.node.Content = slices.Delete(m.node.Content, i, i+2)
	}
}

// text returns a string node with the position of at.
func (b *builder) text(s string, at *yamlnode.Node) *yamlnode.Node {
	n := yamlnode.New(yamlnode.Scalar, 0, at.Line(), at.Column())
	n.Value = s
	if b.doc.JSON() {
		n.Style = yamlnode.JSON | yamlnode.DoubleQuoted
	}
	return n
}

func (b *builder) boolean(v bool, at *yamlnode.Node) *yamlnode.Node {
	text := "false"
	if v {
		text = "true"
	}
	n := yamlnode.New(yamlnode.Scalar, 0, at.Line(), at.Column())
	n.Value = text
	if b.doc.JSON() {
		n.Style = yamlnode.JSON
	}
	return n
}

func (b *builder) list(at *yamlnode.Node, items ...*yamlnode.Node) *yamlnode.Node {
	n := yamlnode.New(yamlnode.Sequence, b.doc.Root.Style, at.Line(), at.Column())
	n.Content = items
	return n
}

// put sets a field whose key has the position of at.
func (b *builder) put(m fields, name string, value, at *yamlnode.Node) {
	m.set(b.text(name, at), name, value)
}

func (b *builder) root() *yamlnode.Node {
	root := all(b.doc.Root)
	at := b.doc.Root
	if i := root.index("apiVersion"); i >= 0 {
		at = root.node.Content[i+1]
		root.node.Content[i+1] = b.text(source.CRDAPIVersion, at)
	} else {
		b.put(root, "apiVersion", b.text(source.CRDAPIVersion, at), at)
		b.put(root, "kind", b.text(source.CRDKind, at), at)
	}
	if i := root.index("spec"); i >= 0 {
		if spec := source.Resolve(root.node.Content[i+1]); spec.Kind == yamlnode.Mapping {
			root.node.Content[i+1] = b.spec(spec, root.node.Content[i])
		}
	}
	return root.node
}

// spec converts spec, whose key is at.
func (b *builder) spec(n, at *yamlnode.Node) *yamlnode.Node {
	spec := all(n)
	if s, isString := source.String(spec.get("scope")); !spec.has("scope") || isString && s == "" {
		b.put(spec, "scope", b.text("Namespaced", at), at)
	}
	preserve := b.preserve(spec, at)
	b.versions(spec)
	b.schemas(spec, preserve)
	b.conversion(spec)
	return spec.node
}

// preserve sets preserveUnknownFields, and reports whether unknown fields were kept.
func (b *builder) preserve(spec fields, at *yamlnode.Node) bool {
	value, isBool := source.Scalar(spec.get("preserveUnknownFields")).(bool)
	switch {
	case isBool && !value:
		return false
	case spec.has("preserveUnknownFields") && !isBool:
		return false // no server accepts this; the checks report it
	}
	if i := spec.index("preserveUnknownFields"); i >= 0 && isBool {
		at = spec.node.Content[i+1]
	}
	b.put(spec, "preserveUnknownFields", b.boolean(b.unknown == Undecided, at), at)
	return true
}

// versions copies the fields above the versions into each version.
func (b *builder) versions(spec fields) {
	list := spec.get("versions")
	if list != nil && (list.Kind != yamlnode.Sequence && !source.IsNull(list)) {
		return
	}
	version := spec.get("version")
	name, named := source.String(version)
	var items []*yamlnode.Node
	switch {
	case list != nil && len(list.Content) > 0:
		for _, item := range list.Content {
			if item = source.Resolve(item); item.Kind != yamlnode.Mapping {
				return
			}
			items = append(items, all(item).node)
		}
		list = yamlnode.New(yamlnode.Sequence, list.Style, list.Line(), list.Column())
		list.Content = items
		i := spec.index("versions")
		spec.node.Content[i+1] = list
	case named && name != "":
		key := spec.node.Content[spec.index("version")]
		item := fields{yamlnode.New(yamlnode.Mapping, b.doc.Root.Style, version.Line(), version.Column())}
		item.set(b.text("name", key), "name", version)
		b.put(item, "served", b.boolean(true, key), key)
		b.put(item, "storage", b.boolean(true, key), key)
		items = []*yamlnode.Node{item.node}
		spec.remove("versions")
		i := spec.index("version")
		spec.node.Content[i], spec.node.Content[i+1] = b.text("versions", key), b.list(version, item.node)
	}
	spec.remove("version")
	for _, f := range hoisted {
		i := spec.index(f.above)
		if i < 0 {
			continue
		}
		key, value := spec.node.Content[i], spec.node.Content[i+1]
		spec.remove(f.above)
		if source.IsNull(value) {
			continue
		}
		for _, item := range items {
			v := fields{item}
			if v.has(f.below) {
				continue
			}
			v.remove(f.below)
			if f.below == f.above {
				v.set(key, f.below, value)
			} else {
				b.put(v, f.below, value, key)
			}
		}
	}
	for _, item := range items {
		v := fields{item}
		if i := v.index(fieldColumns); i >= 0 {
			v.node.Content[i+1] = b.columns(v.node.Content[i+1])
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
		c := all(column)
		if i := c.index("JSONPath"); i >= 0 {
			key, value := c.node.Content[i], c.node.Content[i+1]
			c.remove("jsonPath") // v1beta1 has no such field
			i = c.index("JSONPath")
			c.node.Content[i], c.node.Content[i+1] = b.text("jsonPath", key), value
		}
		out.Content = append(out.Content, c.node)
	}
	return out
}

// conversion moves the fields of the webhook into the mapping webhook.
func (b *builder) conversion(spec fields) {
	i := spec.index("conversion")
	if i < 0 {
		return
	}
	n := source.Resolve(spec.node.Content[i+1])
	if n.Kind != yamlnode.Mapping {
		return
	}
	c := all(n)
	strategy, _ := source.String(c.get("strategy"))
	webhook := like(n)
	place := -1
	for _, f := range [...][2]string{{"webhookClientConfig", "clientConfig"}, {reviewVersions, reviewVersions}} {
		i := c.index(f[0])
		if i < 0 {
			continue
		}
		key, value := c.node.Content[i], c.node.Content[i+1]
		if source.IsNull(value) {
			c.remove(f[0])
			continue
		}
		if f[0] == reviewVersions && strategy == "Webhook" && len(source.Resolve(value).Content) == 0 {
			value = b.list(value, b.text("v1beta1", value))
		}
		webhook.set(b.text(f[1], key), f[1], value)
		if place < 0 {
			place = i
			c.node.Content[i] = b.text("webhook", key)
			c.node.Content[i+1] = webhook.node
			continue
		}
		c.remove(f[0])
	}
	if place >= 0 && strategy == "Webhook" && !webhook.has(reviewVersions) {
		at := c.node.Content[c.index("webhook")]
		b.put(webhook, reviewVersions, b.list(at, b.text("v1beta1", at)), at)
	}
	spec.node.Content[i+1] = c.node
}

const reviewVersions = "conversionReviewVersions"
