package celrule

import "sync"

// A pool has programs for an expression, as many as evaluate it at once: each counts its own
// costs.
type pool struct {
	plan func() (*countedProgram, error)

	mu   sync.Mutex
	free []*countedProgram
}

// newPool returns a pool with one.
func newPool(plan func() (*countedProgram, error)) (*pool, error) {
	p := &pool{plan: plan}
	first, err := plan()
	if err != nil {
		return nil, err
	}
	p.giveBack(first)
	return p, nil
}

func (p *pool) take() (*countedProgram, error) {
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

func (p *pool) giveBack(of *countedProgram) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free = append(p.free, of)
}
