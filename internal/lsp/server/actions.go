package server

import (
	"bytes"
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/creachadair/jrpc2"

	"github.com/crdtool/crdtool/internal/input/edit"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/lsp/actions"
	"github.com/crdtool/crdtool/internal/lsp/diagnose"
	"github.com/crdtool/crdtool/internal/lsp/lines"
	"github.com/crdtool/crdtool/internal/lsp/protocol"
	"github.com/crdtool/crdtool/internal/lsp/workspace"
	"github.com/crdtool/crdtool/internal/text/safetext"
	"github.com/crdtool/crdtool/report"
)

// maxFindings limits the findings at a range whose fixes are tried, as each trial checks the document again. Editors
// ask with every move of the cursor, and with large selections.
const maxFindings = 8

// The changes that are made when they are chosen.
const (
	changeFixAll = "fixAll"
	changeSample = "sample"
	changeTest   = "test"
)

// codeActions returns what can be changed at a range.
func (s *Server) codeActions(ctx context.Context, params *protocol.CodeActionParams) ([]protocol.CodeAction, error) {
	if doc := s.workspace.Document(params.TextDocument.URI); doc != nil && doc.IsGo() {
		if !wants(params.Context.Only, protocol.QuickFix) {
			return nil, nil
		}
		return s.goFixes(ctx, s.workspace.Project(ctx, doc), doc, params.Range), nil
	}
	doc, p := s.manifest(ctx, params.TextDocument.URI)
	if doc == nil {
		return nil, nil
	}
	list := []protocol.CodeAction{}
	if wants(params.Context.Only, protocol.QuickFix) {
		list = s.quickFixes(ctx, p, doc, params.Range)
	}
	offset := doc.Offset(params.Range.Start, s.workspace.Encoding)
	chosen := s.resolvesEdits() || len(params.Context.Only) > 0
	add := func(title, kind, change string) {
		if !chosen || !wants(params.Context.Only, kind) {
			return // without resolve the edit has to be made now, which takes too long unless it is asked for
		}
		action := protocol.CodeAction{Title: title, Kind: kind, Data: &protocol.CodeActionData{URI: doc.URI, Version: doc.Version, Change: change, Offset: offset}}
		if !s.resolvesEdits() {
			resolved, err := s.resolveCodeAction(ctx, &action)
			if err != nil {
				return
			}
			action = *resolved
		}
		list = append(list, action)
	}
	if _, isCRD := s.crdAt(doc, offset); isCRD && s.fixesLint(ctx, p, doc) {
		add("make all fixes of crdtool lint", protocol.FixAll, changeFixAll)
	}
	if c, ok := s.crdAt(doc, offset); ok && s.createsFiles() {
		add("write a sample of "+c.Kind, protocol.Refactor, changeSample)
		if c.HasRule() {
			add("generate a test of this rule", protocol.Refactor, changeTest)
		}
	}
	return list, nil
}

// wants reports whether a client asks for actions of a kind, which is the case without a list of kinds.
func wants(only []string, kind string) bool {
	return len(only) == 0 || slices.ContainsFunc(only, func(o string) bool { return o == "" || kind == o || strings.HasPrefix(kind, o+".") })
}

// resolvesEdits reports whether the client asks for the edit of an action when it is chosen.
func (s *Server) resolvesEdits() bool {
	return slices.Contains(s.client.TextDocument.CodeAction.ResolveSupport.Properties, "edit")
}

func (s *Server) createsFiles() bool {
	w := &s.client.Workspace.WorkspaceEdit
	return w.DocumentChanges && slices.Contains(w.ResourceOperations, "create")
}

// crdAt returns the CRD at an offset of a document.
func (s *Server) crdAt(doc *workspace.Document, offset int) (*actions.CRD, bool) {
	return actions.CRDAt(source.Read(doc.Name, doc.Text), doc.LineOf(offset)+1)
}

// fixesLint reports whether a finding of the document may have a fix.
func (s *Server) fixesLint(ctx context.Context, p *workspace.Project, doc *workspace.Document) bool {
	return slices.ContainsFunc(s.findings(ctx, p, doc), func(f report.Finding) bool { return f.CRD != "" && f.Object == "" })
}

// quickFixes returns the fixes of the findings at a range.
func (s *Server) quickFixes(ctx context.Context, p *workspace.Project, doc *workspace.Document, at protocol.Range) []protocol.CodeAction {
	list := []protocol.CodeAction{}
	here := s.findingsAt(ctx, p, doc, at)
	if len(here) == 0 {
		return list
	}
	check := func(text []byte) []report.Finding { return diagnose.Changed(ctx, p, doc, text) }
	all := check(doc.Text)
	withFix := map[string]*report.Finding{}
	for _, f := range diagnose.Fixable(p, doc) {
		withFix[placeOf(&f)] = &f
	}
	file, linesOf := source.Read(doc.Name, doc.Text), linesIn(p)
	for i := range here {
		f := &here[i]
		if ctx.Err() != nil {
			break
		}
		diagnostics := []protocol.Diagnostic{diagnose.Diagnostic(f, doc.Lines, s.workspace.Encoding, linesOf)}
		add := func(title string, edited *protocol.WorkspaceEdit, preferred bool) {
			if edited != nil {
				list = append(list, protocol.CodeAction{
					Title: safetext.Line(title), Kind: protocol.QuickFix, Diagnostics: diagnostics, IsPreferred: preferred, Edit: edited,
				})
			}
		}
		if fixable := withFix[placeOf(f)]; fixable != nil {
			edited, inText := s.editOf(p, doc, fixable.Fix)
			proven := inText != nil && actions.Prove(doc.Text, inText, f, all, check) == actions.Clean
			add(fixable.Fix.Title, edited, proven)
		}
		for _, fix := range actions.ObjectFixes(file, f, all, p.CRDs(doc), check) {
			add(fix.Title, s.workspaceEdit(doc, fix.Edits), fix.Preferred)
		}
		if actions.IsCost(f) {
			costs := diagnose.Lint(p).Linter.Costs(file, true, lint.Options{Types: p.Finder.Types})
			if fix, ok := actions.BoundFix(file, f, &costs, all, check); ok {
				add(fix.Title, s.workspaceEdit(doc, fix.Edits), fix.Preferred)
			}
		}
		for _, fix := range s.inGo(p, doc, f) {
			add(fix.Title, s.goEdit(p, fix.Files), false)
		}
		if fix, ok := actions.Ignore(file, f, all, check); ok && f.CRD != "" {
			add(fix.Title, s.workspaceEdit(doc, fix.Edits), false)
		}
	}
	return list
}

// findingsAt returns the findings at a range, or if there are none those on its lines.
func (s *Server) findingsAt(ctx context.Context, p *workspace.Project, doc *workspace.Document, at protocol.Range) []report.Finding {
	return nearestTo(at, s.findings(ctx, p, doc), func(f *report.Finding) protocol.Range {
		return diagnose.RangeOf(doc.Lines, s.workspace.Encoding, f.Pos())
	})
}

// nearestTo returns the values at a range, or if there are none those on its lines. Of many the first are returned.
func nearestTo[T any](at protocol.Range, all []T, rangeOf func(*T) protocol.Range) []T {
	var here, beside []T
	for i := range all {
		r := rangeOf(&all[i])
		switch {
		case touch(r, at):
			here = append(here, all[i])
		case r.Start.Line <= at.End.Line && at.Start.Line <= r.End.Line:
			beside = append(beside, all[i])
		}
	}
	if len(here) == 0 {
		here = beside
	}
	return here[:min(len(here), maxFindings)]
}

// placeOf identifies a finding in a text.
func placeOf(f *report.Finding) string {
	return strings.Join([]string{string(f.Code), f.CRD, f.Version, f.Path, f.Message}, "\x00")
}

// touch reports whether two ranges have a place in common.
func touch(a, b protocol.Range) bool { return !before(a.End, b.Start) && !before(b.End, a.Start) }

func before(a, b protocol.Position) bool {
	return a.Line < b.Line || a.Line == b.Line && a.Character < b.Character
}

// editOf returns the edits of a fix, in the document or in Go files. inText are those of the document, or nil.
func (s *Server) editOf(p *workspace.Project, doc *workspace.Document, fix *report.Fix) (all *protocol.WorkspaceEdit, inText []edit.Edit) {
	edits := map[string][]protocol.TextEdit{} // by URI
	linesOf := linesIn(p)
	for _, e := range fix.Edits {
		l, uri := doc.Lines, doc.URI
		if e.File != "" && e.File != doc.Name {
			if l, uri = linesOf(e.File), workspace.URIOf(e.File); l == nil {
				return nil, nil
			}
		} else {
			inText = append(inText, edit.Edit{Start: l.Character(e.Line, e.Column), End: l.Character(e.EndLine, e.EndColumn), Text: e.Text})
		}
		r := l.Range(l.Character(e.Line, e.Column), l.Character(e.EndLine, e.EndColumn), s.workspace.Encoding)
		edits[uri] = append(edits[uri], protocol.TextEdit{Range: r, NewText: e.Text})
	}
	if len(inText) != len(fix.Edits) {
		inText = nil // a change of Go code cannot be proven without the generator
	}
	return s.editsOf(edits), inText
}

// workspaceEdit returns edits of a document.
func (s *Server) workspaceEdit(doc *workspace.Document, edits []edit.Edit) *protocol.WorkspaceEdit {
	var list []protocol.TextEdit
	for _, e := range edits {
		list = append(list, protocol.TextEdit{Range: doc.Range(e.Start, e.End, s.workspace.Encoding), NewText: e.Text})
	}
	return s.editsOf(map[string][]protocol.TextEdit{doc.URI: list})
}

// editsOf returns edits of texts in the form that the client takes.
func (s *Server) editsOf(edits map[string][]protocol.TextEdit) *protocol.WorkspaceEdit {
	if !s.client.Workspace.WorkspaceEdit.DocumentChanges {
		return &protocol.WorkspaceEdit{Changes: edits}
	}
	w := &protocol.WorkspaceEdit{}
	for _, uri := range slices.Sorted(maps.Keys(edits)) {
		of := protocol.OptionalVersionedTextDocumentIdentifier{URI: uri}
		if doc := s.workspace.Document(uri); doc != nil {
			of.Version = &doc.Version
		}
		w.DocumentChanges = append(w.DocumentChanges, protocol.TextDocumentEdit{TextDocument: of, Edits: edits[uri]})
	}
	return w
}

// resolveCodeAction makes the edit of an action that was chosen.
func (s *Server) resolveCodeAction(ctx context.Context, action *protocol.CodeAction) (*protocol.CodeAction, error) {
	if action.Data == nil {
		return action, nil
	}
	doc, p := s.manifest(ctx, action.Data.URI)
	if doc == nil || doc.Version != action.Data.Version {
		return nil, jrpc2.Errorf(contentModified, "the text was changed")
	}
	var err error
	if action.Data.Change == changeFixAll {
		action.Edit, err = s.allFixes(p, doc)
	} else {
		action.Edit, err = s.newFile(ctx, p, doc, action.Data)
	}
	if err != nil {
		return nil, notDone(err)
	}
	return action, nil
}

// The errors of the protocol for a text that is not the newest, and for what cannot be done.
const (
	contentModified = -32801
	requestFailed   = -32803
)

// allFixes makes all fixes of lint.
func (s *Server) allFixes(p *workspace.Project, doc *workspace.Document) (*protocol.WorkspaceEdit, error) {
	text, made := diagnose.Fixed(p, doc)
	if made == 0 || bytes.Equal(text, doc.Text) {
		return s.workspaceEdit(doc, nil), nil
	}
	return s.workspaceEdit(doc, []edit.Edit{actions.Between(doc.Text, text)}), nil
}

// newFile writes a sample or a test, into a file that is created.
func (s *Server) newFile(ctx context.Context, p *workspace.Project, doc *workspace.Document, data *protocol.CodeActionData) (*protocol.WorkspaceEdit, error) {
	c, ok := s.crdAt(doc, data.Offset)
	if !ok || data.Change == changeTest && !c.HasRule() {
		return nil, jrpc2.Errorf(contentModified, "nothing is there any more")
	}
	folder := filepath.Dir(doc.Path)
	var made *actions.NewFile
	var err error
	if data.Change == changeTest {
		made, err = c.Test(ctx, p.Version(), folder, doc.Path)
	} else {
		folder = s.samples(p, folder)
		made, err = c.Sample(p.Version())
	}
	if err != nil {
		return nil, err
	}
	return s.created(p, filepath.Join(folder, made.Name), made.Text)
}

// samples returns the folder of samples: config/samples of the project if it is there, as kubebuilder has it, else that
// of the CRD.
func (s *Server) samples(p *workspace.Project, beside string) string {
	dir := filepath.Join(p.Dir, "config", "samples")
	if info, err := p.Files.Stat(dir); err == nil && info.IsDir() {
		return dir
	}
	return beside
}

// created returns the edit that creates a file. If it is there, tests are added to it, and a sample gets another name.
func (s *Server) created(p *workspace.Project, path, text string) (*protocol.WorkspaceEdit, error) {
	there, err := p.Files.Load(path)
	if err == nil {
		if more, ok := actions.AppendTests(there, text); ok {
			return s.inserted(path, there, more), nil
		}
		path = unused(p, path)
	}
	uri := workspace.URIOf(path)
	return &protocol.WorkspaceEdit{DocumentChanges: []any{
		protocol.CreateFile{Kind: "create", URI: uri, Options: &protocol.CreateFileOptions{IgnoreIfExists: true}},
		protocol.TextDocumentEdit{TextDocument: protocol.OptionalVersionedTextDocumentIdentifier{URI: uri}, Edits: []protocol.TextEdit{{NewText: text}}},
	}}, nil
}

// inserted returns the edit that adds a text at the end of a file.
func (s *Server) inserted(path string, there []byte, more string) *protocol.WorkspaceEdit {
	end := lines.Of(there).Position(len(there), s.workspace.Encoding)
	return s.editsOf(map[string][]protocol.TextEdit{workspace.URIOf(path): {{Range: protocol.Range{Start: end, End: end}, NewText: more}}})
}

// unused returns the first name of a file with a number at its end that is not there.
func unused(p *workspace.Project, path string) string {
	ext := filepath.Ext(path)
	for n := 2; ; n++ {
		name := strings.TrimSuffix(path, ext) + "-" + strconv.Itoa(n) + ext
		if _, err := p.Files.Stat(name); err != nil {
			return name
		}
	}
}
