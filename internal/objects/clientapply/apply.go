package clientapply

import (
	"cmp"
	"encoding/json"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/jsonmergepatch"
	"k8s.io/apimachinery/pkg/util/mergepatch"

	"github.com/crdtool/crdtool/internal/text/code"
)

// mostRetries is how often kubectl retries a patch after a conflict.
const mostRetries = 5

// Apply simulates kubectl apply of a manifest, which is JSON as from ReadJSON.
func Apply(text []byte, r Resource, o Options, send func(Request) Answer) *Result {
	manager := ManagerClientSide
	if o.ServerSide {
		manager = ManagerServerSide
	}
	o.Manager = cmp.Or(o.Manager, manager)
	s := start("apply", text, r, o, send)
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

// Applied returns the annotation that Apply stores when it creates an object from a manifest; "" if Apply refuses the
// manifest.
func Applied(text []byte, r Resource, o Options) string {
	s := start("apply", text, r, o, nil)
	if s.result.Refusal != nil || s.nameError() != nil {
		return ""
	}
	return saveConfig(s.object)
}

// clientSide creates the object or patches the live one.
func (s *session) clientSide() {
	manifest := s.object
	saveConfig(manifest)
	if n := s.nameError(); n != nil {
		s.refuse(s.within(n, code.Retrieving, map[string]string{"object": s.described()}))
		return
	}
	live, status := s.find()
	if isNotFound(status) {
		manifest.Object = withoutNulls(manifest.Object).(map[string]any)
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
	changed := s.merge(manifest)
	if s.result.Refusal != nil {
		return
	}
	s.warnIfDeleting()
	if changed {
		s.done(Configured)
		return
	}
	s.done(Unchanged)
}

// merge patches the live object, and retries after a conflict. It reports whether there was a difference to patch.
func (s *session) merge(manifest *unstructured.Unstructured) (changed bool) {
	refuse := func(n *Note, patch []byte) {
		if s.hasSource() { // a patch may be long
			n = s.within(n, code.Applying, map[string]string{"object": s.described(), "patch": string(patch)})
		}
		s.refuse(n)
	}
	for try := 0; ; try++ {
		patch, n := s.difference(manifest)
		if n != nil {
			refuse(s.within(n, code.Patching, nil), nil)
			return true
		}
		if string(patch) == "{}" {
			return false
		}
		request := Request{Verb: Patch, Type: types.MergePatchType, Manager: s.manager, Validation: s.validation(), Body: patch}
		object, status := s.ask(request)
		if status == nil {
			s.refresh(object)
			return true
		}
		if !isConflict(status) || try == mostRetries {
			refuse(s.within(refused(status), code.Patching, nil), patch)
			return true
		}
		if s.object, status = s.get(); status != nil {
			refuse(refused(status), nil)
			return true
		}
	}
}

// difference returns the merge patch from the live object to the manifest.
func (s *session) difference(manifest *unstructured.Unstructured) ([]byte, *Note) {
	original := s.object.GetAnnotations()[Annotation]
	return ThreeWay([]byte(original), encode(manifest), encode(s.object))
}

// ThreeWay returns the patch that changes the live object to the manifest: it sets fields that the manifest adds or
// changes, and null for fields that were applied last and are no longer in the manifest. Numbers are compared as
// float64: integers beyond 2^53 that differ little are equal and are not patched.
func ThreeWay(original, modified, live []byte) ([]byte, *Note) {
	patch, err := jsonmergepatch.CreateThreeWayJSONMergePatch(original, modified, live,
		mergepatch.RequireKeyUnchanged("apiVersion"), mergepatch.RequireKeyUnchanged("kind"),
		mergepatch.RequireMetadataKeyUnchanged("name"))
	if err == nil {
		return patch, nil
	}
	n := &Note{Code: code.KubectlIdentityChanged, Facts: map[string]string{"problem": err.Error()}}
	if !isObject(original) {
		n.Code = code.KubectlLastAppliedBroken
	}
	n.steps = []step{{code.Comparing, map[string]string{
		"original": string(original), "modified": string(modified), "current": string(live)}}}
	return nil, n
}

// isObject reports whether a text is a valid last-applied configuration, which may be empty.
func isObject(text []byte) bool {
	var object map[string]any
	return len(text) == 0 || json.Unmarshal(text, &object) == nil
}
