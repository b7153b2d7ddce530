package celrule

import "github.com/google/cel-go/common/ast"

// places are the places of the nodes of a tree by their numbers, in characters, which are bytes in texts that this
// package parses. cel-go stores them in a map of the tree. That map takes as long to make as the tree, and only errors
// need it.
type places []ast.OffsetRange

// nowhere is the place of an unused number.
var nowhere = ast.OffsetRange{Start: -2, Stop: -2}

func (p places) of(id int64) (ast.OffsetRange, bool) {
	if id < 0 || id >= int64(len(p)) || p[id] == nowhere {
		return ast.OffsetRange{}, false
	}
	return p[id], true
}

// parsed is a tree that this package or cel-go has parsed. filled reports that its own map has the places.
type parsed struct {
	tree   *ast.AST
	places places // nil for cel-go's
	filled bool
}

// nodes returns about the number of nodes.
func (p *parsed) nodes() int {
	if p.places == nil {
		return len(p.tree.SourceInfo().OffsetRanges())
	}
	return len(p.places)
}

// info returns the places in the form of cel-go.
func (p *parsed) info() *ast.SourceInfo {
	info := p.tree.SourceInfo()
	if !p.filled {
		p.filled = true
		for id, at := range p.places {
			if at != nowhere {
				info.SetOffsetRange(int64(id), at)
			}
		}
	}
	return info
}

// place returns the place of a node in the expression's text, in characters.
func (e *Expression) place(id int64) (ast.OffsetRange, bool) {
	if e.places == nil {
		return e.ast.SourceInfo().GetOffsetRange(id)
	}
	return e.places.of(id)
}

// Offset returns the byte offset of a node in the expression's text, or -1 for a node that a macro made.
func (e *Expression) Offset(text string, id int64) int {
	at, ok := e.place(id)
	if !ok || at.Start < 0 {
		return -1
	}
	chars := at.Start
	for i := range text {
		if chars == 0 {
			return i
		}
		chars--
	}
	return len(text)
}
