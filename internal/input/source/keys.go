package source

import "github.com/crdtool/crdtool/internal/input/yamlnode"

// LastKey returns the index of the last entry of a mapping with a key, or -1. It ignores merge keys.
func LastKey(mapping *yamlnode.Node, name string) int {
	for i := len(mapping.Content)/2 - 1; i >= 0; i-- {
		if s, ok := scalarKey(mapping.Content[2*i]); ok && s == name {
			return i
		}
	}
	return -1
}

func scalarKey(k *yamlnode.Node) (string, bool) {
	if k.Kind != yamlnode.Scalar {
		return "", false
	}
	return Key(k)
}
