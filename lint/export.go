package lint

import (
	"strings"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/crd"
	"github.com/crdtool/crdtool/internal/edit"
	"github.com/crdtool/crdtool/internal/source"
)

// exportAll turns findings into the report's form, with our own words where the
// check has any.
func exportAll(doc *source.Document, c *crd.CustomResourceDefinition, found finding.List) []Finding {
	// Names are parts of the file's text, which findings are not to hold on to.
	name := strings.Clone(c.Metadata.Name)
	out := make([]Finding, len(found))
	for i := range found {
		f := &found[i]
		explain(doc, c, f)
		out[i] = export(doc.File.Name, name, c, f)
		if f.Fix == nil {
			f.Fix = mechanicalFix(c, f)
		}
		if fix := f.Fix; fix != nil {
			out[i].Fix = &Fix{Title: fix.Title, plan: planned{Request: edit.Request{Doc: doc, Changes: fix.Changes}}}
		}
	}
	return out
}

func export(file, name string, c *crd.CustomResourceDefinition, f *finding.Finding) Finding {
	out := Finding{
		Rule: f.Rule, Severity: f.Severity, Message: f.Message, Help: f.Help,
		File: file, Line: f.Pos.Line, Column: f.Pos.Column, EndLine: f.Pos.EndLine, EndColumn: f.Pos.EndColumn,
		CRD: name, Path: f.Path.File(),
	}
	switch {
	case f.Type != "":
		out.ServerPath, out.ServerMessage = f.Path.Server(), f.ServerMessage()
	case f.Detail != "":
		out.ServerMessage = f.Detail
	}
	if out.Message == "" {
		out.Message = out.ServerMessage
	}
	if c != nil {
		out.Version = versionOf(c, f.Path)
	}
	return out
}

// versionOf names the version that a path leads into, or "".
func versionOf(c *crd.CustomResourceDefinition, p *finding.Path) string {
	s := p.Segments()
	if len(s) < 3 || s[0].Name != "spec" || s[1].Name != "versions" || !s[2].IsIndex || s[2].Index >= len(c.Spec.Versions) {
		return ""
	}
	return strings.Clone(c.Spec.Versions[s[2].Index].Name)
}
