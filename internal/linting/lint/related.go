package lint

import (
	"strings"
	"unicode/utf8"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// locateRelated sets a missing position of a related place. For a block scalar it is the first line of the
// text, which tells more than the indicator before it.
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
