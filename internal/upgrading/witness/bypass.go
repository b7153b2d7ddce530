package witness

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/server/dryrun"
)

// A Bypass is a change of a value that a CEL rule refuses on update, and that is let
// through in two updates, the first of which removes a field.
type Bypass struct {
	Witness *finding.Witness
	// Link is the index of the field.
	Link int
	// Removable says which fields can be removed from an object that has the value: those
	// for which an update that does so was found.
	Removable []bool
}

// Bypass looks for a bypass of a CEL rule: by the first of links with which that can be
// had. The path is that of the text of the rule, said is that, and the places are those of
// the value and of fields on the way to it. It is nil if none was found.
func (p *Prover) Bypass(version string, rule *finding.Path, said string, value []finding.Segment, links [][]finding.Segment) *Bypass {
	p.begin()
	if !p.ready() {
		return nil
	}
	w, k := p.bypass(version, rule, said, value, links)
	if w == nil {
		return nil
	}
	return &Bypass{w, k, p.removable(version, value, links)}
}

func (p *Prover) bypass(version string, rule *finding.Path, said string, value []finding.Segment, links [][]finding.Segment) (*finding.Witness, int) {
	first := p.holding(version, value)
	if first == nil {
		return nil, 0
	}
	b := bypass{Prover: p, version: version, rule: rule, links: links}
	var refused, firsts []map[string]any
	firsts = append(firsts, first)
	for _, o := range p.generator.Others(version, first, value, said, 24, &p.budget) {
		if !accepted(b.create(o)) {
			refused = append(refused, o)
			continue
		}
		if w, k := b.among(firsts, o); w != nil {
			return w, k
		}
		if len(firsts) < mostPaired {
			firsts = append(firsts, o)
		}
	}
	for i := 0; len(firsts) < mostPaired && i < min(len(refused), 4); i++ {
		if o := p.generator.With(version, refused[i], value, &p.budget); o != nil {
			return b.among(firsts, o)
		}
	}
	return nil, 0
}

// mostPaired is with how many objects each other is paired.
const mostPaired = 2

type bypass struct {
	*Prover
	version string
	rule    *finding.Path
	links   [][]finding.Segment
}

// among looks for a bypass between an object and others, in either direction.
func (b *bypass) among(others []map[string]any, o map[string]any) (*finding.Witness, int) {
	for _, other := range others {
		for _, pair := range [...][2]map[string]any{{other, o}, {o, other}} {
			if w, k := b.of(pair[0], pair[1]); w != nil || b.budget.Left <= 0 {
				return w, k
			}
		}
	}
	return nil, 0
}

func (b *bypass) of(from, to map[string]any) (*finding.Witness, int) {
	direct := b.update(to, from)
	if direct == nil || direct.APIServer.Accepted || !refusedBy(direct, b.rule) {
		return nil, 0
	}
	for k := range b.links {
		between, removed := b.between(b.version, from, b.links[k])
		if removed == nil {
			continue
		}
		added := b.update(to, between)
		if !accepted(added) {
			continue
		}
		return &finding.Witness{Requests: []finding.Request{
			request("create", b.version, from, b.create(from)),
			request("update", b.version, to, direct),
			request("update", b.version, between, removed),
			request("update", b.version, to, added),
		}}, k
	}
	return nil, 0
}

// between returns an object like a without the field at a place, by which an update of a
// replaces it, and the answer to that; what else must differ then differs, too. There are none if none was found.
func (p *Prover) between(version string, a map[string]any, link []finding.Segment) (map[string]any, *dryrun.Result) {
	o := without(a, link)
	if r := p.update(o, a); accepted(r) {
		return o, r
	}
	if o = p.generator.Without(version, a, link, &p.budget); o == nil {
		return nil, nil
	}
	if r := p.update(o, a); accepted(r) {
		return o, r
	}
	return nil, nil
}

// removable reports which fields can be removed from an object that has a value at a
// place: those for which an update that does so was found, and all if no object was.
func (p *Prover) removable(version string, value []finding.Segment, links [][]finding.Segment) []bool {
	can := make([]bool, len(links))
	for i := range can {
		can[i] = true
	}
	if !p.ready() {
		return can
	}
	o := p.holding(version, value)
	for i, link := range links {
		if o == nil {
			continue
		}
		_, removed := p.between(version, o, link)
		can[i] = removed != nil
	}
	return can
}

// refusedBy reports whether a CEL rule refused a request.
func refusedBy(r *dryrun.Result, rule *finding.Path) bool {
	return slices.ContainsFunc(r.Findings, func(f finding.Finding) bool { return isOf(f, rule) })
}

// isOf reports whether a finding is what a CEL rule says.
func isOf(f finding.Finding, rule *finding.Path) bool {
	want := below(rule)
	return slices.ContainsFunc(f.Related, func(r finding.Related) bool { return r.Path != nil && below(r.Path) == want })
}

// below is a path below the schema of the object: a schema that versions share stands
// elsewhere in the file than each of them has it.
func below(p *finding.Path) string {
	_, rest, _ := strings.Cut(p.File(), "openAPIV3Schema")
	return strings.TrimSuffix(rest, ".rule")
}
