package conflict

import (
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/prose"
)

// A limit is one end of a range, and the node that sets it.
type limit struct {
	keyword   string
	value     float64
	exclusive bool
	by        *schematree.Node
}

// set reports whether there is an end.
func (l *limit) set() bool { return l.by != nil }

func (l limit) String() string {
	text := l.keyword + ": " + prose.Decimal(l.value)
	if l.exclusive {
		text += ", exclusive"
	}
	return text
}
