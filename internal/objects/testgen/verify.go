package testgen

import (
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/objects/suite"
	"github.com/crdtool/crdtool/internal/schemas/constraint"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// verified returns the steps with the expected answers under the CRD itself: the status endpoint words some
// refusals differently. It drops a create together with the steps after it.
func (s *subject) verified(steps []*Step) []*Step {
	var out []*Step
	for len(steps) > 0 {
		n := 1
		for n < len(steps) && steps[n].Op != suite.Create {
			n++
		}
		if s.holds(steps[:n]) {
			out = append(out, steps[:n]...)
		}
		steps = steps[n:]
	}
	if s.Effect == constraint.Refuses && len(out) > 0 {
		for _, step := range out {
			if step.Refused != nil {
				return out
			}
		}
		return nil
	}
	return out
}

// holds reports whether a create and the steps after it have the expected answers.
func (s *subject) holds(steps []*Step) bool {
	var stored map[string]any
	resource := s.maker.gen.Resource() // from the CRD itself
	opts := dryrun.RequestOptions{NoTrace: true, FillResourceVersion: true}
	for _, step := range steps {
		var r *dryrun.Result
		var err error
		switch {
		case step.Op == suite.Create:
			r = resource.Create(dryrun.FromValue(step.Object), opts)
		case stored == nil:
			return false
		case step.Op == suite.Status:
			o := runtime.DeepCopyJSON(stored)
			o["apiVersion"], o["status"] = step.Object["apiVersion"], step.Object["status"]
			r, err = resource.UpdateStatus(dryrun.FromValue(o), dryrun.FromValue(stored), opts)
		default:
			o := runtime.DeepCopyJSON(step.Object)
			r, err = resource.Update(dryrun.FromValue(o), dryrun.FromValue(stored), opts)
		}
		if err != nil || r.Stopped != nil || r.APIServer.Accepted != (step.Refused == nil) {
			return false
		}
		if r.APIServer.Accepted {
			stored = r.Object
			continue
		}
		by := s.by()
		if step.Op == suite.Status && s.Rule == nil {
			by = s.byStatus()
		}
		if len(r.Findings) > 0 {
			why := s.words(step.Object, r, by)
			if len(why.Texts) == 0 {
				return false
			}
			step.Refused = why
		}
	}
	return true
}

// byStatus returns a function that reports whether the constraint causes a finding of the status endpoint. Some of
// those findings have other paths.
func (s *subject) byStatus() func(map[string]any, *finding.Finding) bool {
	by := s.by()
	aim := s.aim()
	return func(o map[string]any, f *finding.Finding) bool {
		return by(o, f) || f.Code == aim.Code
	}
}
