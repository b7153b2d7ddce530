package cursor

import (
	"slices"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// maxValues limits the decoded values of a document, which aliases could multiply.
const maxValues = 200_000

// A valueReader decodes nodes as the server does: scalars follow YAML 1.1, merge keys are applied.
type valueReader struct {
	text    []byte
	anchors map[string]*node
	left    int
	depth   int
	json    bool
}

func (v *valueReader) value(n *node) any {
	if n == nil || v.left <= 0 || v.depth > maxDepth {
		return nil
	}
	v.left--
	v.depth++
	defer func() { v.depth-- }()
	switch n.kind {
	case yamlnode.Alias:
		return v.value(v.target(n))
	case yamlnode.Mapping:
		m := make(map[string]any, len(n.entries))
		for i := range n.entries {
			v.put(m, &n.entries[i])
		}
		return m
	case yamlnode.Sequence:
		list := make([]any, len(n.entries))
		for i := range n.entries {
			list[i] = v.value(n.entries[i].value)
		}
		return list
	}
	return v.scalar(n)
}

func (v *valueReader) put(m map[string]any, e *entry) {
	key := v.key(e.key)
	if key != "<<" || e.key.style != 0 {
		m[key] = v.value(e.value)
		return
	}
	merged := []any{v.value(e.value)}
	if list, ok := merged[0].([]any); ok {
		merged = list
	}
	for _, of := range slices.Backward(merged) { // the first one wins, as in yaml.v2
		fields, _ := of.(map[string]any)
		for k, value := range fields {
			m[k] = value
		}
	}
}

func (v *valueReader) scalar(n *node) any {
	style := n.style
	if v.json {
		style |= yamlnode.JSON
	}
	y := yamlnode.New(yamlnode.Scalar, style, 1, 1)
	y.Value = textOf(v.text, n)
	return source.Scalar(y)
}

// target returns the node that an alias refers to, or nil.
func (v *valueReader) target(alias *node) *node {
	return v.anchors[string(v.text[alias.start+1:alias.end])]
}

// key returns the JSON form of a key.
func (v *valueReader) key(n *node) string {
	if n == nil {
		return ""
	}
	if n.kind == yamlnode.Alias {
		if n = v.target(n); n == nil {
			return ""
		}
	}
	if n.kind != yamlnode.Scalar {
		return ""
	}
	text := textOf(v.text, n)
	if n.style != 0 || isName(text) {
		return text
	}
	y := yamlnode.New(yamlnode.Scalar, n.style, 1, 1)
	y.Value = text
	if key, ok := source.Key(y); ok {
		return key
	}
	return text
}

// isName reports whether a key is certainly a string: most names of fields are. YAML 1.1 reads words of up to five
// letters as booleans and nulls.
func isName(text string) bool {
	if len(text) < 6 {
		return false
	}
	for i := range len(text) {
		if c := text[i] | 0x20; c < 'a' || c > 'z' {
			return false
		}
	}
	return true
}

// field returns the value of a key of a mapping.
func (v *valueReader) field(n *node, name string) *node {
	if n != nil && n.kind == yamlnode.Alias {
		n = v.target(n)
	}
	if !n.isMapping() {
		return nil
	}
	for i := len(n.entries) - 1; i >= 0; i-- {
		if e := &n.entries[i]; v.key(e.key) == name {
			return e.value
		}
	}
	return nil
}

// str returns the string of a field; "" if it is none.
func (v *valueReader) str(n *node, name string) string {
	f := v.field(n, name)
	if !f.isScalar() {
		return ""
	}
	s, _ := v.scalar(f).(string)
	return s
}

// at returns the node at the end of a path, or nil.
func (v *valueReader) at(n *node, path []finding.Segment) *node {
	for _, s := range path {
		if n != nil && n.kind == yamlnode.Alias {
			n = v.target(n)
		}
		switch {
		case n == nil:
			return nil
		case !s.IsIndex:
			n = v.field(n, s.Name)
		case n.kind != yamlnode.Sequence || s.Index >= len(n.entries):
			return nil
		default:
			n = n.entries[s.Index].value
		}
	}
	return n
}
