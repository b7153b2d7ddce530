package witness

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// A Bypass is a change of a value that a CEL rule refuses in one update, and that two updates can make: the first
// of them removes a field.
type Bypass struct {
	Witness *finding.Witness
	// Link is the index of the field.
	Link int
	// Removable says for each field whether an update was found that removes it from an object with the value.
	Removable []bool
}

// Bypass searches for a bypass of a CEL rule, by the first of links that works. rule is the path of the rule's
// text, ruleText the text, value the place of the value, and links the places of fields above it. It returns nil if
// none was found.
func (p *Prover) Bypass(version string, rule *finding.Path, ruleText string, value []finding.Segment, links [][]finding.Segment) *Bypass {
	p.begin()
	if !p.ready() {
		return nil
	}
	w, k := p.bypass(version, rule, ruleText, value, links)
	if w == nil {
		return nil
	}
	return &Bypass{w, k, p.removable(version, value, links)}
}

func (p *Prover) bypass(version string, rule *finding.Path, ruleText string, value []finding.Segment, links [][]finding.Segment) (*finding.Witness, int) {
	first := p.holding(version, value)
	if first == nil {
		return nil, 0
	}
	b := bypass{Prover: p, version: version, rule: rule, links: links}
	var refused, firsts []map[string]any
	firsts = append(firsts, first)
	for _, o := range p.generator.Others(version, first, value, ruleText, 24, &p.budget) {
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

// mostPaired limits the objects with which each object is paired.
const mostPaired = 2

type bypass struct {
	*Prover
	version string
	rule    *finding.Path
	links   [][]finding.Segment
}

// among searches for a bypass between an object and others, in both directions.
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

// between returns an object like a without the field at a place, which an accepted update of a sets, and the
// answer to that update. Other values may differ if necessary. It returns nil if none was found.
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

// removable reports which fields an update can remove from an object with a value at a place. It reports all if no
// object was found.
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

// isOf reports whether a CEL rule causes a finding.
func isOf(f finding.Finding, rule *finding.Path) bool {
	want := below(rule)
	return slices.ContainsFunc(f.Related, func(r finding.Related) bool { return r.Path != nil && below(r.Path) == want })
}

// below returns a path below the schema of the object: versions that share a schema have another path to it.
func below(p *finding.Path) string {
	_, rest, _ := strings.Cut(p.File(), "openAPIV3Schema")
	return strings.TrimSuffix(rest, ".rule")
}
