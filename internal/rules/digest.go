package rules

import (
	"go.yaml.in/yaml/v3"

	"github.com/crdtool/crdtool/internal/source"
)

// The parameters of FNV-1a with 64 bits.
const (
	digestStart uint64 = 14695981039346656037
	digestPrime uint64 = 1099511628211
)

// digest sums up the values below a node. Style, comments and the order of keys
// don't count.
func digest(n *yaml.Node) uint64 {
	if n = source.Resolve(n); n == nil {
		return digestStart
	}
	switch n.Kind {
	case yaml.MappingNode:
		var sum uint64 // addition forgets the order
		source.EachEntry(n, func(key string, _, value *yaml.Node) {
			sum += mix(digestText(digestStart, key), digest(value))
		})
		return mix(digestText(digestStart, "{"), sum)
	case yaml.SequenceNode:
		sum := digestText(digestStart, "[")
		for _, item := range n.Content {
			sum = mix(sum, digest(item))
		}
		return sum
	}
	if s, ok := source.String(n); ok {
		return digestText(digestText(digestStart, `"`), s)
	}
	return digestText(digestStart, n.Value)
}

func digestText(sum uint64, text string) uint64 {
	for i := range len(text) {
		sum = (sum ^ uint64(text[i])) * digestPrime
	}
	return sum
}

// mix adds a sum to another so that their order counts.
func mix(sum, next uint64) uint64 {
	for range 8 {
		sum = (sum ^ next&0xff) * digestPrime
		next >>= 8
	}
	return sum
}
