package apply

import (
	"cmp"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/report"
)

// IsRule reports whether an object is refused by a rule of
// x-kubernetes-validations, and not by a keyword.
func IsRule(f *report.Finding) bool { return f.Rule == string(code.CELFailed) && f.SchemaFile != "" }

// explainAll says each of the server's findings in terms of the file. Causes are
// what the server's answer makes of those that it has words for, in their order.
func (q *request) explainAll(found finding.List, causes []report.Cause) []report.Finding {
	out := make([]report.Finding, len(found))
	var words finding.Finding // it is large
	for i := range found {
		var said *report.Cause
		if found[i].Type != "" && len(causes) > 0 {
			said, causes = &causes[0], causes[1:]
		}
		q.explain(&out[i], &found[i], said, &words)
	}
	return out
}

// explain makes of a finding of the server's the one that out becomes, by way of what words becomes.
func (q *request) explain(out *report.Finding, f *finding.Finding, said *report.Cause, words *finding.Finding) {
	at := f.Path
	check := f.Code.Rule()
	if check == string(code.Value) && at == nil && len(f.Related) > 0 {
		at = f.Related[0].Path // the value that the server's text names
	}
	at, way := plain(at)
	*words = finding.Finding{
		Code: f.Code, Severity: f.Severity, Type: f.Type, Path: f.Path, Value: f.Value, Detail: f.Detail,
		Pos: q.doc.Locate(way),
	}
	if f.Path.OfKey() {
		words.Pos = q.doc.LocateKey(way)
	}
	var k keyword
	switch {
	case check == string(code.Value):
		words.Message, k, words.Help = q.schemaMessage(f, at)
	case f.Code == code.ListItemTwice, f.Code == code.ListItemNoObject:
		words.Message, k = q.listMessage(f, at)
	case check == string(code.CELFailed):
		words.Message = cmp.Or(f.Facts.Said, f.Detail)
		if f.Type == field.ErrorTypeDuplicate {
			words.Message = "" // the server has no text for it
		}
	case f.Code == code.RulesNotChecked:
		words.Severity = finding.Info
		words.Message = "the CEL rules were not evaluated because the object is invalid; fix the other errors first"
	}
	if said != nil {
		words.Type, words.Detail = "", "" // its words are there already
	}
	*out = report.Of(q.doc.File.Name, words)
	if said != nil {
		out.ServerPath, out.ServerMessage = said.Field, said.Message
		out.Message = cmp.Or(out.Message, out.ServerMessage)
	}
	if at != nil {
		out.Path = at.File()
	}
	switch {
	case check == string(code.CELFailed) && len(f.Related) > 0:
		rule := &f.Related[0]
		at := rule.Path.Child("rule")
		q.follows(out, at, q.def.doc.LocateKey(at.Segments()), rule.Message)
		q.origin(out, at)
	case k.name != "":
		q.setBy(out, at, way, k)
	}
	out.CRD, out.Version = q.def.crd.Metadata.Name, q.version
}

// plain is a path as it leads through the file, segment by segment, with these.
func plain(p *finding.Path) (at *finding.Path, way []finding.Segment) {
	var t finding.Trail = p.Segments()
	return t.Path(), t
}
