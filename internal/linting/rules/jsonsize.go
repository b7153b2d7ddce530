package rules

import "github.com/crdtool/crdtool/internal/input/jsonsize"

// JSONSize returns how long the document is as JSON.
func (p *Pass) JSONSize() int {
	if *p.size == 0 {
		*p.size = jsonsize.Of(p.Doc.Root)
	}
	return *p.size
}
