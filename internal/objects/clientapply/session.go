package clientapply

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// session is the state of a command.
type session struct {
	resource Resource
	options  Options
	send     func(Request) Answer
	// object is the manifest, and later the object in the server's answer.
	object *unstructured.Unstructured
	// namespace and name are the values in URLs.
	namespace, name string
	manager         string
	subresource     string
	warned          map[string]bool // by text, as kubectl prints each warning of the server once
	result          Result
}

// start begins a command with a manifest, which is JSON as from ReadJSON. The verb is the command's.
func start(verb string, text []byte, r Resource, o Options, send func(Request) Answer) *session {
	s := &session{resource: r, options: o, send: send, manager: o.Manager}
	u, n := read(verb, text, o)
	if n != nil {
		s.result.Refusal = n
		return s
	}
	s.object, s.name, s.namespace = u, u.GetName(), u.GetNamespace()
	s.setNamespace()
	return s
}

// read checks and decodes the manifest.
func read(verb string, text []byte, o Options) (*unstructured.Unstructured, *Note) {
	if len(text) == 0 {
		return nil, &Note{Code: code.KubectlNoObject, Facts: map[string]string{"verb": verb}}
	}
	if n := checkTypeMeta(text, o); n != nil {
		return nil, n
	}
	return decode(text, o)
}

// setNamespace sets the namespace of the object to that of the command, or refuses it.
func (s *session) setNamespace() {
	given := cmp.Or(s.options.Namespace, metav1.NamespaceDefault)
	switch {
	case !s.resource.Namespaced:
		s.namespace = ""
		s.object.SetNamespace("")
	case s.namespace == "":
		s.namespace = given
		s.object.SetNamespace(given)
	case s.options.RequireNamespace && s.namespace != given:
		s.refuse(&Note{Code: code.KubectlNamespace, Facts: map[string]string{"namespace": s.namespace, "given": given}})
	}
}

func (s *session) refuse(n *Note) { s.result.Refusal = n }

func (s *session) note(c finding.Code, facts map[string]string) {
	s.result.Notes = append(s.result.Notes, Note{Code: c, Facts: facts})
}

// ask makes a request.
func (s *session) ask(r Request) (*unstructured.Unstructured, *metav1.Status) {
	if !r.Namespaces {
		r.Namespace = s.namespace
		if r.Verb != Create {
			r.Name, r.Subresource = s.name, s.subresource
		}
	}
	a := s.send(r)
	for _, w := range a.Warnings {
		if !s.warned[w] {
			if s.warned == nil {
				s.warned = map[string]bool{}
			}
			s.warned[w] = true
			s.note(code.KubectlWarning, map[string]string{"message": w})
		}
	}
	if a.Status != nil {
		return nil, a.Status
	}
	return &unstructured.Unstructured{Object: a.Object}, nil
}

// nameError returns kubectl's error about a name that cannot be part of a URL; nil if it can.
func (s *session) nameError() *Note {
	if s.name == "" {
		return &Note{Code: code.KubectlNameMissing}
	}
	var problem string
	switch {
	case s.name == "." || s.name == "..":
		problem = "may not be '" + s.name + "'"
	default:
		var all []string
		for _, c := range [...]string{"/", "%"} {
			if strings.Contains(s.name, c) {
				all = append(all, "may not contain '"+c+"'")
			}
		}
		problem = strings.Join(all, " ")
	}
	if problem == "" {
		return nil
	}
	return &Note{Code: code.KubectlNameForm, Facts: map[string]string{"name": s.name, "problem": problem}}
}

// get requests the live object.
func (s *session) get() (*unstructured.Unstructured, *metav1.Status) {
	return s.ask(Request{Verb: Get})
}

// find requests the live object and, if it does not exist, its namespace.
func (s *session) find() (*unstructured.Unstructured, *metav1.Status) {
	live, status := s.get()
	if isNotFound(status) && s.namespace != "" && s.namespace != metav1.NamespaceDefault {
		s.ask(Request{Verb: Get, Namespaces: true, Name: s.namespace})
	}
	return live, status
}

func (s *session) patch(t types.PatchType, manager string, force *bool, body []byte) (*unstructured.Unstructured, *metav1.Status) {
	return s.ask(Request{Verb: Patch, Type: t, Manager: manager, Validation: s.validation(), Force: force, Body: body})
}

func (s *session) validation() string {
	return cmp.Or(s.options.Validation, metav1.FieldValidationStrict)
}

// refresh sets the object to the one that the server returned.
func (s *session) refresh(u *unstructured.Unstructured) {
	s.object, s.name, s.namespace = u, u.GetName(), u.GetNamespace()
}

// done sets the result of a successful command.
func (s *session) done(o Outcome) {
	s.result.Outcome, s.result.Object = o, s.object.Object
}

func (s *session) warnIfDeleting() {
	if s.object.GetDeletionTimestamp() != nil {
		s.note(code.KubectlBeingDeleted, map[string]string{"name": s.object.GetName()})
	}
}

// hasSource reports whether errors name the file and kubectl's activity.
func (s *session) hasSource() bool { return s.options.Source != "" }

// within adds an activity to a refusal, if errors name it.
func (s *session) within(n *Note, d code.Doing, facts map[string]string) *Note {
	if s.hasSource() {
		facts = maps.Clone(facts)
		if facts == nil {
			facts = map[string]string{}
		}
		facts["source"] = s.options.Source
		n.steps = append(n.steps, step{d, facts})
	}
	return n
}

// described returns the object's description in kubectl's errors.
func (s *session) described() string {
	gvk := s.resource.GroupVersionKind
	return "Resource: " + quote(gvk.GroupVersion().WithResource(s.resource.Plural).String()) + ", GroupVersionKind: " + quote(gvk.String()) +
		"\nName: " + quote(s.name) + ", Namespace: " + quote(s.namespace)
}

// Output returns the text that kubectl prints to standard output.
func (s *Result) Output() string {
	if s.Outcome == "" {
		return ""
	}
	u := unstructured.Unstructured{Object: s.Object}
	gvk := u.GroupVersionKind()
	return strings.ToLower(gvk.Kind) + "." + gvk.Group + "/" + cmp.Or(u.GetName(), "<unknown>") + " " + string(s.Outcome) + "\n"
}

// Errors returns the text that kubectl prints to standard error.
func (s *Result) Errors() string {
	var b strings.Builder
	for i := range s.Notes {
		b.WriteString(s.Notes[i].Text())
	}
	if s.Refusal != nil {
		b.WriteString(s.Refusal.Text())
	}
	return b.String()
}

// hasReason reports whether a status has a reason. The code counts if the status has no known reason.
func hasReason(s *metav1.Status, reason metav1.StatusReason, status int32) bool {
	return s != nil && (s.Reason == reason || s.Code == status && !slices.Contains(reasons[:], s.Reason))
}

func isNotFound(s *metav1.Status) bool { return hasReason(s, metav1.StatusReasonNotFound, 404) }
func isConflict(s *metav1.Status) bool { return hasReason(s, metav1.StatusReasonConflict, 409) }

// reasons are the known reasons that the server sends with the codes of conflicts and missing objects.
var reasons = [...]metav1.StatusReason{metav1.StatusReasonAlreadyExists, metav1.StatusReasonConflict, metav1.StatusReasonNotFound, metav1.StatusReasonInvalid,
	metav1.StatusReasonBadRequest, metav1.StatusReasonForbidden, metav1.StatusReasonUnsupportedMediaType}
