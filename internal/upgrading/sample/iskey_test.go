package sample

import (
	"strconv"
	"testing"
)

// TestIsKey: of lists with many keys and with few, one after the other, each has its own.
func TestIsKey(t *testing.T) {
	named := func(prefix string, n int) (keys []string) {
		for i := range n {
			keys = append(keys, prefix+strconv.Itoa(i))
		}
		return keys
	}
	many, others := named("a", 20), named("b", 20)
	b := &builder{}
	for _, keys := range [][]string{many, nil, many, others, many[:18], named("a", 3), many, others[:1], others} {
		is := b.isKey(keys)
		b.isKey(others)("") // what is asked between makes no difference
		has := map[string]bool{}
		for _, key := range keys {
			has[key] = true
		}
		for _, name := range append(append([]string{"a", ""}, many...), others...) {
			if is(name) != has[name] {
				t.Errorf("%s of %v: %t", name, keys, is(name))
			}
		}
	}
}
