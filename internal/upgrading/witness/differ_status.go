package witness

import (
	"reflect"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// ofStatus sends a request to the status endpoints, which check less than a create: they do not check embedded
// resources.
func (x *differSearch) ofStatus(o, replaces map[string]any) *Difference {
	if !x.served.ready() || !x.servedNow.answers() {
		return nil
	}
	if replaces != nil && len(x.Value) == 0 {
		// The status endpoint writes only the status.
		if d := x.stays(o, replaces); d != nil {
			return d
		}
	}
	from := replaces
	if from == nil {
		from = without(o, []finding.Segment{{Name: "status"}})
	}
	before := x.served.updateStatus(o, from, asSent.FieldValidation)
	after := x.servedNow.updateStatus(o, from, asSent.FieldValidation)
	if !accepted(before) || after == nil || after.Stopped != nil {
		return nil
	}
	if accepted(after) && replaces == nil {
		// An update of the object checks some values of its unchanged status.
		if d := x.stuck(o); d != nil {
			return d
		}
	}
	stored := after
	if !accepted(after) {
		stored = x.servedNow.updateStatus(o, from, dryrun.Ignore)
	}
	d := &Difference{
		Operation: x.operation, Version: strings.Clone(x.Version), Object: clonedObject(o), Replaces: clonedObject(replaces),
		Old: Answer{Accepted: true, Stored: clonedObject(before.Stored)},
		New: Answer{Accepted: after.APIServer.Accepted, Message: strings.Clone(after.APIServer.Message)},
	}
	switch {
	case accepted(stored) && reflect.DeepEqual(before.Stored["status"], stored.Stored["status"]):
		return nil
	case accepted(stored):
		d.New.Stored = clonedObject(stored.Stored)
	}
	return d
}

// stays updates an object without changing its status.
func (x *differSearch) stays(o, replaces map[string]any) *Difference {
	o = runtime.DeepCopyJSON(o)
	delete(o, "status")
	if status, there := replaces["status"]; there {
		o["status"] = status
	}
	before, after := x.served.update(o, replaces), x.servedNow.update(o, replaces)
	if !accepted(before) || after == nil || after.Stopped != nil || after.APIServer.Accepted || !x.refused(after) {
		return nil
	}
	return &Difference{
		Operation: "update", Version: strings.Clone(x.Version), Object: clonedObject(o), Replaces: clonedObject(replaces),
		Old: Answer{Accepted: true, Stored: clonedObject(before.Stored)},
		New: Answer{Message: strings.Clone(after.APIServer.Message)},
	}
}

// updateStatus returns nil for an object that the server cannot hold.
func (p *Prover) updateStatus(o, old map[string]any, validation string) *dryrun.Result {
	p.budget.Try(o)
	opts := asSent
	opts.FieldValidation = validation
	r, err := p.generator.Resource().UpdateStatus(dryrun.FromValue(o), dryrun.FromValue(old), opts)
	if err != nil {
		return nil
	}
	return r
}

// withoutStatus returns a prover for the CRD without its status subresources: its creates check a status as the
// endpoint does.
func (p *Prover) withoutStatus() *Prover {
	if p == nil || p.failed {
		return p
	}
	if p.bare == nil {
		c := *p.crd
		c.Spec.Versions = slices.Clone(c.Spec.Versions)
		for i := range c.Spec.Versions {
			if v := &c.Spec.Versions[i]; v.HasStatus() {
				v.Subresources = &crd.Subresources{Scale: v.Subresources.Scale}
			}
		}
		p.bare = New(&c, p.options)
	}
	return p.bare
}
