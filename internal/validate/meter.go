package validate

// A Meter bounds what the rules cost that a search evaluates, on all objects that it tries
// together: one rule may take as long as ten thousand others. What they cost is counted, not
// timed, so that a search finds the same wherever it runs. It is for one goroutine. The nil
// Meter has no bound.
type Meter struct {
	spent, most int64
	of          *Meter // what it is a part of, or nil
}

// NewMeter returns a meter for what may cost so much, as CEL counts it.
func NewMeter(most int64) *Meter { return &Meter{most: most} }

// Part returns a meter for a part of what m bounds: what is counted of it is counted of m.
func (m *Meter) Part(most int64) *Meter { return &Meter{most: most, of: m} }

// usualCost is what the rules of an object may cost that are not counted: to evaluate those takes
// no longer than the rest of a request does. A search tries so few objects that they may all cost
// that.
const usualCost = 1000

const (
	// usualRules is how many rules of one schema are evaluated at no cost but theirs: no public one
	// has as many.
	usualRules = 512
	// costOfRule is what each costs beside that where there are more; one that fails costs three
	// times as much, and what is said of it.
	costOfRule = 20
	// saidPerStep is how many bytes are said of a rule in the time of a step.
	saidPerStep = 16
)

// usualCostOfOne is usualCost where one rule is evaluated alone, which is all that is done.
const usualCostOfOne = 200

// Spent is what was counted.
func (m *Meter) Spent() int64 {
	if m == nil {
		return 0
	}
	return m.spent
}

// Ample reports whether so much is left that one who has spent something goes as far with more.
func (m *Meter) Ample(spent int64) bool { return m == nil || m.most-m.spent > 2*spent }

// Pay counts what was counted under another meter.
func (m *Meter) Pay(spent int64) {
	if m != nil {
		m.spent += spent
		m.of.Pay(spent)
	}
}

// evaluated counts what the rules of an object cost.
func (m *Meter) evaluated(cost int64) {
	if cost > usualCost {
		m.Pay(cost)
	}
}

// emptyAfter reports whether nothing is left for an object whose rules have cost something so
// far.
func (m *Meter) emptyAfter(cost int64) bool {
	if m == nil {
		return false
	}
	if cost <= usualCost {
		cost = 0
	}
	return m.spent+cost >= m.most || m.of.emptyAfter(cost)
}

// costOfBytes is what it costs that the evaluation of a rule made or looked at so many bytes of
// strings, lists and maps, beside what CEL says that it costs: functions may say that they cost
// next to nothing.
func costOfBytes(bytes int64) int64 { return bytes / bytesPerStep }

// bytesPerStep is how many bytes are made or looked at in the time of a step.
const bytesPerStep = 256
