package clientapply

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/text/code"
)

// session is a command under way.
type session struct {
	resource Resource
	options  Options
	send     func(Request) Answer
	// object is the manifest, later what the server returned.
	object *unstructured.Unstructured
	// namespace and name are those in URLs.
	namespace, name string
	manager         string
	subresource     string
	told            map[string]bool // warnings of the server, which kubectl prints once
	result          Result
}

// start reads the manifest, JSON as of ReadJSON. The verb is that of the command.
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

// read decodes the manifest.
func read(verb string, text []byte, o Options) (*unstructured.Unstructured, *Note) {
	if len(text) == 0 {
		return nil, &Note{Code: code.KubectlNoObject, Facts: map[string]string{"verb": verb}}
	}
	if n := checkTypeMeta(text, o); n != nil {
		return nil, n
	}
	return decode(text, o)
}

// setNamespace puts the object where the command is to work.
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
		if !s.told[w] {
			if s.told == nil {
				s.told = map[string]bool{}
			}
			s.told[w] = true
			s.note(code.KubectlWarning, map[string]string{"message": w})
		}
	}
	if a.Status != nil {
		return nil, a.Status
	}
	return &unstructured.Unstructured{Object: a.Object}, nil
}

// noName is why no URL can be made for the object; nil if one can.
func (s *session) noName() *Note {
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

// get asks for the live object.
func (s *session) get() (*unstructured.Unstructured, *metav1.Status) {
	return s.ask(Request{Verb: Get})
}

// find asks for the live object, and if there is none, whether there is its namespace.
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

// refresh takes over what the server returned.
func (s *session) refresh(u *unstructured.Unstructured) {
	s.object, s.name, s.namespace = u, u.GetName(), u.GetNamespace()
}

// done ends the command.
func (s *session) done(o Outcome) {
	s.result.Outcome, s.result.Object = o, s.object.Object
}

func (s *session) warnIfDeleting() {
	if s.object.GetDeletionTimestamp() != nil {
		s.note(code.KubectlBeingDeleted, map[string]string{"name": s.object.GetName()})
	}
}

// saysWhile reports whether messages name a file, and with it what was done.
func (s *session) saysWhile() bool { return s.options.Source != "" }

// within adds a step to a refusal, if it says so.
func (s *session) within(n *Note, d code.Doing, facts map[string]string) *Note {
	if s.saysWhile() {
		facts = maps.Clone(facts)
		if facts == nil {
			facts = map[string]string{}
		}
		facts["source"] = s.options.Source
		n.while = append(n.while, step{d, facts})
	}
	return n
}

// described is how kubectl writes out which object it works on.
func (s *session) described() string {
	gvk := s.resource.GroupVersionKind
	return "Resource: " + quote(gvk.GroupVersion().WithResource(s.resource.Plural).String()) + ", GroupVersionKind: " + quote(gvk.String()) +
		"\nName: " + quote(s.name) + ", Namespace: " + quote(s.namespace)
}

// Output is what kubectl prints to standard output.
func (s *Result) Output() string {
	if s.Outcome == "" {
		return ""
	}
	u := unstructured.Unstructured{Object: s.Object}
	gvk := u.GroupVersionKind()
	return strings.ToLower(gvk.Kind) + "." + gvk.Group + "/" + cmp.Or(u.GetName(), "<unknown>") + " " + string(s.Outcome) + "\n"
}

// Errors is what kubectl prints to standard error.
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

// hasReason reports whether a status is of a reason. Where the server names none that is
// known, its code counts.
func hasReason(s *metav1.Status, reason metav1.StatusReason, status int32) bool {
	return s != nil && (s.Reason == reason || s.Code == status && !slices.Contains(reasons[:], s.Reason))
}

func isNotFound(s *metav1.Status) bool { return hasReason(s, metav1.StatusReasonNotFound, 404) }
func isConflict(s *metav1.Status) bool { return hasReason(s, metav1.StatusReasonConflict, 409) }

// reasons are those with which the codes of conflicts and of objects that are not found
// come as well.
var reasons = [...]metav1.StatusReason{metav1.StatusReasonAlreadyExists, metav1.StatusReasonConflict, metav1.StatusReasonNotFound, metav1.StatusReasonInvalid,
	metav1.StatusReasonBadRequest, metav1.StatusReasonForbidden, metav1.StatusReasonUnsupportedMediaType}
