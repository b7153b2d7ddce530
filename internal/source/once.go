package source

import (
	"encoding/binary"
	"hash/maphash"
	"math"
	"reflect"
	"strings"

	"github.com/crdtool/crdtool/internal/yamlnode"
)

// Values are values that were made of nodes. Small objects and lists that are equal are one,
// also in different values, which saves most of the memory where a text repeats itself, and
// where the values of two texts are nearly the same: even an object of one field takes 336
// bytes. So nobody may change them. They are for one goroutine. The zero Values is ready.
type Values struct {
	// owns copies strings.
	owns bool
	seed maphash.Seed
	// known are those that were made, by a hash of what is in them. Where two have the same
	// one, the second is not kept.
	known map[uint64]any
	// keys and values are what is in the collections that are being made.
	keys   []string
	values []any
	hashed []byte
}

// OwnedValues are values of which nothing is a part of the texts that they are made of, which
// are not to be held on to.
func OwnedValues() *Values { return &Values{owns: true} }

// fewItems is how much is in a small collection. Large ones take little beside what is in
// them.
const fewItems = 16

// Of is Value of which others may share a part.
func (c *Values) Of(n *yamlnode.Node) any {
	if n = Resolve(n); n == nil {
		return nil
	}
	switch {
	case n.Kind == yamlnode.Mapping && len(n.Content) <= 2*fewItems:
		return c.object(n)
	case n.Kind == yamlnode.Mapping:
		m := make(map[string]any, len(n.Content)/2)
		eachEntry(n, false, func(e Entry) bool {
			m[c.text(e.Key)] = c.Of(e.Value)
			return true
		})
		return m
	case n.Kind == yamlnode.Sequence && len(n.Content) <= fewItems:
		return c.list(n)
	case n.Kind == yamlnode.Sequence:
		s := make([]any, len(n.Content))
		for i, item := range n.Content {
			s[i] = c.Of(item)
		}
		return s
	}
	return converter{scalar: decoded, owns: c.owns}.value(n)
}

// object is that of a mapping with few entries of its own, beside those that it may merge.
func (c *Values) object(n *yamlnode.Node) any {
	startKeys, start := len(c.keys), len(c.values)
	eachEntry(n, false, func(e Entry) bool {
		v := c.Of(e.Value)
		c.keys, c.values = append(c.keys, e.Key), append(c.values, v)
		return true
	})
	keys, values := c.keys[startKeys:], c.values[start:]
	hash := c.hash(keys, values)
	m, _ := c.known[hash].(map[string]any)
	if m == nil || !isOf(m, keys, values) {
		m = make(map[string]any, len(keys))
		for i, k := range keys {
			m[c.text(k)] = values[i]
		}
		c.keep(hash, m)
	}
	c.drop(startKeys, start)
	return m
}

func (c *Values) list(n *yamlnode.Node) any {
	start := len(c.values)
	for _, item := range n.Content {
		v := c.Of(item)
		c.values = append(c.values, v)
	}
	values := c.values[start:]
	hash := c.hash(nil, values)
	s, _ := c.known[hash].([]any)
	if s == nil || !areIdentical(s, values) {
		s = append(make([]any, 0, len(values)), values...)
		c.keep(hash, s)
	}
	c.drop(len(c.keys), start)
	return s
}

// drop forgets what was in a collection that is made now.
func (c *Values) drop(keys, values int) {
	clear(c.values[values:])
	c.keys, c.values = c.keys[:keys], c.values[:values]
}

func (c *Values) text(s string) string {
	if c.owns {
		return strings.Clone(s)
	}
	return s
}

func (c *Values) keep(hash uint64, v any) {
	if c.known == nil {
		c.known = map[uint64]any{}
	}
	if _, other := c.known[hash]; !other {
		c.known[hash] = v
	}
}

// hash is one of what is in a collection: of an object with keys, of a list without.
func (c *Values) hash(keys []string, values []any) uint64 {
	if c.seed == (maphash.Seed{}) {
		c.seed = maphash.MakeSeed()
	}
	h := append(c.hashed[:0], 'l')
	if keys != nil {
		h[0] = 'o'
	}
	for i, v := range values {
		if keys != nil {
			h = binary.LittleEndian.AppendUint64(h, maphash.String(c.seed, keys[i]))
		}
		h = c.appendIdentity(h, v)
	}
	c.hashed = h
	return maphash.Bytes(c.seed, h)
}

// appendIdentity appends what tells a value apart from most others. Those in it are what they
// are for good, so that a collection is told by where it is.
func (c *Values) appendIdentity(h []byte, v any) []byte {
	var n uint64
	switch v := v.(type) {
	case map[string]any, []any:
		n = uint64(reflect.ValueOf(v).Pointer())
	case string:
		n = maphash.String(c.seed, v)
	case int64:
		n = uint64(v)
	case float64:
		n = math.Float64bits(v)
	case bool:
		if v {
			n = 1
		}
	}
	return binary.LittleEndian.AppendUint64(h, n)
}

// isOf reports whether an object has just these entries. Of a key that is repeated it may say
// that it has not.
func isOf(m map[string]any, keys []string, values []any) bool {
	if len(m) != len(keys) {
		return false
	}
	for i, k := range keys {
		if v, has := m[k]; !has || !areSame(v, values[i]) {
			return false
		}
	}
	return true
}

func areIdentical(a, b []any) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !areSame(a[i], b[i]) {
			return false
		}
	}
	return true
}

// areSame reports whether values are the same collection, or scalars that are written alike: in JSON
// 0.0 and -0.0 are not.
func areSame(a, b any) bool {
	if f, isFloat := a.(float64); isFloat && f == 0 {
		g, _ := b.(float64)
		return identical(a, b) && math.Signbit(f) == math.Signbit(g)
	}
	return identical(a, b)
}
