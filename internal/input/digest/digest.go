// Package digest computes 64-bit digests of the values of YAML documents. Documents with equal values have equal
// digests; documents with equal digests probably have equal values.
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

// Of returns the digest of the values below a node. It ignores style, comments and the order of keys.
func Of(n *yamlnode.Node) uint64 { return of(n, nil) }

// A Memo caches the digests of the mappings of one document.
type Memo map[*yamlnode.Node]uint64

// Of is the function Of with the cache.
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
		var sum uint64 // addition ignores the order
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

// OfTexts returns a digest of texts in their order.
func OfTexts(texts ...string) uint64 {
	sum := uint64(start)
	for _, text := range texts {
		sum = addText(addText(sum, text), "\x00")
	}
	return sum
}

// mix combines two sums; their order matters.
func mix(sum, next uint64) uint64 {
	for range 8 {
		sum = (sum ^ next&0xff) * prime
		next >>= 8
	}
	return sum
}
