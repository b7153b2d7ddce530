package yamlnode

import (
	"testing"
	"unsafe"

	"go.yaml.in/yaml/v3"
)

// Nodes have the size that the package promises.
func TestSize(t *testing.T) {
	if size := unsafe.Sizeof(Node{}); size != 64 {
		t.Errorf("a node takes %d bytes", size)
	}
}

func read(t *testing.T, text string) *Node {
	t.Helper()
	var n yaml.Node
	if err := yaml.Unmarshal([]byte(text), &n); err != nil {
		t.Fatal(err)
	}
	return Of(n.Content[0])
}

func TestOf(t *testing.T) {
	root := read(t, "a: &x [1, 'b', \"c\", !!str d]\nb: |\n  e\nc: >\n  f\n<<: {g: *x}\nd: {}\n'<<': 1\n!!merge <<: {}\n!!str <<: 2\n")
	list := root.Content[1]
	if root.Kind != Mapping || list.Kind != Sequence || list.Style != Flow || list.Anchor() != "x" || list.Tag() != "" ||
		list.Line() != 1 || list.Column() != 4 || list.Alias() != nil {
		t.Errorf("%+v", list)
	}
	for i, want := range []struct {
		style Style
		value string
		tag   string
	}{{0, "1", ""}, {SingleQuoted, "b", ""}, {DoubleQuoted, "c", ""}, {Tagged, "d", "!!str"}} {
		if n := list.Content[i]; n.Kind != Scalar || n.Style != want.style || n.Value != want.value || n.Tag() != want.tag || n.Content != nil {
			t.Errorf("item %d is %+v", i, n)
		}
	}
	for i, want := range map[int]Style{3: Literal, 5: Folded} {
		if root.Content[i].Style != want {
			t.Errorf("%+v", root.Content[i])
		}
	}
	if alias := root.Content[7].Content[1]; alias.Kind != Alias || alias.Alias() != list || alias.Value != "x" {
		t.Errorf("%+v", alias)
	}
	for i, want := range map[int]bool{0: false, 6: true, 10: false, 12: true, 14: false} {
		if n := root.Content[i]; n.IsMerge() != want {
			t.Errorf("%+v: is a merge key: %t", n, !want)
		}
	}
}

// What contains itself is converted, and cloned, once.
func TestCycle(t *testing.T) {
	root := read(t, "a: &x [*x]\n")
	if list := root.Content[1]; list.Content[0].Alias() != list {
		t.Error("the alias leads elsewhere")
	}
	clone := Clone(root, func(of, clone *Node) { clone.Value = of.Value + "!" })
	if list := clone.Content[1]; list == root.Content[1] || list.Content[0].Alias() != list || list.Content[0].Value != "x!" || root.Content[0].Value != "a" {
		t.Errorf("%+v", list)
	}
}
