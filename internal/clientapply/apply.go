package clientapply

import (
	"maps"

	"k8s.io/apimachinery/pkg/types"

	"github.com/crdtool/crdtool/internal/code"
)

// mostRetries is how often kubectl tries again to patch after a conflict.
const mostRetries = 5

// Apply is kubectl apply of a manifest, JSON as of ReadJSON.
func Apply(text []byte, r Resource, o Options, send func(Request) Answer) *Result {
	manager := ManagerClientSide
	if o.ServerSide {
		manager = ManagerServerSide
	}
	s := start("apply", text, r, o, manager, send)
	if s.result.Refusal != nil {
		return &s.result
	}
	if g := s.object.GetGenerateName(); s.name == "" && g != "" {
		s.refuse(&Note{Code: code.KubectlGenerateName, Facts: map[string]string{"generateName": g}})
		return &s.result
	}
	if o.ServerSide {
		s.serverSide()
	} else {
		s.clientSide()
	}
	return &s.result
}

// clientSide creates the object, or patches the one that is there.
func (s *session) clientSide() {
	manifest := s.object
	_, s.result.Modified = modified(manifest)
	if n := s.noName(); n != nil {
		s.refuse(s.within(n, code.Retrieving, map[string]string{"object": s.described()}))
		return
	}
	live, status := s.find()
	if isNotFound(status) {
		s.result.Modified = nil
		saveConfig(manifest)
		withoutNulls(manifest.Object)
		s.create(code.Creating)
		return
	}
	if status != nil {
		s.refuse(s.within(refused(status), code.Retrieving, map[string]string{"object": s.described()}))
		return
	}

	s.object = live
	if _, there := live.GetAnnotations()[Annotation]; !there {
		s.note(code.KubectlLastAppliedMissing, map[string]string{"resource": s.resource.Plural, "name": s.name, "annotation": Annotation})
	}
	s.merge()
	if s.result.Refusal != nil {
		return
	}
	s.warnIfDeleting()
	if string(s.result.Merge) == "{}" {
		s.done(Unchanged)
		return
	}
	s.done(Configured)
}

// merge patches the live object, again after a conflict.
func (s *session) merge() {
	facts := map[string]string{"object": s.described()}
	refuse := func(n *Note, patch []byte) {
		facts := maps.Clone(facts)
		facts["patch"] = string(patch)
		s.refuse(s.within(n, code.Applying, facts))
	}
	for try := 0; ; try++ {
		s.result.Live = encode(s.object)
		s.result.Original = nil
		if original, there := s.object.GetAnnotations()[Annotation]; there {
			s.result.Original = []byte(original)
		}
		patch, n := ThreeWay(s.result.Original, s.result.Modified, s.result.Live)
		s.result.Merge = patch
		if n != nil {
			refuse(s.within(n, code.Patching, nil), nil)
			return
		}
		if string(patch) == "{}" {
			return
		}
		object, status := s.patch(types.MergePatchType, s.manager, nil, patch)
		if status == nil {
			s.refresh(object)
			return
		}
		if !isConflict(status) || try == mostRetries {
			refuse(s.within(refused(status), code.Patching, nil), patch)
			return
		}
		if s.object, status = s.get(); status != nil {
			refuse(refused(status), nil)
			return
		}
	}
}
