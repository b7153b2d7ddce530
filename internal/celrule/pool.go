package celrule

import "sync"

// A pool has programs for an expression, as many as evaluate it at once: each counts its own
// costs.
type pool[P any] struct {
	plan func() (P, error)

	mu   sync.Mutex
	free []P
}

// newPool returns a pool with one.
func newPool[P any](plan func() (P, error)) (*pool[P], error) {
	p := &pool[P]{plan: plan}
	first, err := plan()
	if err != nil {
		return nil, err
	}
	p.giveBack(first)
	return p, nil
}

func (p *pool[P]) take() (P, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	last := len(p.free) - 1
	if last < 0 {
		return p.plan()
	}
	taken := p.free[last]
	p.free = p.free[:last]
	return taken, nil
}

func (p *pool[P]) giveBack(of P) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free = append(p.free, of)
}
