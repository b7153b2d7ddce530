package clientapply

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
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

// Last is what was applied last: the text in the annotation, and the object that it is of,
// which is jsonvalue.Exact. The object is nil if it is not known.
type Last struct {
	Text   string
	Object map[string]any
}

// Applied is what Apply keeps in the annotation of an object that it creates of a manifest; the
// text is "" if it creates none.
func Applied(text []byte, r Resource, o Options) (last Last) {
	s := start("apply", text, r, o, ManagerClientSide, nil)
	if s.result.Refusal != nil || s.noName() != nil {
		return last
	}
	last.Text = saveConfig(s.object, Last{})
	if o.Object != nil {
		unstructured.RemoveNestedField(s.object.Object, "metadata", "annotations", Annotation)
		last.Object = s.object.Object
	}
	return last
}

// clientSide creates the object, or patches the one that is there.
func (s *session) clientSide() {
	manifest := s.object
	kept := saveConfig(manifest, s.options.Last)
	if n := s.noName(); n != nil {
		s.refuse(s.within(n, code.Retrieving, map[string]string{"object": s.described()}))
		return
	}
	live, status := s.find()
	if isNotFound(status) {
		manifest.Object = withoutNulls(manifest.Object)
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
	changed := s.merge(manifest, kept)
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
// anything to patch. The manifest has kept as its annotation.
func (s *session) merge(manifest *unstructured.Unstructured, kept string) (changed bool) {
	refuse := func(n *Note, patch *mergePatch) {
		if s.saysWhile() { // a patch may be long
			n = s.within(n, code.Applying, map[string]string{"object": s.described(), "patch": string(patch.json())})
		}
		s.refuse(n)
	}
	for try := 0; ; try++ {
		patch, n := s.difference(manifest, kept)
		if n != nil {
			refuse(s.within(n, code.Patching, nil), &mergePatch{})
			return true
		}
		if patch.empty() {
			return false
		}
		request := Request{Verb: Patch, Type: types.MergePatchType, Manager: s.manager, Validation: s.validation(), Body: patch.text, Object: patch.fields}
		if !s.saysWhile() {
			patch.fields = nil // it is as large as what differs, and nobody asks for it
		}
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
			refuse(refused(status), &mergePatch{})
			return true
		}
	}
}

// mergePatch is a merge patch: its text, or its fields.
type mergePatch struct {
	text   []byte
	fields map[string]any
}

func (p *mergePatch) empty() bool {
	return p.text == nil && len(p.fields) == 0 || string(p.text) == "{}"
}

func (p *mergePatch) json() []byte {
	if p.fields == nil {
		return p.text
	}
	text, err := jsonvalue.Text(p.fields)
	if err != nil {
		panic(err) // it is made of what was read from JSON
	}
	return text
}

// difference is what makes of the live object what the manifest says.
func (s *session) difference(manifest *unstructured.Unstructured, kept string) (*mergePatch, *Note) {
	original := s.object.GetAnnotations()[Annotation]
	if s.options.Object != nil {
		if fields, known := threeWay(original, kept, s.options.Last, manifest.Object, s.object.Object, !s.saysWhile()); known {
			return &mergePatch{fields: fields}, nil
		}
	}
	text, n := ThreeWay([]byte(original), encode(manifest), encode(s.object))
	return &mergePatch{text: text}, n
}
