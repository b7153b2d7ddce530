package cursor

import (
	"slices"

	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// An open collection is one that a blank line may continue, with its last entry above the line (-1 for none).
type open struct {
	n *node
	i int
	// outer is the column of the key or dash that has the collection; -1 for the root.
	outer int
}

// blankLine finds the place on a line without text: the column of the cursor says which collection is continued.
func (w *walk) blankLine(root *node, column int) {
	chain := w.openAt(root)
	w.place.Column = column
	if w.inScalar(chain, column) || w.belowEntry(chain, column) {
		return
	}
	for k := len(chain) - 1; k >= 0; k-- {
		o := chain[k]
		if k > 0 && column <= o.outer && !(o.n.kind == yamlnode.Sequence && column == o.n.indent) {
			continue
		}
		w.to(chain, k)
		if o.n.kind == yamlnode.Mapping {
			w.place.Role, w.place.mapping, w.place.Column = Key, o.n, o.n.indent
			if o.i >= 0 && o.n.entries[o.i].value == nil && column == o.n.indent {
				// The key above has no value: it may get a list in its own column.
				w.place.Item = append(slices.Clone(w.path), finding.Segment{Name: w.v.key(o.n.entries[o.i].key)}, finding.Segment{IsIndex: true})
			}
			return
		}
		item := append(slices.Clone(w.path), finding.Segment{Index: o.i + 1, IsIndex: true})
		if k > 0 && column <= o.outer && chain[k-1].n.kind == yamlnode.Mapping {
			// The dashes are in the column of the keys: a key or a dash may follow.
			w.to(chain, k-1)
			w.place.Role, w.place.mapping, w.place.Column = Key, chain[k-1].n, chain[k-1].n.indent
			w.place.Item = item
			return
		}
		w.path = item
		w.place.Role, w.place.Column = Dash, o.n.indent
		return
	}
}

// openAt returns the collections around a blank line, from the root on.
func (w *walk) openAt(root *node) []open {
	var chain []open
	outer := -1
	for n := root; n.isBlock(); {
		i := lastBefore(n, w.offset)
		chain = append(chain, open{n: n, i: i, outer: outer})
		if i < 0 {
			break
		}
		outer = n.indent
		n = n.entries[i].value
	}
	return chain
}

// to sets the path to a collection of the chain.
func (w *walk) to(chain []open, k int) {
	w.path = w.path[:0]
	for _, o := range chain[:k] {
		w.enter(o.n, o.i)
	}
}

// inScalar reports whether the line belongs to the last scalar above it, or to a collection in flow style.
func (w *walk) inScalar(chain []open, column int) bool {
	o := chain[len(chain)-1]
	if o.i < 0 {
		return false
	}
	v := o.n.entries[o.i].value
	if v == nil {
		return false
	}
	inside := w.offset > v.start && w.offset < v.end
	switch {
	case v.isBlockScalar() && v.indent >= 0:
		// A line without any character is a blank line of the text if text follows.
		inside = column >= v.indent || column == 0 && w.offset < v.end
	case v.isBlockScalar():
		inside = column > o.n.indent
	case v.isFlow():
		inside = inside || !v.closed && column > o.n.indent
	case v.style == 0:
		inside = inside && column > o.n.indent
	}
	if !inside {
		return false
	}
	w.to(chain, len(chain)-1)
	w.enter(o.n, o.i)
	w.place.Column = o.n.indent
	if v.isFlow() {
		w.place.Flow = true
		w.inFlow(v)
		return true
	}
	w.place.Role = Value
	if o.n.kind == yamlnode.Sequence {
		w.place.Role = Item
	}
	w.place.Scalar = scalarAt(w.text, v, w.offset)
	return true
}

// belowEntry reports whether the line is below a key or a dash and indented by more, and has nothing or the first line
// of a scalar below it.
func (w *walk) belowEntry(chain []open, column int) bool {
	o := chain[len(chain)-1]
	if o.i < 0 || column <= o.n.indent {
		return false
	}
	if e := &o.n.entries[o.i]; e.colon < 0 || e.value.isBlock() || e.value != nil && e.value.start < w.offset {
		return false
	}
	w.to(chain, len(chain)-1)
	w.enter(o.n, o.i)
	w.place.Role, w.place.Column = Start, o.n.indent
	return true
}
