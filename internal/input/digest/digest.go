// Package digest sums up what a YAML document says in 64 bits. Documents that say
// the same have the same digest; of those that have the same it is likely, not
// certain, that they say the same.
package digest

import (
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// The parameters of FNV-1a with 64 bits.
const (
	start uint64 = 14695981039346656037
	prime uint64 = 1099511628211
)

// Of sums up the values below a node. Style, comments and the order of keys don't
// count.
func Of(n *yamlnode.Node) uint64 { return of(n, nil) }

// Memo keeps the digests of mappings, for those who ask for many of one document.
type Memo map[*yamlnode.Node]uint64

// Of is the function of that name.
func (m Memo) Of(n *yamlnode.Node) uint64 { return of(n, m) }

func of(n *yamlnode.Node, memo Memo) uint64 {
	if n = source.Resolve(n); n == nil {
		return start
	}
	switch n.Kind {
	case yamlnode.Mapping:
		if sum, known := memo[n]; known {
			return sum
		}
		var sum uint64 // addition forgets the order
		source.EachEntry(n, func(key string, _, value *yamlnode.Node) {
			sum += mix(addText(start, key), of(value, memo))
		})
		sum = mix(addText(start, "{"), sum)
		if memo != nil {
			memo[n] = sum
		}
		return sum
	case yamlnode.Sequence:
		sum := addText(start, "[")
		for _, item := range n.Content {
			sum = mix(sum, of(item, memo))
		}
		return sum
	}
	if s, ok := source.String(n); ok {
		return addText(addText(start, `"`), s)
	}
	return addText(start, n.Value)
}

func addText(sum uint64, text string) uint64 {
	for i := range len(text) {
		sum = (sum ^ uint64(text[i])) * prime
	}
	return sum
}

// OfTexts returns a sum that is the same for the same texts in the same order.
func OfTexts(texts ...string) uint64 {
	sum := uint64(start)
	for _, text := range texts {
		sum = addText(addText(sum, text), "\x00")
	}
	return sum
}

// mix adds a sum to another so that their order counts.
func mix(sum, next uint64) uint64 {
	for range 8 {
		sum = (sum ^ next&0xff) * prime
		next >>= 8
	}
	return sum
}
