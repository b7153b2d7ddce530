package witness

import (
	"reflect"

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/server/dryrun"
)

// undone returns the prover for the new CRD with only the change undone, without CEL rules; nil if there is none.
func (x *differSearch) undone() *Prover {
	if x.before == nil && x.Undone != nil {
		if c := x.Undone(); c != nil {
			o := x.now.options
			o.Rules, o.Resource = nil, nil
			p := New(c, o)
			if x.operation == "update-status" {
				p = p.withoutStatus()
			}
			x.before = p
		}
		x.Undone = nil
	}
	if x.before == nil || !x.before.answers() {
		return nil
	}
	return x.before
}

// refusedByChange reports whether the change causes a refusal: with the change undone, the request is accepted or
// refused for another reason.
func (x *differSearch) refusedByChange(o, replaces map[string]any) bool {
	p := x.undone()
	if p == nil {
		return true
	}
	r := p.send(o, replaces)
	return r == nil || r.Stopped != nil || accepted(r) || !x.refused(r) && !x.unknown(r)
}

// storedByChange reports whether the change causes a difference of a stored object.
func (x *differSearch) storedByChange(o, replaces, stored map[string]any) bool {
	p := x.undone()
	if p == nil {
		return true
	}
	var r *dryrun.Result
	if replaces == nil {
		r = p.createSilently(o)
	} else {
		r = p.send(o, replaces)
	}
	if !accepted(r) {
		return true
	}
	was, there := jsonvalue.At(r.Stored, x.place())
	is, stays := jsonvalue.At(stored, x.place())
	return there != stays || !reflect.DeepEqual(was, is)
}
