package diffrun

import (
	"github.com/crdtool/crdtool/internal/input/digest"
	"github.com/crdtool/crdtool/internal/upgrading/upgrade"
	"github.com/crdtool/crdtool/report"
)

// copyFilter emits the changes of CRDs, but each change of several copies of a CRD only once.
type copyFilter struct {
	emit func(report.CRDDiff) error
	// seen has the digests of emitted changes, by CRD.
	seen map[string]map[uint64]bool
	// same are CRDs without changes, which are emitted last if no copy changed.
	same []report.CRDDiff
}

func (o *copyFilter) all(diffs []report.CRDDiff) error {
	for i := range diffs {
		if err := o.one(diffs[i]); err != nil {
			return err
		}
	}
	return nil
}

func (o *copyFilter) one(c report.CRDDiff) error {
	if len(c.Changes) == 0 {
		o.same = append(o.same, c)
		return nil
	}
	seen, copied := o.seen[c.Name]
	if !copied {
		seen = map[uint64]bool{}
		o.seen[c.Name] = seen
	}
	sums := make([]uint64, len(c.Changes))
	for i := range c.Changes {
		sums[i] = sumOf(&c.Changes[i])
	}
	if copied {
		n := 0
		for i := range c.Changes {
			if !seen[sums[i]] {
				c.Changes[n] = c.Changes[i]
				n++
			}
		}
		if n == 0 {
			return nil
		}
		if c.Repeated = len(c.Changes) - n; c.Repeated > 0 {
			c.Changes = c.Changes[:n]
			c.Verdict = verdictOn(c.Changes, c.Verdict)
		}
	}
	for _, sum := range sums {
		seen[sum] = true
	}
	return o.emit(c)
}

// sumOf returns the digest of a change without its position.
func sumOf(c *report.Change) uint64 {
	return digest.OfTexts(c.Code, c.Version, c.Field, c.Keyword, c.Message)
}

// verdictOn returns the verdict on some of the changes; all is the verdict on all of them.
func verdictOn(changes []report.Change, all string) string {
	const major, minor, patch = string(upgrade.Major), string(upgrade.Minor), string(upgrade.Patch)
	if all == patch || all == "" {
		return all
	}
	verdict, unsure := patch, string(upgrade.Unsure)
	for i := range changes {
		switch c := &changes[i]; {
		case c.Breaking && c.Accepted == "":
			return major
		case c.Class == string(upgrade.Unproven) && c.Accepted == "":
			verdict = unsure
		case verdict != unsure && c.Class != string(upgrade.Documentation):
			verdict = minor
		}
	}
	return verdict
}

// rest emits the CRDs that did not change in any copy.
func (o *copyFilter) rest() error {
	for _, c := range o.same {
		if o.seen[c.Name] == nil {
			o.seen[c.Name] = map[uint64]bool{}
			if err := o.emit(c); err != nil {
				return err
			}
		}
	}
	return nil
}
