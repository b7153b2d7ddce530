package lint

import (
	"strings"
	"unicode/utf8"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// locateRelated fills in a related place that has none. Of a block of text that is
// its first line, which says more than the mark that begins the block.
func locateRelated(doc *source.Document, r *finding.Related) {
	if r.Path == nil || r.Pos != (finding.Pos{}) {
		return
	}
	r.Pos = doc.Locate(r.Path.Segments())
	n, exact := doc.Node(r.Path.Segments())
	if !exact || n == nil || n.Kind != yamlnode.Scalar || n.Style&yamlnode.Literal == 0 {
		return
	}
	if pos, ok := doc.Inside(n, 0); ok {
		first, _, _ := strings.Cut(n.Value, "\n")
		pos.EndColumn = pos.Column + max(1, utf8.RuneCountInString(first))
		r.Pos = pos
	}
}
