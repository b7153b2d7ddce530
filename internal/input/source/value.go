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

// Entry is one entry of a mapping as a reader sees it.
type Entry struct {
	// Key is the string that the key becomes in JSON.
	Key string
	// KeyNode stands in the file at the entry's key, in the merged mapping for an
	// entry that a merge key brought in.
	KeyNode *yamlnode.Node
	// Value may be an alias; see Resolve.
	Value *yamlnode.Node
	// Merged is set for an entry that a merge key brought in.
	Merged bool
}

// Entries returns the entries of a mapping in the order in which yaml.v2 sets
// them, so that of two entries with one key the later one counts. Merge keys
// ("<<") are applied where they stand: unlike in YAML's own rules, their
// entries override those above them. Entries whose key has no string form are
// left out; Read refuses documents that have any. A node that is not a mapping has
// no entries.
func Entries(n *yamlnode.Node) iter.Seq[Entry] {
	return func(yield func(Entry) bool) { eachEntry(n, false, yield) }
}

// EachEntry calls f for the entries of a mapping, as Entries gives them.
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

// eachMerged yields the entries of what a merge key names: one mapping, or a
// list of them in which earlier ones take precedence.
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

// Field returns the value under a key of a mapping, or nil. Of several entries
// the last one counts, as it does for the server. Aliases are followed.
func Field(n *yamlnode.Node, name string) *yamlnode.Node {
	e, ok := lookup(n, name)
	if !ok {
		return nil
	}
	return Resolve(e.Value)
}

// lookup finds the last entry with a key, in the order of eachEntry.
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

// Value returns what the server decodes into an untyped field:
// map[string]any, []any, and scalars as Scalar gives them. Merge keys and
// aliases are applied. It shares nothing with the nodes but strings.
func Value(n *yamlnode.Node) any { return converter{scalar: decoded}.value(n) }

// Owned is Value of which nothing is a part of the file's text, which is not to be held
// on to.
func Owned(n *yamlnode.Node) any { return converter{scalar: decoded, owns: true}.value(n) }

// A converter makes values of nodes.
type converter struct {
	scalar func(any) any
	owns   bool // strings are copied
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

// ToJSON returns the JSON that kubectl would send for a node. For YAML that is
// what sigs.k8s.io/yaml prints: keys sorted, of two entries with one key the
// last, no white space. A JSON document keeps its order, its repeated keys and
// its numbers as they are written. The error is for values that JSON cannot
// hold, such as .inf.
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

// unsupported says why JSON cannot hold a float, in encoding/json's words.
func unsupported(f float64) string {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return "unsupported value: " + strconv.FormatFloat(f, 'g', -1, 64)
	}
	return ""
}
