package report

import (
	"fmt"
	"net/http"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/crdtool/crdtool/finding"
)

// APIServer is kube-apiserver's answer to a request.
type APIServer struct {
	// Accepted says that the request succeeds.
	Accepted bool `json:"accepted"`
	// Code is the HTTP status; 0 where the server closes the connection without
	// an answer.
	Code int `json:"code"`
	// Message is Status.message; empty if the request succeeds.
	Message string `json:"message"`
	// Causes are Status.details.causes, in the order of the file. The server
	// lists them at random.
	Causes []Cause `json:"causes"`
	// MoreCauses is how many causes there are that are not listed, as there are so many.
	MoreCauses int `json:"moreCauses,omitempty"`
	// Warnings are the texts of the Warning headers.
	Warnings []string `json:"warnings"`

	about about
}

// about is what Status has beside the message and the causes.
type about struct {
	// reason is Status.reason where the code alone does not tell it.
	reason metav1.StatusReason
	// details says that there are Status.details, and of what.
	details           bool
	group, kind, name string
}

// Cause is one of Status.details.causes: one error about one field.
type Cause struct {
	// Reason is one of metav1.CauseType, such as FieldValueRequired.
	Reason  string `json:"reason"`
	Field   string `json:"field"`
	Message string `json:"message"`
}

// Reason is Status.reason as a client of the server reads it: what the errors of
// k8s.io/apimachinery/pkg/api/errors have for the answer's code. It is empty for
// a request that succeeds, and for an error that the server has no reason for.
func (a *APIServer) Reason() metav1.StatusReason {
	switch {
	case a.Accepted:
		return ""
	case a.about.reason != "":
		return a.about.reason
	case a.Code == http.StatusBadRequest:
		return metav1.StatusReasonBadRequest
	case a.Code == http.StatusNotFound:
		return metav1.StatusReasonNotFound
	case a.Code == http.StatusConflict:
		return metav1.StatusReasonConflict
	case a.Code == http.StatusUnprocessableEntity:
		return metav1.StatusReasonInvalid
	case a.Code == http.StatusRequestEntityTooLarge:
		return metav1.StatusReasonRequestEntityTooLarge
	case a.Code == http.StatusUnsupportedMediaType:
		return metav1.StatusReasonUnsupportedMediaType
	}
	return metav1.StatusReasonUnknown
}

// Status is what the server's answer to a refused request says, as a client of it has it
// in its error (apierrors.StatusError of k8s.io/apimachinery/pkg/api/errors).
func (a *APIServer) Status() metav1.Status {
	s := metav1.Status{Status: metav1.StatusFailure, Code: int32(a.Code), Reason: a.Reason(), Message: a.Message}
	if !a.about.details && len(a.Causes) == 0 {
		return s
	}
	s.Details = &metav1.StatusDetails{Group: a.about.group, Kind: a.about.kind, Name: a.about.name}
	for _, c := range a.Causes {
		s.Details.Causes = append(s.Details.Causes, metav1.StatusCause{Type: metav1.CauseType(c.Reason), Field: c.Field, Message: c.Message})
	}
	return s
}

// Invalid makes the answer a 422 for the findings that mirror the server's, in
// their order. qualifiedKind is "Kind.group", as NewInvalid of
// k8s.io/apimachinery/pkg/api/errors prints it.
func (a *APIServer) Invalid(qualifiedKind, name string, found finding.List) {
	a.InvalidAndMore(qualifiedKind, name, found, 0)
}

// InvalidAndMore is Invalid for findings beside which there are so many more that they
// are only counted, in MoreCauses and at the end of the message.
func (a *APIServer) InvalidAndMore(qualifiedKind, name string, found finding.List, more int) {
	a.MoreCauses = more
	a.Accepted, a.Code = false, http.StatusUnprocessableEntity
	kind, group, _ := strings.Cut(qualifiedKind, ".")
	a.about = about{reason: metav1.StatusReasonInvalid, details: true, group: group, kind: kind, name: name}
	a.Causes = make([]Cause, 0, len(found))
	var named []int // of the causes
	seen := make(map[[2]string]bool, len(found))
	length := 0
	for i := range found {
		f := &found[i]
		if f.Type == "" {
			continue
		}
		c := Cause{Reason: string(f.Type), Field: f.Path.Server(), Message: f.ServerMessage()}
		a.Causes = append(a.Causes, c)
		// Equal causes are listed each, but named once.
		if text := c.text(); !seen[text] {
			seen[text] = true
			named = append(named, len(a.Causes)-1)
			length += len(c.Field) + len(c.Message) + 4
		}
	}
	var b strings.Builder
	b.Grow(len(qualifiedKind) + len(name) + length + 32)
	fmt.Fprintf(&b, "%s %q is invalid: ", qualifiedKind, name)
	if len(named) > 1 {
		b.WriteByte('[')
	}
	for i, at := range named {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(a.Causes[at].Field)
		b.WriteString(": ")
		b.WriteString(a.Causes[at].Message)
	}
	if more > 0 {
		fmt.Fprintf(&b, ", and %d more", more)
	}
	if len(named) > 1 {
		b.WriteByte(']')
	}
	a.Message = b.String()
}

// text is the field and the message with a colon between them, cut at the first colon:
// causes have the same if that text is the same, and mostly it takes no memory.
func (c *Cause) text() [2]string {
	if field, rest, found := strings.Cut(c.Field, ": "); found {
		return [2]string{field, rest + ": " + c.Message}
	}
	return [2]string{c.Field, c.Message}
}

// Refuse makes the answer a refusal without causes.
func (a *APIServer) Refuse(code int, message string) {
	a.Accepted, a.Code, a.Message, a.Causes, a.about = false, code, message, []Cause{}, about{}
}

// RefuseFor is Refuse with a reason, and with the object in the details: their kind is its
// kind or its resource, whichever the server names there.
func (a *APIServer) RefuseFor(code int, reason metav1.StatusReason, details metav1.StatusDetails, message string) {
	a.Refuse(code, message)
	a.about = about{reason: reason, details: true, group: details.Group, kind: details.Kind, name: details.Name}
}

// RefuseBecause is Refuse with a reason and without details.
func (a *APIServer) RefuseBecause(code int, reason metav1.StatusReason, message string) {
	a.Refuse(code, message)
	a.about.reason = reason
}
