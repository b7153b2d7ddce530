package rules

import "github.com/crdtool/crdtool/internal/jsonsize"

// jsonSize is how long a document is as JSON, once somebody has asked.
type jsonSize struct {
	known bool
	bytes int
}

// JSONSize returns how long the document is as JSON.
func (p *Pass) JSONSize() int {
	if !p.size.known {
		*p.size = jsonSize{true, jsonsize.Of(p.Doc.Root)}
	}
	return p.size.bytes
}
