package source

import (
	"fmt"
	"strings"
	"testing"
	"unsafe"
)

func TestSlabSize(t *testing.T) {
	if size := unsafe.Sizeof(nodeSlab{}); size > 32<<10 || size < 31<<10 {
		t.Errorf("a slab has %d bytes; change its length so that it fills 32 KiB", size)
	}
}

// TestReleasedNodes reads files into the nodes of others, among them such as hold more
// in a collection than a slab does.
func TestReleasedNodes(t *testing.T) {
	var texts [][]byte
	for _, n := range []int{10, 700, 5000, 30} {
		var b strings.Builder
		fmt.Fprintf(&b, "# file of %d\n", n)
		for i := range n {
			fmt.Fprintf(&b, "key%d:\n- \"%d\"\n- {a: [1, x%d], b: null}\n", i, n, i)
		}
		texts = append(texts, []byte(b.String()))
	}
	for range 3 {
		for _, text := range texts {
			got, want := ReadOwn("a.yaml", text), Read("a.yaml", text)
			if d := differ(got.Documents[0].Root, want.Documents[0].Root); d != "" {
				t.Fatal(d)
			}
			compareFast(t, text, &fastShare{})
			got.Release()
		}
	}
}
