package edit

import (
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// Lines are the lines of an entry of a block collection.
type Lines struct {
	// Start is the offset of the first line, with the comments directly above the entry; End is the offset of the line
	// after the last one.
	Start, End int
	// Token is the offset of the key or the dash, Column its indentation.
	Token, Column int
	// Shared is set if the entry begins after a dash, on the line of an item.
	Shared bool
}

// LinesOf returns the lines of the entry at a path; false for an entry in flow style, behind an alias or from a
// merge key.
func LinesOf(doc *source.Document, path ...finding.Segment) (Lines, bool) {
	p := planner{doc: doc, text: doc.File.Text}
	s, ok := p.find(path)
	if !ok || s.above == nil || isFlow(s.above.node) || doc.JSON() {
		return Lines{}, false
	}
	return p.linesOf(s.above, s.at)
}
