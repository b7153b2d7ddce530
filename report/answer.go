package report

import (
	"net/http"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
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

	// StatusReason is Status.reason where the code alone does not tell it; see Reason.
	StatusReason metav1.StatusReason `json:"-"`
	// Details are Status.details without the causes; nil if there are none.
	Details *metav1.StatusDetails `json:"-"`
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
	case a.StatusReason != "":
		return a.StatusReason
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
	if a.Details == nil && len(a.Causes) == 0 {
		return s
	}
	s.Details = &metav1.StatusDetails{}
	if a.Details != nil {
		*s.Details = *a.Details
	}
	for _, c := range a.Causes {
		s.Details.Causes = append(s.Details.Causes, metav1.StatusCause{Type: metav1.CauseType(c.Reason), Field: c.Field, Message: c.Message})
	}
	return s
}
