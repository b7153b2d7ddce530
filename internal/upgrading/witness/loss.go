package witness

import (
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// Unstored shows that a value written in a version is missing when the object is read in that version. field is
// the name of the value.
func (p *Prover) Unstored(version string, value []finding.Segment, field string) *finding.Witness {
	p.begin()
	if !p.ready() {
		return nil
	}
	o := p.holding(version, value)
	if o == nil {
		return nil
	}
	return p.readBack(version, o, value, field)
}

// Emptied is Unstored for an object with an undeclared field.
func (p *Prover) Emptied(version string, object []finding.Segment, field string) *finding.Witness {
	p.begin()
	if !p.ready() {
		return nil
	}
	o := p.holding(version, object)
	if o == nil {
		return nil
	}
	o = runtime.DeepCopyJSON(o)
	into, ok := at(o, object).(map[string]any)
	if !ok {
		return nil
	}
	const name = "example"
	into[name] = "example"
	return p.readBack(version, o, append(object[:len(object):len(object)], finding.Segment{Name: name}), field+"."+name)
}

// readBack creates an object and reads it; nil if the value is there. Unknown fields are dropped without an error.
func (p *Prover) readBack(version string, o map[string]any, value []finding.Segment, field string) *finding.Witness {
	created := p.createSilently(o)
	if !accepted(created) {
		return nil
	}
	got, err := p.generator.Resource().Read(version, created.Stored)
	if err != nil || at(got, value) != nil {
		return nil
	}
	first := request("create", version, o, created)
	first.Lost = []string{field}
	return &finding.Witness{Requests: []finding.Request{first, read(version, got)}}
}

// Dropped shows that a value of a version is lost when a client reads the object in another version and writes
// back the result.
func (p *Prover) Dropped(from, by string, value []finding.Segment, field string) *finding.Witness {
	p.begin()
	if !p.ready() {
		return nil
	}
	o := p.holding(from, value)
	if o == nil {
		return nil
	}
	created := p.create(o)
	if !accepted(created) {
		return nil
	}
	resource := p.generator.Resource()
	before, err := resource.Read(from, created.Stored)
	if err != nil || at(before, value) == nil {
		return nil
	}
	got, err := resource.Read(by, created.Stored)
	if err != nil {
		return nil
	}
	written := p.update(got, created.Stored)
	if !accepted(written) {
		return nil
	}
	after, err := resource.Read(from, written.Stored)
	if err != nil || at(after, value) != nil {
		return nil
	}
	put := request("update", by, got, written)
	put.Lost = []string{field}
	return &finding.Witness{Requests: []finding.Request{request("create", from, o, created), read(by, got), put, read(from, after)}}
}

func (p *Prover) createSilently(o map[string]any) *dryrun.Result {
	p.budget.Try(o)
	opts := asSent
	opts.FieldValidation = dryrun.Ignore
	r := p.generator.Resource().Create(dryrun.FromValue(o), opts)
	return r
}

func read(version string, got map[string]any) finding.Request {
	return finding.Request{Operation: "get", Version: version, Object: source.Cloned(got).(map[string]any), Accepted: true}
}

// at returns the value at a place, or nil.
func at(v any, path []finding.Segment) any {
	got, _ := jsonvalue.At(v, path)
	return got
}
