package rules

import (
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/upgrading/witness"
	"github.com/crdtool/crdtool/schema"
)

// verdict tells whether a change refuses objects that the stored CRD accepts.
type verdict uint8

const (
	// mayRefuse: the search found no evidence.
	mayRefuse verdict = iota
	// refuses: there is a witness.
	refuses
	// admits: the old rule accepts some of the tried requests and refuses others, and the new one refuses no
	// further ones; or the new one accepts some that the old one refused.
	admits
)

// judge searches for requests that are refused because of a change, and for requests that are no longer
// refused. ruleText is the text of CEL rules, whose literals are tried as values.
func (p *Pass) judge(c *schemadiff.Change, now, was *finding.Path, ruleText string) (verdict, *finding.Witness) {
	version := p.versionOf(c)
	if version == "" {
		return mayRefuse, nil
	}
	what := witness.Change{Version: version, Value: c.At.ObjectPath(), Field: c.Name, Rule: now, Said: ruleText}
	updates := now != nil && strings.Contains(ruleText, "oldSelf")
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
		// Samples of the new schema tell more if those of the old one are few.
		what.Rule = was
		if p.Witness.Compare(p.OldWitness, what, now, false).Refused != nil {
			return admits, nil
		}
	}
	return mayRefuse, nil
}

// versionOf returns the name of the version that a change is in, or "".
func (p *Pass) versionOf(c *schemadiff.Change) string {
	way := c.At.Path().Segments()
	if len(way) < 3 || !way[2].IsIndex || way[2].Index >= len(p.CRD.Spec.Versions) {
		return ""
	}
	return p.CRD.Spec.Versions[way[2].Index].Name
}

// narrowed reports whether the text of the new CEL rule is that of the old one without an alternative, or with
// one more condition.
func narrowed(was, now string) bool {
	plain := func(s string) string { return strings.Join(strings.Fields(s), "") }
	was, now = plain(was), plain(now)
	return strings.HasPrefix(was, now+"||") || strings.HasSuffix(was, "||"+now) ||
		strings.HasPrefix(now, was+"&&") || strings.HasSuffix(now, "&&"+was)
}
