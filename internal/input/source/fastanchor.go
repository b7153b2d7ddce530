package source

import (
	"slices"

	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// anchors are those of a document that the fast reader has met. Each begins a value; aliases
// refer to the last of their name that is whole.
type anchors struct {
	of map[string]*yamlnode.Node
	// open are those of the values around: yaml.v3 would let an alias refer to one of them, which
	// is for it to tell.
	open []string
	// merges says that there is a merge key.
	merges bool
}

// any reports whether there is anything for which a document has to be inspected.
func (a *anchors) any() bool { return a.merges || len(a.of) > 0 }

// isOpen reports whether a value around has an anchor.
func (a *anchors) isOpen(name string) bool { return slices.Contains(a.open, name) }

// anchor is one with the place where it stands, which is that of its value.
type anchor struct {
	name         string
	line, column int
}

// anchor reads one with the spaces behind it. What it names has to be handed to named.
func (r *fastReader) anchor() (a anchor, ok bool) {
	end := r.nameEnd()
	if end == r.at+1 || !r.isGap(end) {
		return a, false
	}
	a = anchor{r.text[r.at+1 : end], r.line, r.column()}
	if r.anchors.isOpen(a.name) {
		return a, false // for yaml.v3, this is the later of the two
	}
	r.anchors.open = append(r.anchors.open, a.name)
	r.at = r.spaces(end)
	return a, true
}

// named is a value with its anchor; nil for none.
func (r *fastReader) named(a anchor, n *yamlnode.Node) *yamlnode.Node {
	if n == nil {
		return nil
	}
	n.Place(a.line, a.column)
	n.SetAnchor(a.name)
	if r.anchors.of == nil {
		r.anchors.of = map[string]*yamlnode.Node{}
	}
	r.anchors.of[a.name] = n
	r.anchors.open = r.anchors.open[:len(r.anchors.open)-1]
	return n
}

// alias reads one and ends behind its name.
func (r *fastReader) alias() *yamlnode.Node {
	end := r.nameEnd()
	name := r.text[r.at+1 : end]
	to := r.anchors.of[name]
	if to == nil || r.anchors.isOpen(name) {
		return nil
	}
	n := r.node(yamlnode.Alias, 0)
	n.Value = name
	n.SetAlias(to)
	r.at = end
	return n
}

// nameEnd is where the name behind the & or * ends that is next.
func (r *fastReader) nameEnd() int {
	i := r.at + 1
	for i < len(r.text) && isNameCharacter(r.text[i]) {
		i++
	}
	return i
}

func isNameCharacter(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '-'
}

// anchored reads a value behind a key's colon or a dash that begins with an anchor. A sequence
// that is one of a key may have the indent of the key.
func (r *fastReader) anchored(indent, depth int, ofKey bool) *yamlnode.Node {
	a, ok := r.anchor()
	if !ok {
		return nil
	}
	if r.at < len(r.text) {
		switch r.text[r.at] {
		case '\n', '#':
		default:
			return r.named(a, r.onLine(indent, depth))
		}
	}
	switch {
	case !r.endLine():
	case r.indent > indent:
		return r.named(a, r.block(indent, depth))
	case ofKey && r.indent == indent && r.isDash():
		return r.named(a, r.sequence(depth))
	}
	return nil
}

// flowAnchored reads a value in brackets that begins with an anchor.
func (r *fastReader) flowAnchored(depth int) *yamlnode.Node {
	a, ok := r.anchor()
	if !ok || r.at == len(r.text) {
		return nil
	}
	switch r.text[r.at] {
	case '&', '*':
		return nil
	}
	return r.named(a, r.flowItem(depth))
}
