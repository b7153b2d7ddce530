// Package protocol has the types of the Language Server Protocol 3.17 that the server uses. Their names and meanings
// are those of the specification, https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17.
package protocol

import "encoding/json"

// A Position is a place in a text: a line from 0, and a number of code units of the negotiated encoding in it.
type Position struct {
	Line      uint32 `json:"line"`
	Character uint32 `json:"character"`
}

// A Range is a part of a text. End is behind its last character.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// A Location is a range in a file.
type Location struct {
	URI   string `json:"uri"`
	Range Range  `json:"range"`
}

// A LocationLink is a Location that is opened from a range of the text.
type LocationLink struct {
	OriginSelectionRange *Range `json:"originSelectionRange,omitempty"`
	TargetURI            string `json:"targetUri"`
	TargetRange          Range  `json:"targetRange"`
	TargetSelectionRange Range  `json:"targetSelectionRange"`
}

// A TextDocumentIdentifier names a document.
type TextDocumentIdentifier struct {
	URI string `json:"uri"`
}

// A VersionedTextDocumentIdentifier names a version of a document.
type VersionedTextDocumentIdentifier struct {
	URI     string `json:"uri"`
	Version int32  `json:"version"`
}

// An OptionalVersionedTextDocumentIdentifier names a document, and its version if it is open.
type OptionalVersionedTextDocumentIdentifier struct {
	URI     string `json:"uri"`
	Version *int32 `json:"version"`
}

// A TextDocumentItem is an opened document.
type TextDocumentItem struct {
	URI        string `json:"uri"`
	LanguageID string `json:"languageId"`
	Version    int32  `json:"version"`
	Text       string `json:"text"`
}

// TextDocumentPositionParams name a place in a document.
type TextDocumentPositionParams struct {
	TextDocument TextDocumentIdentifier `json:"textDocument"`
	Position     Position               `json:"position"`
}

// DocumentParams are the parameters of requests about a whole document.
type DocumentParams struct {
	TextDocument TextDocumentIdentifier `json:"textDocument"`
}

// RangeParams are the parameters of requests about a part of a document.
type RangeParams struct {
	TextDocument TextDocumentIdentifier `json:"textDocument"`
	Range        Range                  `json:"range"`
}

// DidOpenTextDocumentParams are those of textDocument/didOpen.
type DidOpenTextDocumentParams struct {
	TextDocument TextDocumentItem `json:"textDocument"`
}

// DidChangeTextDocumentParams are those of textDocument/didChange.
type DidChangeTextDocumentParams struct {
	TextDocument   VersionedTextDocumentIdentifier  `json:"textDocument"`
	ContentChanges []TextDocumentContentChangeEvent `json:"contentChanges"`
}

// A TextDocumentContentChangeEvent replaces a range, or the whole text if Range is nil.
type TextDocumentContentChangeEvent struct {
	Range *Range `json:"range,omitempty"`
	Text  string `json:"text"`
}

// A FileEvent is a change of a file on disk.
type FileEvent struct {
	URI  string `json:"uri"`
	Type int    `json:"type"` // 1 created, 2 changed, 3 deleted
}

// DidChangeWatchedFilesParams are those of workspace/didChangeWatchedFiles.
type DidChangeWatchedFilesParams struct {
	Changes []FileEvent `json:"changes"`
}

// A TextEdit replaces a range of a text.
type TextEdit struct {
	Range   Range  `json:"range"`
	NewText string `json:"newText"`
	// AnnotationID names a ChangeAnnotation, in clients that support them.
	AnnotationID string `json:"annotationId,omitempty"`
}

// A TextDocumentEdit has the edits of one document.
type TextDocumentEdit struct {
	TextDocument OptionalVersionedTextDocumentIdentifier `json:"textDocument"`
	Edits        []TextEdit                              `json:"edits"`
}

// A ChangeAnnotation describes edits to the user.
type ChangeAnnotation struct {
	Label       string `json:"label"`
	Description string `json:"description,omitempty"`
}

// WarningMessage is the type of a message about a warning.
const WarningMessage = 2

// ShowMessageParams are a message that the editor shows.
type ShowMessageParams struct {
	Type    int    `json:"type"`
	Message string `json:"message"`
}

// A WorkspaceEdit has edits of several documents: Changes for clients without support for DocumentChanges.
// DocumentChanges has TextDocumentEdit and CreateFile.
type WorkspaceEdit struct {
	Changes           map[string][]TextEdit       `json:"changes,omitempty"`
	DocumentChanges   []any                       `json:"documentChanges,omitempty"`
	ChangeAnnotations map[string]ChangeAnnotation `json:"changeAnnotations,omitempty"`
}

// A CreateFile is an edit that creates a file.
type CreateFile struct {
	Kind    string             `json:"kind"` // "create"
	URI     string             `json:"uri"`
	Options *CreateFileOptions `json:"options,omitempty"`
}

// CreateFileOptions say what happens to a file that exists.
type CreateFileOptions struct {
	IgnoreIfExists bool `json:"ignoreIfExists,omitempty"`
}

// A DiagnosticSeverity is 1 error, 2 warning, 3 information, 4 hint.
type DiagnosticSeverity int

// The severities.
const (
	SeverityError DiagnosticSeverity = iota + 1
	SeverityWarning
	SeverityInformation
	SeverityHint
)

// A DiagnosticTag changes how the range of a diagnostic is shown.
type DiagnosticTag int

// The tags: Unnecessary is faded out, Deprecated is struck through.
const (
	TagUnnecessary DiagnosticTag = iota + 1
	TagDeprecated
)

// A Diagnostic is a finding in a document.
type Diagnostic struct {
	Range              Range                          `json:"range"`
	Severity           DiagnosticSeverity             `json:"severity"`
	Code               string                         `json:"code,omitempty"`
	CodeDescription    *CodeDescription               `json:"codeDescription,omitempty"`
	Source             string                         `json:"source"`
	Message            string                         `json:"message"`
	Tags               []DiagnosticTag                `json:"tags,omitempty"`
	RelatedInformation []DiagnosticRelatedInformation `json:"relatedInformation,omitempty"`
	Data               json.RawMessage                `json:"data,omitempty"`
}

// A CodeDescription leads to the documentation of a code.
type CodeDescription struct {
	Href string `json:"href"`
}

// DiagnosticRelatedInformation is another place of a diagnostic.
type DiagnosticRelatedInformation struct {
	Location Location `json:"location"`
	Message  string   `json:"message"`
}

// PublishDiagnosticsParams are those of textDocument/publishDiagnostics.
type PublishDiagnosticsParams struct {
	URI         string       `json:"uri"`
	Version     *int32       `json:"version,omitempty"`
	Diagnostics []Diagnostic `json:"diagnostics"`
}

// MarkupContent is Markdown or plain text.
type MarkupContent struct {
	Kind  string `json:"kind"` // "markdown" or "plaintext"
	Value string `json:"value"`
}

// A Hover is what is shown at a place.
type Hover struct {
	Contents MarkupContent `json:"contents"`
	Range    *Range        `json:"range,omitempty"`
}

// A CompletionItemKind selects an icon.
type CompletionItemKind int

// The kinds in use, with the numbers of the specification.
const (
	CompletionMethod     CompletionItemKind = 2
	CompletionFunction   CompletionItemKind = 3
	CompletionField      CompletionItemKind = 5
	CompletionVariable   CompletionItemKind = 6
	CompletionClass      CompletionItemKind = 7
	CompletionProperty   CompletionItemKind = 10
	CompletionValue      CompletionItemKind = 12
	CompletionKeyword    CompletionItemKind = 14
	CompletionSnippet    CompletionItemKind = 15
	CompletionReference  CompletionItemKind = 18
	CompletionEnumMember CompletionItemKind = 20
	CompletionOperator   CompletionItemKind = 24
)

// The forms of the inserted text.
const (
	PlainText = 1
	Snippet   = 2
)

// AsIs is the mode in which the client adds no indentation to the inserted lines.
const AsIs = 1

// A CompletionItem is a proposal.
type CompletionItem struct {
	Label            string             `json:"label"`
	Kind             CompletionItemKind `json:"kind,omitempty"`
	Tags             []int              `json:"tags,omitempty"` // 1 is deprecated
	Detail           string             `json:"detail,omitempty"`
	Documentation    *MarkupContent     `json:"documentation,omitempty"`
	Preselect        bool               `json:"preselect,omitempty"`
	SortText         string             `json:"sortText,omitempty"`
	FilterText       string             `json:"filterText,omitempty"`
	InsertTextFormat int                `json:"insertTextFormat,omitempty"`
	InsertTextMode   int                `json:"insertTextMode,omitempty"`
	TextEdit         *TextEdit          `json:"textEdit,omitempty"`
}

// A CompletionList is the answer to textDocument/completion.
type CompletionList struct {
	IsIncomplete bool             `json:"isIncomplete"`
	Items        []CompletionItem `json:"items"`
}

// SignatureHelp is the answer to textDocument/signatureHelp.
type SignatureHelp struct {
	Signatures      []SignatureInformation `json:"signatures"`
	ActiveSignature uint32                 `json:"activeSignature"`
	ActiveParameter uint32                 `json:"activeParameter"`
}

// A SignatureInformation is a form of a call.
type SignatureInformation struct {
	Label         string                 `json:"label"`
	Documentation *MarkupContent         `json:"documentation,omitempty"`
	Parameters    []ParameterInformation `json:"parameters,omitempty"`
}

// A ParameterInformation is a parameter; its label is a part of the signature's.
type ParameterInformation struct {
	Label string `json:"label"`
}

// ReferenceParams are those of textDocument/references.
type ReferenceParams struct {
	TextDocumentPositionParams
	Context struct {
		IncludeDeclaration bool `json:"includeDeclaration"`
	} `json:"context"`
}

// RenameParams are those of textDocument/rename.
type RenameParams struct {
	TextDocumentPositionParams
	NewName string `json:"newName"`
}

// PrepareRenameResult is the part of the text that a rename replaces.
type PrepareRenameResult struct {
	Range       Range  `json:"range"`
	Placeholder string `json:"placeholder"`
}

// CodeActionParams are those of textDocument/codeAction.
type CodeActionParams struct {
	TextDocument TextDocumentIdentifier `json:"textDocument"`
	Range        Range                  `json:"range"`
	Context      CodeActionContext      `json:"context"`
}

// A CodeActionContext has the diagnostics at the range.
type CodeActionContext struct {
	Diagnostics []Diagnostic `json:"diagnostics"`
	Only        []string     `json:"only,omitempty"`
}

// The kinds of code actions.
const (
	QuickFix     = "quickfix"
	SourceFixAll = "source.fixAll"
	Refactor     = "refactor"
	// FixAll is SourceFixAll of this server alone.
	FixAll = "source.fixAll.crdtool"
)

// A CodeAction is a change that is offered.
type CodeAction struct {
	Title       string         `json:"title"`
	Kind        string         `json:"kind,omitempty"`
	Diagnostics []Diagnostic   `json:"diagnostics,omitempty"`
	IsPreferred bool           `json:"isPreferred,omitempty"`
	Edit        *WorkspaceEdit `json:"edit,omitempty"`
	Command     *Command       `json:"command,omitempty"`
	// Data is what codeAction/resolve needs to make the edit.
	Data *CodeActionData `json:"data,omitempty"`
}

// CodeActionData names a change that is made when it is chosen.
type CodeActionData struct {
	URI     string `json:"uri"`
	Version int32  `json:"version"`
	Change  string `json:"change"`
	Offset  int    `json:"offset"`
}

// A Command is run by the client or the server.
type Command struct {
	Title     string `json:"title"`
	Command   string `json:"command"`
	Arguments []any  `json:"arguments,omitempty"`
}

// A CodeLens is a line of text above a range.
type CodeLens struct {
	Range   Range    `json:"range"`
	Command *Command `json:"command,omitempty"`
}

// An InlayHint is a text within a line.
type InlayHint struct {
	Position     Position       `json:"position"`
	Label        string         `json:"label"`
	Tooltip      *MarkupContent `json:"tooltip,omitempty"`
	PaddingLeft  bool           `json:"paddingLeft,omitempty"`
	PaddingRight bool           `json:"paddingRight,omitempty"`
}

// A SymbolKind selects an icon.
type SymbolKind int

// The kinds in use, with the numbers of the specification.
const (
	SymbolModule    SymbolKind = 2
	SymbolNamespace SymbolKind = 3
	SymbolClass     SymbolKind = 5
	SymbolField     SymbolKind = 8
	SymbolEnum      SymbolKind = 10
	SymbolFunction  SymbolKind = 12
	SymbolString    SymbolKind = 15
	SymbolArray     SymbolKind = 18
	SymbolObject    SymbolKind = 19
	SymbolKey       SymbolKind = 20
)

// A DocumentSymbol is an entry of the outline.
type DocumentSymbol struct {
	Name           string           `json:"name"`
	Detail         string           `json:"detail,omitempty"`
	Kind           SymbolKind       `json:"kind"`
	Tags           []int            `json:"tags,omitempty"`
	Range          Range            `json:"range"`
	SelectionRange Range            `json:"selectionRange"`
	Children       []DocumentSymbol `json:"children,omitempty"`
}

// A WorkspaceSymbol is an object or a CRD in a file.
type WorkspaceSymbol struct {
	Name          string     `json:"name"`
	Kind          SymbolKind `json:"kind"`
	ContainerName string     `json:"containerName,omitempty"`
	Location      Location   `json:"location"`
}

// WorkspaceSymbolParams are those of workspace/symbol.
type WorkspaceSymbolParams struct {
	Query string `json:"query"`
}

// A FoldingRange is a part that can be folded.
type FoldingRange struct {
	StartLine uint32 `json:"startLine"`
	EndLine   uint32 `json:"endLine"`
	Kind      string `json:"kind,omitempty"`
}

// SemanticTokens are five numbers for each token, as the specification encodes them.
type SemanticTokens struct {
	Data []uint32 `json:"data"`
}
