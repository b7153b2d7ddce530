package witness

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/dryrun"
)

// mostPairs is how many changes of a value are tried for one that a CEL rule refuses.
const mostPairs = 60

// Bypass looks for a change of a value that a CEL rule refuses on update, and that is
// let through in two updates, the first of which removes a field: the first of links
// with which that can be had, whose index it returns. The path is that of the text of
// the CEL rule, said is that, and the places are those of the value and of fields on the way to it.
func (p *Prover) Bypass(version string, rule *finding.Path, said string, value []finding.Segment, links [][]finding.Segment) (*finding.Witness, int) {
	if !p.ready() {
		return nil, 0
	}
	first := p.holding(version, value)
	if first == nil {
		return nil, 0
	}
	objects := []map[string]any{first}
	var refused []map[string]any
	for _, o := range p.generator.Others(version, first, value, said, 24, &p.budget) {
		if accepted(p.create(o)) {
			objects = append(objects, o)
		} else {
			refused = append(refused, o)
		}
	}
	for i := 0; len(objects) < 2 && i < min(len(refused), 4); i++ {
		if o := p.generator.With(version, refused[i], value, &p.budget); o != nil {
			objects = append(objects, o)
		}
	}
	pairs := 0
	for i, a := range objects {
		for j, b := range objects {
			if i == j || i > 2 && j > 2 {
				continue
			}
			if pairs++; pairs > mostPairs || p.budget.Left <= 0 {
				return nil, 0
			}
			direct := p.update(b, a)
			if direct == nil || direct.APIServer.Accepted || !refusedBy(direct, rule) {
				continue
			}
			for k, link := range links {
				if w := p.around(version, a, b, p.between(version, a, link), direct); w != nil {
					return w, k
				}
			}
		}
	}
	return nil, 0
}

// between returns an object like a without the field at a place; what else must differ
// then differs, too. It is nil if none was found.
func (p *Prover) between(version string, a map[string]any, link []finding.Segment) map[string]any {
	if o := without(a, link); accepted(p.update(o, a)) {
		return o
	}
	return p.generator.Without(version, a, link, &p.budget)
}

// around makes the witness of a bypass, or returns nil.
func (p *Prover) around(version string, a, b, between map[string]any, direct *dryrun.Result) *finding.Witness {
	if between == nil {
		return nil
	}
	removed := p.update(between, a)
	if !accepted(removed) {
		return nil
	}
	added := p.update(b, between)
	if !accepted(added) {
		return nil
	}
	return &finding.Witness{Requests: []finding.Request{
		request("create", version, a, p.create(a)),
		request("update", version, b, direct),
		request("update", version, between, removed),
		request("update", version, b, added),
	}}
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
		between := p.between(version, o, link)
		can[i] = between != nil && accepted(p.update(between, o))
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
