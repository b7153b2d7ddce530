package rules

import "github.com/crdtool/crdtool/internal/jsonsize"

// jsonSize is what is known of how long a document is as JSON.
type jsonSize struct {
	counted bool
	bytes   int // if it was counted
	atMost  int // if not, and 0 if nothing is known
}

// JSONExceeds returns how long the document is as JSON if that may be more than a
// limit.
func (p *Pass) JSONExceeds(limit int) (size int, may bool) {
	s := p.size
	switch {
	case s.counted:
	case s.atMost > 0 && s.atMost <= limit:
		return 0, false
	case !jsonsize.MayExceed(p.Doc, limit):
		s.atMost = limit
		return 0, false
	default:
		s.counted, s.bytes = true, jsonsize.Of(p.Doc.Root)
	}
	return s.bytes, true
}
