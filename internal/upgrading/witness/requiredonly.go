package witness

import "github.com/crdtool/crdtool/internal/text/finding"

// Bare shows that an object with only the required fields is accepted without a field.
func (p *Prover) Bare(version, field string) *finding.Witness {
	p.begin()
	if !p.ready() {
		return nil
	}
	o := p.holding(version, nil)
	if o == nil {
		return nil
	}
	o = without(o, []finding.Segment{{Name: field}})
	r := p.create(o)
	if !accepted(r) {
		return nil
	}
	return &finding.Witness{Requests: []finding.Request{request("create", version, o, r)}}
}

// Takes shows that an object with a value at a place is accepted.
func (p *Prover) Takes(version string, path []finding.Segment, value any) *finding.Witness {
	p.begin()
	if !p.ready() {
		return nil
	}
	o := p.generator.Putting(version, path, value, &p.budget)
	if o == nil {
		return nil
	}
	r := p.create(o)
	if !accepted(r) {
		return nil
	}
	return &finding.Witness{Requests: []finding.Request{request("create", version, o, r)}}
}
