package apply

import (
	"strings"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/report"
)

// The rules of the library's findings that have words of their own here.
const (
	schemaRule   = "schema"
	listRule     = "list-type"
	celRule      = "cel-failed"
	notEvaluated = "rules-not-checked"
	scaleRule    = "scale-path"
)

// IsRule reports whether an object is refused by a rule of
// x-kubernetes-validations, and not by a keyword.
func IsRule(f *report.Finding) bool { return f.Rule == celRule && f.SchemaFile != "" }

// explainAll says each of the server's findings in terms of the file.
func (q *request) explainAll(found finding.List) []report.Finding {
	out := make([]report.Finding, len(found))
	for i := range found {
		out[i] = q.explain(&found[i])
	}
	return out
}

func (q *request) explain(f *finding.Finding) report.Finding {
	at := f.Path
	if f.Rule == schemaRule && at == nil && len(f.Related) > 0 {
		at = f.Related[0].Path // the value that the server's text names
	}
	at = plain(at)
	words := finding.Finding{
		Rule: f.Rule, Severity: f.Severity, Type: f.Type, Path: f.Path, Value: f.Value, Detail: f.Detail,
		Pos: q.doc.Locate(at.Segments()),
	}
	var k keyword
	switch f.Rule {
	case schemaRule:
		words.Message, k, words.Help = q.schemaWords(f, at)
	case listRule:
		words.Message, k = q.listWords(f, at)
	case celRule:
		words.Message = strings.TrimPrefix(f.Detail, "failed rule: ")
	case notEvaluated:
		words.Severity = finding.Info
		words.Message = "the rules were not evaluated, since the object is invalid; correct the other errors first"
	}
	out := report.Of(q.doc.File.Name, &words)
	if at != nil {
		out.Path = at.File()
	}
	switch {
	case f.Rule == celRule && len(f.Related) > 0:
		rule := &f.Related[0]
		at := rule.Path.Child("rule")
		q.follows(&out, at, q.def.doc.LocateKey(at.Segments()), rule.Message)
	case k.name != "":
		q.setBy(&out, at, k)
	}
	out.CRD, out.Version = q.def.crd.Metadata.Name, q.version
	return out
}

// plain is a path as it leads through the file, segment by segment.
func plain(p *finding.Path) *finding.Path {
	var t finding.Trail = p.Segments()
	return t.Path()
}
