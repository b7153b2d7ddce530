// Package finding holds the diagnostic that checks return, the typed path that
// places it, and the rendering of values in kube-apiserver's words.
//
// Every check of every package returns a List; "error" is kept for what could
// not be run at all. A Finding knows no file and is for those who go on working
// with it. What is said of it to others, with file, line and sentence, is a
// Finding of package report, which is made of it.
package finding

import (
	"encoding/json"
	"fmt"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// Severity says how much a finding matters. The zero value is Error.
type Severity uint8

const (
	// Error is a finding that makes the server refuse the document.
	Error Severity = iota
	// Warning is a finding that the server, or a rule of ours, warns about.
	Warning
	// Info is a note, such as a document that was skipped.
	Info
)

var severities = [...]string{Error: "error", Warning: "warning", Info: "info"}

// String returns "error", "warning" or "info".
func (s Severity) String() string {
	if int(s) < len(severities) {
		return severities[s]
	}
	return fmt.Sprintf("severity(%d)", uint8(s))
}

// MarshalJSON writes the name.
func (s Severity) MarshalJSON() ([]byte, error) { return json.Marshal(s.String()) }

// ParseSeverity reads a name that String returns.
func ParseSeverity(name string) (Severity, error) {
	for i, s := range severities {
		if s == name {
			return Severity(i), nil
		}
	}
	return 0, fmt.Errorf("unknown severity %q; it is one of error, warning, info", name)
}

// Pos is a range in a file, 1-based, columns in characters; End is past the
// last character. The zero Pos is unknown.
type Pos struct {
	Line, Column       int
	EndLine, EndColumn int
}

// Related is another place that has to do with a finding.
type Related struct {
	Message string
	Path    *Path
	Pos     Pos
}

// Finding is one thing to say about a document.
//
// Type, Path, Value and Detail mirror the server's field.Error, so that an
// answer can be compared without parsing text. Type is empty for what no
// kube-apiserver says.
type Finding struct {
	Rule     string
	Severity Severity
	Type     field.ErrorType
	Path     *Path
	Value    any
	Detail   string

	// Message is our own sentence in terms of the file; when it is empty the
	// server's words are shown.
	Message string
	// Help is one line on how to fix it.
	Help string

	Pos     Pos
	Related []Related
	// Fix mends it, where there is one right way to.
	Fix *Fix
}

// List is what a check returns, in the order of the document.
type List []Finding

// ServerMessage returns the server's words without the field, as they stand in
// Status.details.causes[].message.
func (f *Finding) ServerMessage() string {
	e := field.Error{Type: f.Type, BadValue: f.Value, Detail: f.Detail}
	return e.ErrorBody()
}

// Invalid mirrors field.Invalid.
func Invalid(rule string, p *Path, value any, detail string) Finding {
	return Finding{Rule: rule, Type: field.ErrorTypeInvalid, Path: p, Value: value, Detail: detail}
}

// Required mirrors field.Required.
func Required(rule string, p *Path, detail string) Finding {
	return Finding{Rule: rule, Type: field.ErrorTypeRequired, Path: p, Value: "", Detail: detail}
}

// Forbidden mirrors field.Forbidden.
func Forbidden(rule string, p *Path, detail string) Finding {
	return Finding{Rule: rule, Type: field.ErrorTypeForbidden, Path: p, Value: "", Detail: detail}
}

// NotSupported mirrors field.NotSupported.
func NotSupported(rule string, p *Path, value any, supported []string) Finding {
	return fromField(rule, p, field.NotSupported(nil, value, supported))
}

// Duplicate mirrors field.Duplicate.
func Duplicate(rule string, p *Path, value any) Finding {
	return Finding{Rule: rule, Type: field.ErrorTypeDuplicate, Path: p, Value: value}
}

// TooMany mirrors field.TooMany.
func TooMany(rule string, p *Path, actual, most int) Finding {
	return fromField(rule, p, field.TooMany(nil, actual, most))
}

// FromField carries an error of k8s.io/apimachinery over to a path of ours.
func FromField(rule string, p *Path, e *field.Error) Finding { return fromField(rule, p, e) }

func fromField(rule string, p *Path, e *field.Error) Finding {
	return Finding{Rule: rule, Type: e.Type, Path: p, Value: e.BadValue, Detail: e.Detail}
}
