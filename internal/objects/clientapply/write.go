package clientapply

import (
	"cmp"
	"reflect"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/crdtool/crdtool/internal/text/code"
)

// CreateObject simulates kubectl create of a manifest, which is JSON as from ReadJSON.
func CreateObject(text []byte, r Resource, o Options, send func(Request) Answer) *Result {
	o.Manager = cmp.Or(o.Manager, ManagerCreate)
	s := start("create", text, r, o, send)
	if s.result.Refusal == nil {
		s.annotate()
		s.create(code.Creating)
	}
	return &s.result
}

// annotate stores the manifest in the annotation, if SaveConfig is set or the manifest has the annotation.
func (s *session) annotate() {
	if s.options.SaveConfig {
		saveConfig(s.object)
	} else {
		keepConfig(s.object)
	}
}

// create requests the creation of the object, without a resourceVersion.
func (s *session) create(during code.Doing) {
	s.object.SetResourceVersion("")
	object, status := s.ask(Request{Verb: Create, Manager: s.manager, Validation: s.validation(), Body: encode(s.object)})
	if status != nil {
		s.refuse(s.within(refused(status), during, nil))
		return
	}
	s.refresh(object)
	s.done(Created)
}

// Replace simulates kubectl replace of a manifest, which is JSON as from ReadJSON. The live object loses its
// annotation, unless the manifest has one or SaveConfig is set.
func Replace(text []byte, r Resource, o Options, send func(Request) Answer) *Result {
	if len(text) == 0 {
		return &Result{} // nothing to do, and nothing to report
	}
	o.Manager = cmp.Or(o.Manager, ManagerReplace)
	s := start("replace", text, r, o, send)
	if s.result.Refusal != nil {
		return &s.result
	}
	s.subresource = o.Subresource
	s.annotate()
	if n := s.nameError(); n != nil {
		s.refuse(s.within(n, code.Replacing, nil))
		return &s.result
	}
	if s.object.GetResourceVersion() == "" {
		if live, status := s.get(); status == nil {
			s.object.SetResourceVersion(live.GetResourceVersion())
		}
	}
	object, status := s.ask(Request{Verb: Update, Manager: s.manager, Validation: s.validation(), Body: encode(s.object)})
	if status != nil {
		s.refuse(s.within(refused(status), code.Replacing, nil))
		return &s.result
	}
	s.refresh(object)
	s.done(Replaced)
	return &s.result
}

// NamedPatch is the patch that kubectl patch sends for the object with a name.
type NamedPatch struct {
	Name string
	Type types.PatchType
	Body []byte
}

// PatchObject simulates kubectl patch.
func PatchObject(p NamedPatch, r Resource, o Options, send func(Request) Answer) *Result {
	s := &session{resource: r, options: o, send: send, manager: cmp.Or(o.Manager, ManagerPatch), name: p.Name, subresource: o.Subresource}
	if r.Namespaced {
		s.namespace = cmp.Or(o.Namespace, metav1.NamespaceDefault)
	}
	live, status := s.find()
	if status != nil {
		s.refuse(refused(status))
		return &s.result
	}
	object, status := s.ask(Request{Verb: Patch, Type: p.Type, Manager: s.manager, Body: p.Body})
	if status != nil && status.Reason == metav1.StatusReasonUnsupportedMediaType {
		s.refuse(&Note{Code: code.KubectlPatchType, Status: status,
			Facts: map[string]string{"type": string(p.Type), "gvk": r.GroupVersionKind.String(), "message": status.Message}})
		return &s.result
	}
	if status != nil {
		s.refuse(refused(status))
		return &s.result
	}
	s.refresh(object)
	if reflect.DeepEqual(live.Object, object.Object) {
		s.done(PatchedNoChange)
	} else {
		s.done(Patched)
	}
	return &s.result
}
