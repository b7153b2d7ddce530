package regexshape

import (
	"strings"
	"sync"
)

// A memo keeps what was counted of expressions that were asked about: a search asks about one for
// each text.
type memo struct {
	count func(pattern string) int

	mu    sync.RWMutex
	known map[string]int
}

const (
	mostKnown = 1024
	longKnown = 1024
)

func (m *memo) of(pattern string) int {
	m.mu.RLock()
	n, ok := m.known[pattern]
	m.mu.RUnlock()
	if ok {
		return n
	}
	n = m.count(pattern)
	if len(pattern) > longKnown {
		return n
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.known == nil || len(m.known) >= mostKnown {
		m.known = map[string]int{}
	}
	m.known[strings.Clone(pattern)] = n
	return n
}
