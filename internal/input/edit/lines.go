package edit

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/input/source"
)

// Lines is where an entry of a block collection stands in the text of its file.
type Lines struct {
	// Start is the offset of the first line, comments right above the entry included,
	// End that of the line behind the last one.
	Start, End int
	// Token is the offset of the key or the dash, Column its indentation.
	Token, Column int
	// Shared is set when the entry begins behind a dash, on the line of an item.
	Shared bool
}

// LinesOf returns the lines of the entry that a path leads to. There are none for one in
// brackets, behind an alias or brought in by a merge key.
func LinesOf(doc *source.Document, path ...finding.Segment) (Lines, bool) {
	p := planner{doc: doc, text: doc.File.Text}
	s, ok := p.find(path)
	if !ok || s.above == nil || isFlow(s.above.node) || doc.JSON() {
		return Lines{}, false
	}
	return p.linesOf(s.above, s.at)
}
