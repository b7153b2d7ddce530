package clientapply

import (
	"maps"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// Note is a warning or an error of kubectl.
type Note struct {
	Code  finding.Code
	Facts map[string]string
	// Status is the server's answer, if the note is about one.
	Status *metav1.Status
	// steps are kubectl's activities at that time, the inner one first.
	steps []step
}

// step is an activity of kubectl, such as code.Creating.
type step struct {
	doing code.Doing
	facts map[string]string
}

// During returns kubectl's activities at that time, the outer one first.
func (n *Note) During() []code.Doing {
	var all []code.Doing
	for _, s := range n.steps {
		all = append(all, s.doing)
	}
	slices.Reverse(all)
	return all
}

// Text returns the text that kubectl writes to standard error, with a line break at its end.
func (n *Note) Text() string {
	facts := maps.Clone(n.Facts)
	if facts == nil {
		facts = map[string]string{}
	}
	var text string
	switch n.Code {
	case code.KubectlInvalid:
		text = code.Kubectl(n.Code, facts)
	case code.KubectlAnswer, code.KubectlAnswerNoReason:
		facts["message"] = n.within(n.Status.Message)
		text = code.Kubectl(n.Code, facts)
	default:
		text = code.Kubectl(n.Code, facts)
		if !isWarning(n.Code) {
			text = n.within(text)
			if !strings.HasPrefix(text, "error: ") {
				text = "error: " + text
			}
		}
	}
	return strings.TrimSuffix(text, "\n") + "\n"
}

// within adds the texts of the activities around a text.
func (n *Note) within(text string) string {
	for _, s := range n.steps {
		facts := maps.Clone(s.facts)
		facts["problem"] = text
		text = code.KubectlDoing(s.doing, facts)
	}
	return text
}

func isWarning(c finding.Code) bool {
	switch c {
	case code.KubectlLastAppliedMissing, code.KubectlBeingDeleted, code.KubectlWarning,
		code.KubectlMigrationAnnotation, code.KubectlMigrationPatch, code.KubectlMigrationReapply:
		return true
	}
	return false
}

// refused returns the note about a status.
func refused(s *metav1.Status) *Note {
	n := &Note{Code: code.KubectlAnswer, Status: s}
	switch s.Reason {
	case metav1.StatusReasonInvalid:
		n.Code = code.KubectlInvalid
		n.Facts = map[string]string{"what": invalidWhat(s), "causes": causes(s.Details)}
	case "":
		n.Code = code.KubectlAnswerNoReason
	default:
		n.Facts = map[string]string{"reason": string(s.Reason)}
	}
	return n
}

// invalidWhat names the invalid object, by the details of a status.
func invalidWhat(s *metav1.Status) string {
	const request = "The request is invalid"
	d := s.Details
	switch {
	case d != nil && (d.Kind != "" || d.Name != ""):
		return `The ` + d.Kind + ` ` + quote(d.Name) + ` is invalid`
	case s.Message != "" && (d == nil || len(d.Causes) == 0):
		return request + ": " + s.Message
	}
	return request
}

// causes lists the causes of a refusal, without repetitions.
func causes(d *metav1.StatusDetails) string {
	if d == nil {
		return ""
	}
	var lines []string
	for _, c := range d.Causes {
		if line := c.Field + ": " + c.Message; !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	switch len(lines) {
	case 0:
		return ""
	case 1:
		return ": " + lines[0]
	}
	return ": \n* " + strings.Join(lines, "\n* ")
}
