package answer

import (
	"fmt"
	"net/http"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/crdtool/crdtool/internal/text/finding"
)

// Invalid makes the answer a 422 for the findings that mirror the server's, in
// their order. qualifiedKind is "Kind.group", as NewInvalid of
// k8s.io/apimachinery/pkg/api/errors prints it.
func Invalid(a *APIServer, qualifiedKind, name string, found finding.List) {
	InvalidAndMore(a, qualifiedKind, name, found, 0)
}

// InvalidAndMore is Invalid for findings beside which there are so many more that they
// are only counted, in MoreCauses and at the end of the message.
func InvalidAndMore(a *APIServer, qualifiedKind, name string, found finding.List, more int) {
	a.MoreCauses = more
	a.Accepted, a.Code = false, http.StatusUnprocessableEntity
	kind, group, _ := strings.Cut(qualifiedKind, ".")
	a.StatusReason, a.Details = metav1.StatusReasonInvalid, &metav1.StatusDetails{Group: group, Kind: kind, Name: name}
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
		if text := textOf(&c); !seen[text] {
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

// textOf returns the field and the message with a colon between them, cut at the first colon:
// causes have the same if that text is the same, and mostly it takes no memory.
func textOf(c *Cause) [2]string {
	if field, rest, found := strings.Cut(c.Field, ": "); found {
		return [2]string{field, rest + ": " + c.Message}
	}
	return [2]string{c.Field, c.Message}
}

// Refuse makes the answer a refusal without causes.
func Refuse(a *APIServer, code int, message string) {
	*a = APIServer{Code: code, Message: message, Causes: []Cause{}, MoreCauses: a.MoreCauses, Warnings: a.Warnings}
}

// RefuseFor is Refuse with a reason, and with the object in the details: their kind is its
// kind or its resource, whichever the server names there.
func RefuseFor(a *APIServer, code int, reason metav1.StatusReason, details metav1.StatusDetails, message string) {
	Refuse(a, code, message)
	a.StatusReason, a.Details = reason, &metav1.StatusDetails{Group: details.Group, Kind: details.Kind, Name: details.Name}
}

// RefuseBecause is Refuse with a reason and without details.
func RefuseBecause(a *APIServer, code int, reason metav1.StatusReason, message string) {
	Refuse(a, code, message)
	a.StatusReason = reason
}
