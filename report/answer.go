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
	// Warnings are the texts of the Warning headers.
	Warnings []string `json:"warnings"`
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
	case a.Code == http.StatusBadRequest:
		return metav1.StatusReasonBadRequest
	case a.Code == http.StatusNotFound:
		return metav1.StatusReasonNotFound
	case a.Code == http.StatusConflict:
		return metav1.StatusReasonConflict
	case a.Code == http.StatusUnprocessableEntity:
		return metav1.StatusReasonInvalid
	}
	return metav1.StatusReasonUnknown
}

// Invalid makes the answer a 422 for the findings that mirror the server's, in
// their order. qualifiedKind is "Kind.group", as NewInvalid of
// k8s.io/apimachinery/pkg/api/errors prints it.
func (a *APIServer) Invalid(qualifiedKind, name string, found finding.List) {
	a.Accepted, a.Code = false, http.StatusUnprocessableEntity
	a.Causes = make([]Cause, 0, len(found))
	texts := make([]string, 0, len(found))
	seen := make(map[string]bool, len(found))
	for i := range found {
		f := &found[i]
		if f.Type == "" {
			continue
		}
		c := Cause{Reason: string(f.Type), Field: f.Path.Server(), Message: f.ServerMessage()}
		a.Causes = append(a.Causes, c)
		// Equal causes are listed each, but named once.
		if text := c.Field + ": " + c.Message; !seen[text] {
			seen[text] = true
			texts = append(texts, text)
		}
	}
	all := strings.Join(texts, ", ")
	if len(texts) > 1 {
		all = "[" + all + "]"
	}
	a.Message = fmt.Sprintf("%s %q is invalid: %s", qualifiedKind, name, all)
}

// Refuse makes the answer a refusal without causes.
func (a *APIServer) Refuse(code int, message string) {
	a.Accepted, a.Code, a.Message, a.Causes = false, code, message, []Cause{}
}
