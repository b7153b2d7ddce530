package rules

import (
	"strings"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/internal/upgrading/witness"
	"github.com/crdtool/crdtool/schema"
)

// verdict says whether a change refuses objects that the stored CRD accepts.
type verdict uint8

const (
	// mayRefuse: nothing was found that tells.
	mayRefuse verdict = iota
	// refuses: there is a witness.
	refuses
	// admits: of the requests that were tried, of which what was there before accepts some
	// and refuses others, none is refused that was not; or some are accepted that were not.
	admits
)

// judge looks for requests that are refused for the sake of a change, and for such as were
// and no longer are. Said is the text of CEL rules, whose values are tried.
func (p *Pass) judge(c *schemadiff.Change, now, was *finding.Path, said string) (verdict, *finding.Witness) {
	version := p.versionOf(c)
	if version == "" {
		return mayRefuse, nil
	}
	what := witness.Change{Version: version, Value: c.At.Way(), Field: c.Name, Rule: now, Said: said}
	updates := now != nil && strings.Contains(said, "oldSelf")
	replaced := c.Before != nil && c.After != nil
	found := p.OldWitness.Compare(p.Witness, what, was, updates)
	switch {
	case found.Refused != nil:
		return refuses, found.Refused
	case replaced && now != nil && narrowed(c.Before.(*schema.ValidationRule).Rule, c.After.(*schema.ValidationRule).Rule):
		return mayRefuse, nil
	case replaced && (found.Tried || found.Admitted):
		return admits, nil
	}
	if replaced && !updates {
		// What the new schema makes tells more, where the old one makes little.
		what.Rule = was
		if p.Witness.Compare(p.OldWitness, what, now, false).Refused != nil {
			return admits, nil
		}
	}
	return mayRefuse, nil
}

// versionOf names the version that a change is in, if both CRDs serve it.
func (p *Pass) versionOf(c *schemadiff.Change) string {
	way := c.At.Path().Segments()
	if len(way) < 3 || !way[2].IsIndex || way[2].Index >= len(p.CRD.Spec.Versions) {
		return ""
	}
	return p.CRD.Spec.Versions[way[2].Index].Name
}

// narrowed reports whether a CEL rule is another without one of its alternatives, or with
// one more condition, as far as the texts show.
func narrowed(was, now string) bool {
	plain := func(s string) string { return strings.Join(strings.Fields(s), "") }
	was, now = plain(was), plain(now)
	return strings.HasPrefix(was, now+"||") || strings.HasSuffix(was, "||"+now) ||
		strings.HasPrefix(now, was+"&&") || strings.HasSuffix(now, "&&"+was)
}
