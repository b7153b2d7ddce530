// Package answer words what kube-apiserver answers to a request: the verdict,
// the message with its causes, and the warnings.
package answer

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/crdtool/crdtool/finding"
)

// APIServer is what kube-apiserver answers: the verdict, Status.message,
// Status.details.causes and the texts of the Warning headers. Causes stand in
// the order of the file; the server lists them at random.
type APIServer struct {
	Accepted bool     `json:"accepted"`
	Code     int      `json:"code"`
	Message  string   `json:"message"`
	Causes   []Cause  `json:"causes"`
	Warnings []string `json:"warnings"`
}

// Cause is one of Status.details.causes.
type Cause struct {
	Reason  string `json:"reason"`
	Field   string `json:"field"`
	Message string `json:"message"`
}

// Invalid makes the answer a 422 for the findings that mirror the server's, in
// their order. qualifiedKind is "Kind.group", as NewInvalid of
// k8s.io/apimachinery/pkg/api/errors prints it.
func (a *APIServer) Invalid(qualifiedKind, name string, found finding.List) {
	a.Accepted, a.Code = false, http.StatusUnprocessableEntity
	a.Causes = []Cause{}
	var texts []string
	seen := map[string]bool{}
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
