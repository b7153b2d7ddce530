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

// mostRetries is how often kubectl tries again to patch after a conflict.
const mostRetries = 5

// Apply is kubectl apply of a manifest, JSON as of ReadJSON.
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

// Applied is what Apply keeps in the annotation of an object that it creates of a manifest; "" if it
// creates none.
func Applied(text []byte, r Resource, o Options) string {
	s := start("apply", text, r, o, nil)
	if s.result.Refusal != nil || s.noName() != nil {
		return ""
	}
	return saveConfig(s.object)
}

// clientSide creates the object, or patches the one that is there.
func (s *session) clientSide() {
	manifest := s.object
	saveConfig(manifest)
	if n := s.noName(); n != nil {
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

// merge patches the live object, again after a conflict, and reports whether there is
// anything to patch.
func (s *session) merge(manifest *unstructured.Unstructured) (changed bool) {
	refuse := func(n *Note, patch []byte) {
		if s.saysWhile() { // a patch may be long
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

// difference is the merge patch that makes of the live object what the manifest says.
func (s *session) difference(manifest *unstructured.Unstructured) ([]byte, *Note) {
	original := s.object.GetAnnotations()[Annotation]
	return ThreeWay([]byte(original), encode(manifest), encode(s.object))
}

// ThreeWay returns the patch that makes of the live object what the manifest says: what
// the manifest adds and changes, and null for what was applied last and is not in it
// any more. Numbers are compared as float64: of integers beyond 2^53 those that differ by
// little are the same, and stay as they are.
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
	n.while = []step{{code.Comparing, map[string]string{
		"original": string(original), "modified": string(modified), "current": string(live)}}}
	return nil, n
}

// isObject reports whether a text can be what was applied last. Nothing at all can.
func isObject(text []byte) bool {
	var object map[string]any
	return len(text) == 0 || json.Unmarshal(text, &object) == nil
}
