package cursor

import "github.com/crdtool/crdtool/internal/input/yamlnode"

// A node is a value in an outline. Unlike yamlnode.Node it has byte offsets, and it may be of text that is no YAML.
type node struct {
	kind  yamlnode.Kind
	style yamlnode.Style
	// start and end are the text of a scalar with its quotes, or of a collection from its first key, dash or bracket on.
	// A block scalar starts with its indicator.
	start, end int
	// indent is the column of the keys or dashes of a collection in block style, and of the lines of a block scalar
	// (-1 if it has none).
	indent int
	// outer is the column of the key or dash that has the node; -1 at the root. The lines of a block scalar are
	// indented by more.
	outer   int
	entries []entry
	// closed is set for a quoted scalar or a flow collection with its end.
	closed bool
	// chomp is the indicator + or - of a block scalar.
	chomp byte
}

// An entry is an entry of a mapping or an item of a sequence.
type entry struct {
	// start is the offset of the key or the dash; of an item in flow style, that of its value or where it would be.
	start int
	key   *node // nil for items
	// colon is the offset of the colon after the key, or of the dash of an item; -1 if there is none.
	colon int
	value *node // nil if nothing is there
	// end is the offset of the comma or bracket after an entry in flow style.
	end int
}

func (n *node) isBlock() bool {
	return n != nil && (n.kind == yamlnode.Mapping || n.kind == yamlnode.Sequence) && n.style&yamlnode.Flow == 0
}

func (n *node) isFlow() bool { return n != nil && n.style&yamlnode.Flow != 0 }

func (n *node) isMapping() bool { return n != nil && n.kind == yamlnode.Mapping }

func (n *node) isScalar() bool { return n != nil && n.kind == yamlnode.Scalar }

func (n *node) isBlockScalar() bool {
	return n.isScalar() && n.style&(yamlnode.Literal|yamlnode.Folded) != 0
}

// last returns the last entry.
func (n *node) last() *entry { return &n.entries[len(n.entries)-1] }
