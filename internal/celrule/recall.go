package celrule

import (
	"crypto/sha256"
	"slices"
	"sync"
)

// Seen stands for all that an evaluation of a program sees: two that see the same come to the same.
type Seen [sha256.Size]byte

// Outcome is what came of an evaluation that ended with true or false, and what it took.
type Outcome struct {
	Passed bool
	Cost   uint64
	// Made and Looked are as celrun counts them.
	Made, Looked int64
}

// recalled are the last outcomes of a program that took long: a rule of an object is evaluated
// for each request with it, for its default, and again for the CRD that is to come.
type recalled struct {
	mu   sync.Mutex
	all  []recollection
	most int // bytes of the values of those
}

type recollection struct {
	seen Seen
	Outcome
}

// mostRecalled is how many outcomes of a program are kept.
const mostRecalled = 8

// Recall returns what came of an evaluation that saw the same as another one. Seen is asked what
// it sees, if that is not of more bytes than what any saw of which the outcome is kept.
func (p *Program) Recall(seen func(most int) (Seen, bool)) (Outcome, bool) {
	r := &p.recalled
	r.mu.Lock()
	most, none := r.most, len(r.all) == 0
	r.mu.Unlock()
	if none {
		return Outcome{}, false
	}
	what, ok := seen(most)
	if !ok {
		return Outcome{}, false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := range r.all {
		if r.all[i].seen == what {
			return r.all[i].Outcome, true
		}
	}
	return Outcome{}, false
}

// Keep keeps the outcome of an evaluation that saw so many bytes.
func (p *Program) Keep(seen Seen, bytes int, o Outcome) {
	r := &p.recalled
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.all) == mostRecalled {
		r.all = slices.Delete(r.all, 0, 1)
	}
	r.all = append(r.all, recollection{seen, o})
	r.most = max(r.most, bytes)
}
