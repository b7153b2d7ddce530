package server

import (
	"context"
	"fmt"

	"github.com/crdtool/crdtool/internal/cel/celassist"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/lsp/complete"
	"github.com/crdtool/crdtool/internal/lsp/cursor"
	"github.com/crdtool/crdtool/internal/lsp/describe"
	"github.com/crdtool/crdtool/internal/lsp/expression"
	"github.com/crdtool/crdtool/internal/lsp/protocol"
	"github.com/crdtool/crdtool/internal/lsp/shape"
	"github.com/crdtool/crdtool/internal/lsp/workspace"
	"github.com/crdtool/crdtool/internal/output/explain"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/openapiv3/resource"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// isOurs reports whether a place is in a document that crdtool knows: an object with a kind, or a configuration. Other
// YAML and JSON gets no answer. A document without a kind may become one of ours, if the workspace has CRDs.
func isOurs(p *workspace.Project, doc *workspace.Document, at *cursor.Place) bool {
	if shape.IsConfig(doc.Path) {
		return true
	}
	if !doc.IsManifest() || p.Config.Excludes(doc.Name) {
		return false
	}
	if at.APIVersion != "" || at.Kind != "" {
		return true
	}
	// An empty document, or one in which the first key is being typed.
	return len(at.Path) == 0 && len(at.Present()) == 0
}

func (s *Server) completion(ctx context.Context, params *protocol.TextDocumentPositionParams) (any, error) {
	p, doc, offset := s.at(ctx, params)
	if doc == nil {
		return nil, nil
	}
	if doc.IsGo() {
		return s.goCompletion(p, doc, offset), nil
	}
	at := doc.At(offset)
	if !isOurs(p, doc, at) {
		return nil, nil
	}
	list := protocol.CompletionList{Items: []protocol.CompletionItem{}}
	if x := expression.At(s.navigator.CEL(p), at); x != nil {
		found := x.Complete(x.Scalar.Offset)
		list.Items = s.celItems(doc, offset, found, x.Scalar)
		return list, nil
	}
	for _, item := range complete.At(at, complete.Options{Kinds: p.Kinds(doc), File: doc.Path, Version: p.Version(), Skeleton: p.Skeleton}) {
		list.Items = append(list.Items, s.item(doc, &item))
	}
	return list, nil
}

var completionKinds = [...]protocol.CompletionItemKind{
	complete.Field: protocol.CompletionField, complete.Value: protocol.CompletionValue, complete.EnumValue: protocol.CompletionEnumMember,
	complete.Type: protocol.CompletionClass, complete.Snippet: protocol.CompletionSnippet, complete.Keyword: protocol.CompletionKeyword,
	complete.Reference: protocol.CompletionReference, complete.RuleID: protocol.CompletionValue,
}

func (s *Server) item(doc *workspace.Document, i *complete.Item) protocol.CompletionItem {
	return s.completionItem(protocol.CompletionItem{
		Label: i.Label, Kind: completionKinds[i.Kind], Detail: i.Detail, Documentation: markdown(i.Documentation),
		SortText: i.Sort, FilterText: i.Filter,
	}, doc.Range(i.Replace.Start, i.Replace.End, s.workspace.Encoding), i.Text, i.Snippet, i.Deprecated)
}

var celKinds = [...]protocol.CompletionItemKind{
	celassist.FieldItem: protocol.CompletionField, celassist.MethodItem: protocol.CompletionMethod, celassist.FunctionItem: protocol.CompletionFunction,
	celassist.MacroItem: protocol.CompletionSnippet, celassist.VariableItem: protocol.CompletionVariable, celassist.ValueItem: protocol.CompletionEnumMember,
	celassist.KeywordItem: protocol.CompletionKeyword, celassist.OperatorItem: protocol.CompletionOperator,
}

// written is the text around an expression: its offsets in the file, and how it writes quotes.
type written interface {
	InFile(offset int) int
	Quoted(text string) string
}

// celItems returns the items of an expression that is written in a file.
func (s *Server) celItems(doc *workspace.Document, offset int, found celassist.Completion, in written) []protocol.CompletionItem {
	// Between the lines of a scalar, the cursor may be among spaces that the expression does not have.
	start, end := min(in.InFile(found.Span.Start), offset), max(in.InFile(found.Span.End), offset)
	if found.Span.Start == found.Span.End {
		start, end = offset, offset
	}
	span := doc.Range(start, end, s.workspace.Encoding)
	if at := doc.Range(offset, offset, s.workspace.Encoding); span.Start.Line != at.Start.Line || span.End.Line != at.Start.Line {
		// Editors ignore an item whose range is not on the line of the cursor.
		span.End = at.Start
		if span.Start.Line != at.Start.Line {
			span.Start = at.Start
		}
	}
	items := []protocol.CompletionItem{}
	for i := range found.Items {
		items = append(items, s.celItem(&found.Items[i], span, in))
	}
	return items
}

func (s *Server) celItem(i *celassist.Item, span protocol.Range, in written) protocol.CompletionItem {
	text, snippet, filter := in.Quoted(i.Insert), i.Snippet, ""
	if text != i.Insert {
		// Editors compare the filter with the text of the file.
		snippet, filter = "", in.Quoted(i.Label)
	}
	return s.completionItem(protocol.CompletionItem{
		Label: i.Label, Kind: celKinds[i.Kind], Detail: i.Detail, Documentation: markdown(describe.CELItem(i)), SortText: i.Sort, FilterText: filter,
	}, span, text, snippet, i.Deprecated)
}

// completionItem adds the edit of an item: a snippet where the client has them.
func (s *Server) completionItem(item protocol.CompletionItem, span protocol.Range, text, snippet string, deprecated bool) protocol.CompletionItem {
	item.InsertTextFormat = protocol.PlainText
	if snippet != "" && s.client.TextDocument.Completion.CompletionItem.SnippetSupport {
		text, item.InsertTextFormat = snippet, protocol.Snippet
	}
	item.TextEdit = &protocol.TextEdit{Range: span, NewText: text}
	item.InsertTextMode = protocol.AsIs
	if deprecated {
		item.Tags = []int{1}
	}
	return item
}

func markdown(text string) *protocol.MarkupContent {
	if text == "" {
		return nil
	}
	return &protocol.MarkupContent{Kind: "markdown", Value: text}
}

func (s *Server) hover(ctx context.Context, params *protocol.TextDocumentPositionParams) (any, error) {
	p, doc, offset := s.at(ctx, params)
	if doc == nil {
		return nil, nil
	}
	if doc.IsGo() {
		return s.goHover(p, doc, offset), nil
	}
	at := doc.At(offset)
	if !isOurs(p, doc, at) {
		return nil, nil
	}
	if x := expression.At(s.navigator.CEL(p), at); x != nil {
		h := x.Hover(x.Scalar.Offset)
		if h == nil {
			return nil, nil
		}
		span := doc.Range(x.Scalar.InFile(h.Span.Start), x.Scalar.InFile(h.Span.End), s.workspace.Encoding)
		return &protocol.Hover{Contents: *markdown(describe.CEL(h)), Range: &span}, nil
	}
	text, span := describe.At(at, describe.Options{Kinds: p.Kinds(doc), File: doc.Path, Version: p.Version(), Origin: goOrigin(p, doc)})
	if text == "" {
		return nil, nil
	}
	where := doc.Range(span.Start, span.End, s.workspace.Encoding)
	return &protocol.Hover{Contents: *markdown(text), Range: &where}, nil
}

// goOrigin returns a function that finds the place in Go of a field of a kind.
func goOrigin(p *workspace.Project, doc *workspace.Document) func(*shape.Kind, []finding.Segment) string {
	return func(k *shape.Kind, path []finding.Segment) string {
		written := p.CRDs(doc).Document(k.Group, k.Kind)
		if written == nil || !p.Finder.Asks(written) {
			return ""
		}
		var names []string
		for _, s := range path {
			if !s.IsIndex {
				names = append(names, s.Name)
			}
		}
		of := resource.Resource{Group: k.Group, Plural: k.CRD.Spec.Names.Plural, Version: k.Version}
		_, at := explain.Place([]*crd.CustomResourceDefinition{k.CRD}, &of, names)
		if at == nil {
			return ""
		}
		if o := p.Finder.At(written, at); o != nil {
			return fmt.Sprintf("%s:%d", o.File, o.Line)
		}
		return ""
	}
}

func (s *Server) signatureHelp(ctx context.Context, params *protocol.TextDocumentPositionParams) (any, error) {
	p, doc, offset := s.at(ctx, params)
	if doc != nil && doc.IsGo() {
		if x := s.goExpression(p, doc, offset); x != nil {
			return signatures(x.Signatures(x.quoted.InText(offset))), nil
		}
	}
	if doc == nil || !doc.IsManifest() {
		return nil, nil
	}
	at := doc.At(offset)
	if at.Kind != source.CRDKind {
		return nil, nil
	}
	x := expression.At(s.navigator.CEL(p), at)
	if x == nil {
		return nil, nil
	}
	return signatures(x.Signatures(x.Scalar.Offset)), nil
}

// signatures returns the forms of a call in the form of the protocol; nil without a call.
func signatures(found *celassist.Signatures) *protocol.SignatureHelp {
	if found == nil {
		return nil
	}
	help := &protocol.SignatureHelp{ActiveSignature: uint32(max(found.Active, 0)), ActiveParameter: uint32(max(found.Argument, 0))}
	for _, form := range found.List {
		info := protocol.SignatureInformation{Label: form.Label, Documentation: markdown(form.Doc)}
		for _, span := range form.Parameters {
			info.Parameters = append(info.Parameters, protocol.ParameterInformation{Label: form.Label[span.Start:span.End]})
		}
		help.Signatures = append(help.Signatures, info)
	}
	return help
}
