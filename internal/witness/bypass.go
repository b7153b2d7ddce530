package witness

import (
	"reflect"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/dryrun"
)

// Bypass looks for a change of a value that a CEL rule refuses on update, and that is
// let through in two updates, the first of which removes a field: the first of links
// with which that can be had, whose index it returns. The path is that of the text of
// the CEL rule, said is that, and the places are those of the value and of fields on the
// way to it.
func (p *Prover) Bypass(version string, rule *finding.Path, said string, value []finding.Segment, links [][]finding.Segment) (*finding.Witness, int) {
	if !p.ready() {
		return nil, 0
	}
	first := p.holding(version, value)
	if first == nil {
		return nil, 0
	}
	b := bypass{Prover: p, version: version, rule: rule, links: links, without: map[removal]removed{}, failed: make([]int, len(links))}
	var refused, firsts []map[string]any
	firsts = append(firsts, first)
	for _, o := range p.generator.Others(version, first, value, said, 24, &p.budget) {
		if !accepted(p.create(o)) {
			refused = append(refused, o)
			continue
		}
		if w, k := b.among(firsts, o); w != nil {
			return w, k
		}
		if len(firsts) < 2 {
			firsts = append(firsts, o)
		}
	}
	for i := 0; len(firsts) < 2 && i < min(len(refused), 4); i++ {
		if o := p.generator.With(version, refused[i], value, &p.budget); o != nil {
			return b.among(firsts, o)
		}
	}
	return nil, 0
}

type bypass struct {
	*Prover
	version string
	rule    *finding.Path
	links   [][]finding.Segment
	// without are the objects from which a link was removed, since most pairs have one
	// object in common; failed counts, for each link, those from which it can't be.
	without map[removal]removed
	failed  []int
}

// A removal is that of a link from an object, which the address of the map stands for:
// the search holds all of them.
type removal struct {
	from uintptr
	link int
}

type removed struct {
	object map[string]any
	result *dryrun.Result
}

// fewFailures are as many objects as a link can't be removed from, whatever else is
// changed in them, until it is only left out of others as they are: what a rule
// keeps in some objects it keeps in most.
const fewFailures = 4

// remove returns what between does, once for each object and link.
func (b *bypass) remove(from map[string]any, k int) (map[string]any, *dryrun.Result) {
	key := removal{reflect.ValueOf(from).Pointer(), k}
	r, known := b.without[key]
	if !known {
		r.object, r.result = b.between(b.version, from, b.links[k], b.failed[k] < fewFailures)
		if r.result == nil {
			b.failed[k]++
		}
		b.without[key] = r
	}
	return r.object, r.result
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
		between, removed := b.remove(from, k)
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
// replaces it, and the answer to that; what else must differ then differs, too, if that is
// to be looked for. They are nil if none was found.
func (p *Prover) between(version string, a map[string]any, link []finding.Segment, more bool) (map[string]any, *dryrun.Result) {
	o := without(a, link)
	if r := p.update(o, a); accepted(r) {
		return o, r
	}
	if !more {
		return nil, nil
	}
	if o = p.generator.Without(version, a, link, &p.budget); o == nil {
		return nil, nil
	}
	if r := p.update(o, a); accepted(r) {
		return o, r
	}
	return nil, nil
}

// Removable reports which fields can be removed from an object that has a value at a
// place: those for which an update that does so was found, and all if no object was.
func (p *Prover) Removable(version string, value []finding.Segment, links [][]finding.Segment) []bool {
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
		_, removed := p.between(version, o, link, true)
		can[i] = removed != nil
	}
	return can
}

// refusedBy reports whether a CEL rule refused a request.
func refusedBy(r *dryrun.Result, rule *finding.Path) bool {
	want := below(rule)
	return slices.ContainsFunc(r.Findings, func(f finding.Finding) bool {
		return slices.ContainsFunc(f.Related, func(r finding.Related) bool { return r.Path != nil && below(r.Path) == want })
	})
}

// below is a path below the schema of the object: a schema that versions share stands
// elsewhere in the file than each of them has it.
func below(p *finding.Path) string {
	_, rest, _ := strings.Cut(p.File(), "openAPIV3Schema")
	return strings.TrimSuffix(rest, ".rule")
}
