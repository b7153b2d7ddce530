package celrule

import "github.com/google/cel-go/common/ast"

// places are where the nodes of a tree stand that was parsed here, by their numbers: in characters,
// which are bytes there. cel-go keeps them in a map of the tree, which takes as long to make as the
// tree, and is asked for where there are errors.
type places []ast.OffsetRange

// nowhere is the place of a number that no node has.
var nowhere = ast.OffsetRange{Start: -2, Stop: -2}

func (p places) of(id int64) (ast.OffsetRange, bool) {
	if id < 0 || id >= int64(len(p)) || p[id] == nowhere {
		return ast.OffsetRange{}, false
	}
	return p[id], true
}

// parsed is a tree that was parsed here or by cel-go, in whose map the places of the nodes are.
type parsed struct {
	tree   *ast.AST
	places places // nil for cel-go's
	filled bool
}

// nodes is about how many there are.
func (p *parsed) nodes() int {
	if p.places == nil {
		return len(p.tree.SourceInfo().OffsetRanges())
	}
	return len(p.places)
}

// info returns what cel-go takes to say where a node stands.
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

// Offset returns the byte of the expression's text at which a node stands, or -1 for what a macro
// has made.
func (e *Expression) Offset(text string, id int64) int {
	at, ok := e.places.of(id)
	if e.places == nil {
		at, ok = e.ast.SourceInfo().GetOffsetRange(id)
	}
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
