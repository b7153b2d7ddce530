package validate

// A Meter limits what the rules cost that a search evaluates on all objects that it tries: one rule may
// take as long as ten thousand others. It counts costs as CEL does, so that a search finds the
// same wherever it runs. It is for one goroutine. The nil Meter has no limit.
type Meter struct{ left int64 }

// NewMeter returns a meter for rules that may cost so much together.
func NewMeter(most int64) *Meter { return &Meter{left: most} }

func (m *Meter) pay(cost int64) {
	if m != nil {
		m.left -= cost
	}
}

// empty reports whether no more rules are to be evaluated.
func (m *Meter) empty() bool { return m != nil && m.left <= 0 }
