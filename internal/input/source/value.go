package source

import (
	"bytes"
	stdjson "encoding/json"
	"fmt"
	"iter"
	"math"
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// An Entry is one entry of a mapping, with merge keys applied.
type Entry struct {
	// Key is the JSON form of the key.
	Key string
	// KeyNode is the entry's key in the file; for an entry of a merge key, the key in the merged mapping.
	KeyNode *yamlnode.Node
	// Value may be an alias; see Resolve.
	Value *yamlnode.Node
	// Merged is set for an entry of a merge key.
	Merged bool
}

// Entries returns the entries of a mapping in the order in which yaml.v2 sets them, so the last entry with a key
// wins. Merge keys ("<<") are applied at their place: unlike in YAML's own rules, their entries override the
// entries above them. Entries whose key has no string form are omitted; Read refuses documents that have any. A
// node that is not a mapping has no entries.
func Entries(n *yamlnode.Node) iter.Seq[Entry] {
	return func(yield func(Entry) bool) { eachEntry(n, false, yield) }
}

// EachEntry calls f for the entries of a mapping, as Entries returns them.
func EachEntry(n *yamlnode.Node, f func(key string, keyNode, value *yamlnode.Node)) {
	eachEntry(n, false, func(e Entry) bool {
		f(e.Key, e.KeyNode, e.Value)
		return true
	})
}

func eachEntry(n *yamlnode.Node, merged bool, yield func(Entry) bool) bool {
	if n = Resolve(n); n == nil || n.Kind != yamlnode.Mapping {
		return true
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		if k.Kind == yamlnode.Scalar && isText(k) {
			if !yield(Entry{k.Value, k, v, merged}) {
				return false
			}
			continue
		}
		if k.IsMerge() {
			if !eachMerged(v, yield) {
				return false
			}
			continue
		}
		if name, ok := Key(k); ok && !yield(Entry{name, k, v, merged}) {
			return false
		}
	}
	return true
}

// eachMerged yields the entries of the value of a merge key: of one mapping, or of a list of mappings in which
// earlier ones take precedence.
func eachMerged(n *yamlnode.Node, yield func(Entry) bool) bool {
	if n = Resolve(n); n.Kind != yamlnode.Sequence {
		return eachEntry(n, true, yield)
	}
	for i := len(n.Content) - 1; i >= 0; i-- {
		if !eachEntry(n.Content[i], true, yield) {
			return false
		}
	}
	return true
}

// Field returns the value of a key of a mapping, or nil. Of repeated keys it uses the last one, as the server
// does. Aliases are followed.
func Field(n *yamlnode.Node, name string) *yamlnode.Node {
	e, ok := lookup(n, name)
	if !ok {
		return nil
	}
	return Resolve(e.Value)
}

// lookup returns the last entry with a key, in the order of eachEntry.
func lookup(n *yamlnode.Node, name string) (Entry, bool) {
	if n = Resolve(n); n == nil || n.Kind != yamlnode.Mapping {
		return Entry{}, false
	}
	for i := len(n.Content)/2*2 - 2; i >= 0; i -= 2 {
		k, v := n.Content[i], n.Content[i+1]
		if k.Kind == yamlnode.Scalar && isText(k) {
			if k.Value == name {
				return Entry{Key: name, KeyNode: k, Value: v}, true
			}
			continue
		}
		if k.IsMerge() {
			e, ok := lookupMerged(v, name)
			if ok {
				return e, true
			}
			continue
		}
		if s, ok := Key(k); ok && s == name {
			return Entry{Key: name, KeyNode: k, Value: v}, true
		}
	}
	return Entry{}, false
}

func lookupMerged(n *yamlnode.Node, name string) (e Entry, ok bool) {
	if n = Resolve(n); n.Kind != yamlnode.Sequence {
		e, ok = lookup(n, name)
		e.Merged = true
		return e, ok
	}
	for _, item := range n.Content {
		if e, ok = lookup(item, name); ok {
			e.Merged = true
			return e, true
		}
	}
	return Entry{}, false
}

// Value returns the value that the server decodes into an untyped field: map[string]any, []any, and scalars as
// Scalar returns them. Merge keys and aliases are applied. It shares only strings with the nodes.
func Value(n *yamlnode.Node) any { return converter{scalar: decoded}.value(n) }

// Owned is like Value, but copies strings, so that the value does not keep the text of the file in memory.
func Owned(n *yamlnode.Node) any { return converter{scalar: decoded, owns: true}.value(n) }

// A converter makes values from nodes.
type converter struct {
	scalar func(any) any
	owns   bool // copies strings
}

func (c converter) text(s string) string {
	if c.owns {
		return strings.Clone(s)
	}
	return s
}

func (c converter) value(n *yamlnode.Node) any {
	if n = Resolve(n); n == nil {
		return nil
	}
	switch n.Kind {
	case yamlnode.Mapping:
		m := make(map[string]any, len(n.Content)/2)
		eachEntry(n, false, func(e Entry) bool {
			m[c.text(e.Key)] = c.value(e.Value)
			return true
		})
		return m
	case yamlnode.Sequence:
		s := make([]any, len(n.Content))
		for i, item := range n.Content {
			s[i] = c.value(item)
		}
		return s
	case yamlnode.Scalar:
		if isText(n) {
			return c.text(n.Value)
		}
		v := c.scalar(raw(n))
		if s, ok := v.(string); ok {
			return c.text(s)
		}
		return v
	}
	return nil
}

// ToJSON returns the JSON that kubectl sends for a node. For YAML that is the output of sigs.k8s.io/yaml: sorted
// keys, the last of repeated keys, no white space. A JSON document keeps its order, its repeated keys and the text
// of its numbers. ToJSON returns an error for values that JSON cannot hold, such as .inf.
func ToJSON(n *yamlnode.Node) ([]byte, error) {
	if !IsJSON(n) {
		return stdjson.Marshal(converter{scalar: func(v any) any { return v }}.value(n))
	}
	var b bytes.Buffer
	err := writeJSON(&b, n)
	return b.Bytes(), err
}

func writeJSON(b *bytes.Buffer, n *yamlnode.Node) error {
	switch n.Kind {
	case yamlnode.Mapping:
		b.WriteByte('{')
		for i := 0; i+1 < len(n.Content); i += 2 {
			if i > 0 {
				b.WriteByte(',')
			}
			if err := writeJSON(b, n.Content[i]); err != nil {
				return err
			}
			b.WriteByte(':')
			if err := writeJSON(b, n.Content[i+1]); err != nil {
				return err
			}
		}
		b.WriteByte('}')
	case yamlnode.Sequence:
		b.WriteByte('[')
		for i, c := range n.Content {
			if i > 0 {
				b.WriteByte(',')
			}
			if err := writeJSON(b, c); err != nil {
				return err
			}
		}
		b.WriteByte(']')
	case yamlnode.Scalar:
		if n.Style&yamlnode.DoubleQuoted == 0 {
			b.WriteString(n.Value)
			return nil
		}
		s, err := stdjson.Marshal(n.Value)
		if err != nil {
			return err
		}
		b.Write(s)
	default:
		return fmt.Errorf("node of kind %d in a JSON document", n.Kind)
	}
	return nil
}

// unsupported returns encoding/json's message if JSON cannot hold a float, or "".
func unsupported(f float64) string {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return "unsupported value: " + strconv.FormatFloat(f, 'g', -1, 64)
	}
	return ""
}
