// Package finding holds the diagnostic that checks return, the typed path that
// places it, and the rendering of values in kube-apiserver's words.
//
// Every check of every package returns a List; "error" is kept for what could
// not be run at all. A Finding knows no file and is for those who go on working
// with it. What is said of it to others, with file, line and sentence, is a
// Finding of package report, which is made of it.
package finding

import (
	"strings"
	"unicode/utf8"

	"github.com/crdtool/crdtool/report"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// What a Finding has in common with its form in a report.
type (
	// Severity says how much a finding matters.
	Severity = report.Severity
	// Pos is a range in a file.
	Pos = report.Pos
	// Witness are requests that show what a finding says.
	Witness = report.Witness
	// Request is one of them.
	Request = report.Request
)

// The severities.
const (
	Error   = report.Error
	Warning = report.Warning
	Info    = report.Info
)

// Related is another place that has to do with a finding.
type Related struct {
	Message string
	Path    *Path
	Pos     Pos
	// File is another file, in which Pos is then; "" for that of the finding.
	File string
}

// Finding is one thing to say about a document.
//
// Type, Path, Value and Detail mirror the server's field.Error, so that an
// answer can be compared without parsing text. Type is empty for what no
// kube-apiserver says.
type Finding struct {
	Code     Code
	Severity Severity
	Type     field.ErrorType
	Path     *Path
	Value    any
	Detail   string
	// Facts are what is behind Detail, for whoever words it otherwise.
	Facts Facts

	// Message is our own sentence in terms of the file; when it is empty the
	// server's words are shown.
	Message string
	// Lasting is Message without what was measured; "" if nothing was. See Measured.
	Lasting string
	// Help is one line on how to fix it.
	Help string
	// Keywords are what Help has one write or change, if that is not what Path ends in:
	// keywords of schemas, of those of items as in items.maxLength, or names of the CRD.
	Keywords []string
	// YAML are parts of Help that are lines of a CRD: a keyword, a colon and its value. Those
	// who change a CRD in Go are told markers in their place.
	YAML []string
	// Changes are the changes that Help has one make, where they are exact and Keywords does
	// not say as much.
	Changes []Change
	// HelpLine is the line of the document that Help names, as in "line 12", and HelpAt the
	// path of what stands there.
	HelpLine string
	HelpAt   []Segment
	// HelpHasMarkers is set if Help names markers, not keywords.
	HelpHasMarkers bool
	// Breaking says that stored objects, or clients, that did without trouble have
	// some by a change of the CRD.
	Breaking bool

	// OnMinors are the minor versions of Kubernetes 1 that it holds on, of those that were asked
	// for; nil if it holds on all.
	OnMinors []int

	// Cause names the one setting that makes the finding at all of its places, such as an
	// option of the generator; "" if each place has a cause of its own.
	Cause string

	Pos     Pos
	Related []Related
	// Fix fixes it, where there is one right way to.
	Fix *Fix
	// Witness shows that it is so; nil if nothing was found that does, or it needs none.
	Witness *Witness

	kept  *keptMessage
	words Wording
}

// Wording makes the server's words for a finding, as ServerMessage returns them, from
// its code, type, value and detail. Nil makes those of the newest server.
type Wording func(*Finding) string

// WordedBy has ServerMessage return a server's words.
func (f *Finding) WordedBy(words Wording) { f.words = words }

// Facts are values that the server's words about a case are made of. Which of them
// are set depends on the code.
type Facts struct {
	// Where is a place, a reason or a name in the server's words, as they print it.
	Where string
	// Times is by how much a limit is exceeded, as it is printed: "14.2".
	Times string
	// Limit is the value of the keyword that is broken; nil if that is not known.
	Limit any
	// Wanted is the type or the format that a value should have, Found what it has.
	Wanted, Found string
	// ValidatorText is the message of the server's validator about a value, without the place.
	ValidatorText string
	// Issues are the errors of a compiler, one for each place.
	Issues []string
}

// With returns f with facts.
func (f Finding) With(facts Facts) Finding {
	f.Facts = facts
	return f
}

// List is what a check returns, in the order of the document.
type List []Finding

// ServerMessage returns the server's words without the field, as they stand in
// Status.details.causes[].message.
//
// Type, Value and Detail are those of the newest server, whichever is asked for; the
// words of another, for which the finding is WordedBy them, are made here, last. A value that
// is longer than MostQuoted is cut.
func (f *Finding) ServerMessage() string {
	if f.kept != nil && f.kept.kind == f.Type && f.kept.detail == f.Detail {
		return f.kept.message
	}
	if f.words != nil {
		return f.words(f)
	}
	return BodyOf(f.Type, f.Value, f.Detail)
}

// MostQuoted is the length in bytes up to which values are quoted in messages. A server
// quotes all of a CRD's schema or versions, which takes a hundred times the length of the
// file; nobody reads that, nor the LeftOut that stands for the rest of it here.
const (
	MostQuoted = 16 << 20
	LeftOut    = "... (the value is longer than 16 MiB; the rest of it is left out)"
)

// Quoted is the value of an Invalid finding that says how messages quote it.
type Quoted interface {
	QuotedInMessage() []byte
}

// BodyOf returns the words of a field.Error, as its ErrorBody does.
func BodyOf(kind field.ErrorType, value any, detail string) string {
	q, ok := value.(Quoted)
	if !ok || kind != field.ErrorTypeInvalid {
		e := field.Error{Type: kind, BadValue: value, Detail: detail}
		return e.ErrorBody()
	}
	text := kind.String() + ": " + CutQuoted(string(q.QuotedInMessage()))
	if detail != "" {
		text += ": " + detail
	}
	return text
}

// CutQuoted returns a quoted value; of one that is too long the beginning with LeftOut.
func CutQuoted(text string) string {
	if len(text) <= MostQuoted {
		return text
	}
	end := MostQuoted
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + LeftOut
}

// keptMessage is the server's message of a finding, with what it was made of.
type keptMessage struct {
	kind            field.ErrorType
	detail, message string
}

// KeepMessage has ServerMessage make the words once: they quote values, which may be as
// large as the document. The value is not to be set to another one afterwards.
func (f *Finding) KeepMessage() {
	if f.Type != "" && f.kept == nil {
		f.kept = &keptMessage{f.Type, f.Detail, f.ServerMessage()}
	}
}

// Invalid mirrors field.Invalid.
func Invalid(code Code, p *Path, value any, detail string) Finding {
	return Finding{Code: code, Type: field.ErrorTypeInvalid, Path: p, Value: value, Detail: detail}
}

// Required mirrors field.Required.
func Required(code Code, p *Path, detail string) Finding {
	return Finding{Code: code, Type: field.ErrorTypeRequired, Path: p, Value: "", Detail: detail}
}

// Forbidden mirrors field.Forbidden.
func Forbidden(code Code, p *Path, detail string) Finding {
	return Finding{Code: code, Type: field.ErrorTypeForbidden, Path: p, Value: "", Detail: detail}
}

// NotSupported mirrors field.NotSupported.
func NotSupported(code Code, p *Path, value any, supported []string) Finding {
	return fromField(code, p, field.NotSupported(nil, value, supported))
}

// Duplicate mirrors field.Duplicate.
func Duplicate(code Code, p *Path, value any) Finding {
	return Finding{Code: code, Type: field.ErrorTypeDuplicate, Path: p, Value: value}
}

// TooMany mirrors field.TooMany.
func TooMany(code Code, p *Path, actual, most int) Finding {
	return fromField(code, p, field.TooMany(nil, actual, most))
}

// FromField carries an error of k8s.io/apimachinery over to a path of ours.
func FromField(code Code, p *Path, e *field.Error) Finding { return fromField(code, p, e) }

func fromField(code Code, p *Path, e *field.Error) Finding {
	return Finding{Code: code, Type: e.Type, Path: p, Value: e.BadValue, Detail: e.Detail}
}

// Code names one thing that can be said about a document: a check and, where the
// check can find several things, a case of it behind a slash, as "names/required".
// Codes stay the same from release to release.
type Code string

// Rule is the ID of the check, which configuration, comments and reports name it by.
func (c Code) Rule() string {
	rule, _, _ := strings.Cut(string(c), "/")
	return rule
}

// Case returns a case of a check, or the check if the name is empty.
func (c Code) Case(name string) Code {
	if name == "" {
		return c
	}
	return c + "/" + Code(name)
}

// CaseName is the case, or "" for a check that has only one.
func (c Code) CaseName() string {
	_, name, _ := strings.Cut(string(c), "/")
	return name
}
