package diffrun

import (
	"github.com/crdtool/crdtool/internal/input/digest"
	"github.com/crdtool/crdtool/internal/upgrading/upgrade"
	"github.com/crdtool/crdtool/report"
)

// onlyOnce hands on what changes; of copies what copies before did not change alike.
type onlyOnce struct {
	emit func(report.CRDDiff) error
	// seen are the changes that were handed on, by name.
	seen map[string]map[uint64]bool
	// same are the CRDs that did not change, as long as no copy did.
	same []report.CRDDiff
}

func (o *onlyOnce) all(diffs []report.CRDDiff) error {
	for i := range diffs {
		if err := o.one(diffs[i]); err != nil {
			return err
		}
	}
	return nil
}

func (o *onlyOnce) one(c report.CRDDiff) error {
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

// sumOf stands for what a change is, wherever it stands.
func sumOf(c *report.Change) uint64 {
	return digest.OfTexts(c.Code, c.Version, c.Field, c.Keyword, c.Message)
}

// verdictOn is the verdict on some of the changes on all of which there is another.
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

// rest hands on what did not change in any copy.
func (o *onlyOnce) rest() error {
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
