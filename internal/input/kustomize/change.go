package kustomize

import (
	"slices"
	"strconv"

	"go.yaml.in/yaml/v3"
	"sigs.k8s.io/kustomize/api/resmap"
)

// change gives a scalar another value of its type; the result restores it, and is nil for other values.
func (v *value) change() (restore func()) {
	if v.removes {
		return nil
	}
	return changeScalar(v.node)
}

func changeScalar(n *yaml.Node) (restore func()) {
	if n.Kind != yaml.ScalarNode {
		return nil
	}
	was := *n
	switch n.ShortTag() {
	case "!!bool":
		b, err := strconv.ParseBool(n.Value)
		n.Value = strconv.FormatBool(err == nil && !b)
	case "!!int", "!!float":
		n.Value = "7"
		if was.Value == n.Value {
			n.Value = "8"
		}
	case "!!null":
		n.Value = "other"
	default:
		n.Value += "-other"
	}
	return func() { *n = was }
}

// changesBelow returns changes of scalars below a value, for values that cannot be removed, such as the metadata of an object.
func (v *value) changesBelow() []func() (restore func()) {
	const most = 8
	var changes []func() func()
	var below func(n *yaml.Node)
	below = func(n *yaml.Node) {
		for i, c := range n.Content {
			if n.Kind == yaml.MappingNode && i%2 == 0 || len(changes) == most {
				continue
			}
			if c.Kind == yaml.ScalarNode {
				changes = append(changes, func() func() { return changeScalar(c) })
			}
			below(c)
		}
	}
	below(v.node)
	return changes
}

// remove removes a value from its mapping or list, and an operation from its JSON patch; the result restores it, and is nil for
// the root of a document.
func (v *value) remove() (restore func()) {
	p := v.parent
	if p == nil {
		return nil
	}
	was := p.Content
	switch i := slices.IndexFunc(was, v.isAt); {
	case i < 0:
		return nil
	case p.Kind == yaml.MappingNode:
		p.Content = slices.Concat(was[:i], was[i+2:])
	default:
		p.Content = slices.Concat(was[:i], was[i+1:])
	}
	return func() { p.Content = was }
}

// isAt reports whether a node of the parent is the value, its key, or the operation that sets it.
func (v *value) isAt(n *yaml.Node) bool {
	return n == v.node || v.key != nil && (n == v.key || field(n, "path") == v.key)
}

// rebuild builds the kustomization with the file of a value as it is now. It returns no objects if that fails.
func (b *Built) rebuild(v *value) []*yaml.Node {
	b.rebuilt += b.inputs.size
	if d := v.in; d.outer != nil {
		was := d.text.Value
		defer func() { d.text.Value = was }()
		d.text.Value = string(encode(d.all))
	}
	text := v.in.file.text()
	if text == nil {
		return nil
	}
	b.inputs.instead = map[string][]byte{v.in.file.name: text}
	defer func() { b.inputs.instead = nil }()
	m, err := b.inputs.build()
	if err != nil {
		return nil
	}
	return objectsOf(m)
}

func objectsOf(m resmap.ResMap) []*yaml.Node {
	objects := make([]*yaml.Node, 0, m.Size())
	for _, r := range m.Resources() {
		objects = append(objects, r.YNode())
	}
	return objects
}
