// Package recent keeps what was asked for lately, and forgets the rest: a run over very
// many files takes no more memory than one over some.
package recent

// A Map has what was kept or found in this turn, and in the one before. The zero Map is
// empty.
type Map[K comparable, V any] struct{ now, before map[K]V }

// Find returns what is kept, which is of this turn from then on.
func (m *Map[K, V]) Find(key K) (V, bool) {
	v, ok := m.now[key]
	if ok {
		return v, true
	}
	if v, ok = m.before[key]; ok {
		delete(m.before, key)
		m.Keep(key, v)
	}
	return v, ok
}

// Keep keeps a value.
func (m *Map[K, V]) Keep(key K, v V) {
	if m.now == nil {
		m.now = map[K]V{}
	}
	m.now[key] = v
}

// Turn begins a new turn if this one has so many. What is of neither is forgotten.
func (m *Map[K, V]) Turn(many int) bool {
	if len(m.now) < many {
		return false
	}
	m.now, m.before = nil, m.now
	return true
}

// Forget forgets what is not of this turn.
func (m *Map[K, V]) Forget() { m.before = nil }

// Len returns how many are of this turn, and how many of the one before.
func (m *Map[K, V]) Len() (now, before int) { return len(m.now), len(m.before) }
