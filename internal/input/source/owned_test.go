package source

import (
	"reflect"
	"testing"
	"unsafe"

	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// TestOwned: an owned value is the same, and shares no string with the nodes.
func TestOwned(t *testing.T) {
	text := "plain: a text that stands in the file\n\"quoted\": \"another text\"\nlist: [some, 'more', 1, 1.5, true, ~, yes, \"2020\", 2020-01-01]\n1: {a: 0x10}\n"
	root := Read("a", []byte(text)).Documents[0].Root
	got := Owned(root)
	if want := Value(root); !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	ofNodes := map[*byte]bool{}
	each(root, nil, func(n *yamlnode.Node) { ofNodes[unsafe.StringData(n.Value)] = n.Value != "" })
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for k, e := range v {
				walk(k)
				walk(e)
			}
		case []any:
			for _, e := range v {
				walk(e)
			}
		case string:
			if ofNodes[unsafe.StringData(v)] {
				t.Errorf("%s is the string of a node", v)
			}
		}
	}
	walk(got)
}
