package apply

import (
	"cmp"

	"github.com/crdtool/crdtool/internal/server/findinglimit"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// IsRule reports whether a finding comes from a rule of x-kubernetes-validations, and not from a keyword.
func IsRule(f *report.Finding) bool { return f.Rule == string(code.CELFailed) && f.SchemaFile != "" }

// explainAll places findings of the server in the file. causes are the causes of the server's answer, in the order
// of the findings; findings without a type have no cause.
func (q *request) explainAll(found finding.List, causes []report.Cause) []report.Finding {
	out := make([]report.Finding, len(found))
	for i := range found {
		var cause *report.Cause
		if found[i].Type != "" && len(causes) > 0 {
			cause, causes = &causes[0], causes[1:]
		}
		out[i] = q.explain(&found[i], cause)
	}
	return out
}

// explain adds to a finding of the server its place in the file, and the keyword or rule of the CRD that it
// follows from. cause is the cause of the server's answer, or nil.
func (q *request) explain(f *finding.Finding, cause *report.Cause) report.Finding {
	at := f.Path
	check := f.Code.Rule()
	if check == string(code.Value) && at == nil && len(f.Related) > 0 {
		at = f.Related[0].Path // the path that the server's message names
	}
	at = finding.Trail(at.Segments()).Path() // with the keys of the file
	way := at.Segments()
	e := finding.Finding{
		Code: f.Code, Severity: f.Severity, Type: f.Type, Path: f.Path, Value: f.Value, Detail: f.Detail,
		Pos: q.doc.Locate(way),
	}
	if f.Path.OfKey() {
		e.Pos = q.doc.LocateKey(way)
	}
	var k keyword
	switch {
	case check == string(code.Value):
		e.Message, k, e.Help = q.schemaMessage(f, at)
	case f.Code == code.ListItemTwice, f.Code == code.ListItemNoObject:
		e.Message, k = q.listMessage(f, at)
	case check == string(code.CELFailed):
		e.Message = cmp.Or(f.Facts.ValidatorText, f.Detail)
		if f.Type == field.ErrorTypeDuplicate {
			e.Message = "" // the server has no message for it
		}
	case f.Code == code.RulesNotChecked:
		e.Severity = finding.Info
		e.Message = "the CEL rules were not evaluated because the object is invalid; fix the other errors first"
	}
	if cause != nil {
		e.Type, e.Detail = "", "" // cause has both
	}
	out := e.Report(q.doc.File.Name)
	if cause != nil {
		out.ServerPath, out.ServerMessage = cause.Field, cause.Message
		out.Message = cmp.Or(out.Message, out.ServerMessage)
	}
	if at != nil {
		out.Path = at.File()
	}
	switch {
	case check == string(code.CELFailed) && len(f.Related) > 0:
		rule := &f.Related[0]
		at := rule.Path.Child("rule")
		q.follows(&out, at, q.def.doc.LocateKey(at.Segments()), rule.Message)
		q.origin(&out, at)
	case k.name != "":
		q.setBy(&out, at, k)
	}
	out.CRD, out.Version = q.def.crd.Metadata.Name, q.version
	return out
}

// rest returns one finding for each code with findings that are only counted.
func (q *request) rest(all []findinglimit.Rest) []report.Finding {
	var out []report.Finding
	for i := range all {
		f := about(q.doc, all[i].Code, nil, all[i].Message("object"), "")
		f.Severity = all[i].Severity
		f.CRD, f.Version, f.More = q.def.crd.Metadata.Name, q.version, all[i].Count
		out = append(out, f)
	}
	return out
}
