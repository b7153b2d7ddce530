package rules

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/schemadiff"
	"github.com/crdtool/crdtool/internal/witness"
	"github.com/crdtool/crdtool/schema"
)

// verdict says whether a change refuses objects that the stored CRD accepts.
type verdict uint8

const (
	// mayRefuse: nothing was found that tells.
	mayRefuse verdict = iota
	// refuses: there is a witness.
	refuses
	// admits: objects were found that are accepted only now, and none that are refused
	// now, so that it is a change to the wider as far as that can be found.
	admits
)

// judge looks for objects that are refused for the sake of a change, and for such as were
// and no longer are. Said is the text of CEL rules, whose values are tried.
func (p *Pass) judge(c *schemadiff.Change, now, was *finding.Path, said string) (verdict, *finding.Witness) {
	version := p.versionOf(c)
	if version == "" {
		return mayRefuse, nil
	}
	what := witness.Change{Version: version, Value: wayToPair(c.At), Field: c.Name, Rule: now, Said: said}
	if w := p.OldWitness.Refused(p.Witness, what); w != nil {
		return refuses, w
	}
	if c.Before != nil && c.After != nil {
		what.Rule = was
		if p.Witness.Refused(p.OldWitness, what) != nil {
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

// wayToPair is a place in an object where the values of a pair stand.
func wayToPair(at *schemadiff.Pair) []finding.Segment {
	if at.Parent == nil {
		return nil
	}
	way := wayToPair(at.Parent)
	switch n := at.Old; n.Role {
	case schema.RoleProperty:
		return append(way, finding.Segment{Name: n.Name})
	case schema.RoleItems:
		return append(way, finding.Segment{IsIndex: true})
	}
	return append(way, finding.Segment{Name: "example"})
}
