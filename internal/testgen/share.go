package testgen

import "github.com/crdtool/crdtool/internal/validate"

const (
	// mostForTests is what the rules may cost that are evaluated to find all tests of a CRD, as
	// CEL counts it: expensive rules take all time there is. A CRD of the Gateway API takes a
	// million.
	mostForTests = 4_000_000
	// mostForTest is what they may cost for one test, or for an object that several are made of.
	mostForTest = 500_000
	// mostTogether is for how many tests what is left is shared out at a time.
	mostTogether = 4
)

// together returns how many tests are made next, of so many, and shares out what is left for the
// rules to those. It must not depend on how many processors there are, nor on which is done first:
// only what was spent on all tests before counts.
func (m *maker) together(tests int) int {
	n := min(tests, mostTogether)
	m.share = min(mostForTest, max(0, mostForTests-m.spent.Load())/int64(2*n)) // a test may need an object, which has a share of its own
	return n
}

func (m *maker) newMeter() *validate.Meter { return validate.NewMeter(m.share) }

func (m *maker) pay(meter *validate.Meter) { m.spent.Add(meter.Spent()) }
