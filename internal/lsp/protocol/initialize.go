package protocol

import "encoding/json"

// The encodings of positions.
const (
	UTF8  = "utf-8"
	UTF16 = "utf-16"
)

// InitializeParams are those of initialize.
type InitializeParams struct {
	ProcessID             *int               `json:"processId"`
	RootPath              string             `json:"rootPath,omitempty"`
	RootURI               string             `json:"rootUri,omitempty"`
	WorkspaceFolders      []WorkspaceFolder  `json:"workspaceFolders,omitempty"`
	Capabilities          ClientCapabilities `json:"capabilities"`
	InitializationOptions json.RawMessage    `json:"initializationOptions,omitempty"`
}

// A WorkspaceFolder is a folder that is open in the editor.
type WorkspaceFolder struct {
	URI  string `json:"uri"`
	Name string `json:"name"`
}

// DidChangeWorkspaceFoldersParams are those of workspace/didChangeWorkspaceFolders.
type DidChangeWorkspaceFoldersParams struct {
	Event struct {
		Added   []WorkspaceFolder `json:"added"`
		Removed []WorkspaceFolder `json:"removed"`
	} `json:"event"`
}

// ClientCapabilities are the abilities of the client on which answers depend.
type ClientCapabilities struct {
	General struct {
		PositionEncodings []string `json:"positionEncodings"`
	} `json:"general"`
	Workspace struct {
		DidChangeWatchedFiles struct {
			DynamicRegistration bool `json:"dynamicRegistration"`
		} `json:"didChangeWatchedFiles"`
		WorkspaceEdit struct {
			DocumentChanges         bool     `json:"documentChanges"`
			ResourceOperations      []string `json:"resourceOperations"`
			ChangeAnnotationSupport *struct {
				GroupsOnLabel bool `json:"groupsOnLabel"`
			} `json:"changeAnnotationSupport"`
		} `json:"workspaceEdit"`
		InlayHint struct {
			RefreshSupport bool `json:"refreshSupport"`
		} `json:"inlayHint"`
		CodeLens struct {
			RefreshSupport bool `json:"refreshSupport"`
		} `json:"codeLens"`
	} `json:"workspace"`
	TextDocument struct {
		Completion struct {
			CompletionItem struct {
				SnippetSupport    bool `json:"snippetSupport"`
				DeprecatedSupport bool `json:"deprecatedSupport"`
			} `json:"completionItem"`
		} `json:"completion"`
		Definition struct {
			LinkSupport bool `json:"linkSupport"`
		} `json:"definition"`
		FoldingRange struct {
			LineFoldingOnly bool `json:"lineFoldingOnly"`
		} `json:"foldingRange"`
		CodeAction struct {
			ResolveSupport struct {
				Properties []string `json:"properties"`
			} `json:"resolveSupport"`
		} `json:"codeAction"`
	} `json:"textDocument"`
	Window struct {
		WorkDoneProgress bool `json:"workDoneProgress"`
	} `json:"window"`
}

// InitializeResult is the answer to initialize.
type InitializeResult struct {
	Capabilities ServerCapabilities `json:"capabilities"`
	ServerInfo   ServerInfo         `json:"serverInfo"`
}

// ServerInfo names the server.
type ServerInfo struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
}

// ServerCapabilities are the requests that the server answers.
type ServerCapabilities struct {
	PositionEncoding           string                 `json:"positionEncoding"`
	TextDocumentSync           TextDocumentSync       `json:"textDocumentSync"`
	CompletionProvider         *CompletionOptions     `json:"completionProvider,omitempty"`
	SignatureHelpProvider      *SignatureHelpOptions  `json:"signatureHelpProvider,omitempty"`
	HoverProvider              bool                   `json:"hoverProvider,omitempty"`
	DefinitionProvider         bool                   `json:"definitionProvider,omitempty"`
	ReferencesProvider         bool                   `json:"referencesProvider,omitempty"`
	RenameProvider             *RenameOptions         `json:"renameProvider,omitempty"`
	CodeActionProvider         *CodeActionOptions     `json:"codeActionProvider,omitempty"`
	CodeLensProvider           *CodeLensOptions       `json:"codeLensProvider,omitempty"`
	InlayHintProvider          bool                   `json:"inlayHintProvider,omitempty"`
	DocumentSymbolProvider     bool                   `json:"documentSymbolProvider,omitempty"`
	WorkspaceSymbolProvider    bool                   `json:"workspaceSymbolProvider,omitempty"`
	FoldingRangeProvider       bool                   `json:"foldingRangeProvider,omitempty"`
	DocumentFormattingProvider bool                   `json:"documentFormattingProvider,omitempty"`
	SemanticTokensProvider     *SemanticTokensOptions `json:"semanticTokensProvider,omitempty"`
	Workspace                  *WorkspaceCapabilities `json:"workspace,omitempty"`
}

// TextDocumentSync says how the client sends changes.
type TextDocumentSync struct {
	OpenClose bool         `json:"openClose"`
	Change    int          `json:"change"` // 2 is incremental
	Save      *SaveOptions `json:"save,omitempty"`
}

// SaveOptions say what the client sends when a document is saved.
type SaveOptions struct {
	IncludeText bool `json:"includeText"`
}

// CompletionOptions are those of completion.
type CompletionOptions struct {
	TriggerCharacters []string `json:"triggerCharacters,omitempty"`
}

// SignatureHelpOptions are those of signature help.
type SignatureHelpOptions struct {
	TriggerCharacters []string `json:"triggerCharacters,omitempty"`
}

// RenameOptions are those of rename.
type RenameOptions struct {
	PrepareProvider bool `json:"prepareProvider"`
}

// CodeActionOptions are those of code actions.
type CodeActionOptions struct {
	CodeActionKinds []string `json:"codeActionKinds,omitempty"`
	ResolveProvider bool     `json:"resolveProvider,omitempty"`
}

// CodeLensOptions are those of code lenses.
type CodeLensOptions struct {
	ResolveProvider bool `json:"resolveProvider"`
}

// SemanticTokensOptions are those of semantic tokens.
type SemanticTokensOptions struct {
	Legend SemanticTokensLegend `json:"legend"`
	Full   bool                 `json:"full"`
}

// A SemanticTokensLegend names the types of tokens, which are sent as indexes.
type SemanticTokensLegend struct {
	TokenTypes     []string `json:"tokenTypes"`
	TokenModifiers []string `json:"tokenModifiers"`
}

// WorkspaceCapabilities are those of the workspace.
type WorkspaceCapabilities struct {
	WorkspaceFolders WorkspaceFoldersCapability `json:"workspaceFolders"`
}

// WorkspaceFoldersCapability says that several folders can be open.
type WorkspaceFoldersCapability struct {
	Supported           bool `json:"supported"`
	ChangeNotifications bool `json:"changeNotifications"`
}

// RegistrationParams are those of client/registerCapability.
type RegistrationParams struct {
	Registrations []Registration `json:"registrations"`
}

// A Registration asks the client for a notification.
type Registration struct {
	ID              string `json:"id"`
	Method          string `json:"method"`
	RegisterOptions any    `json:"registerOptions,omitempty"`
}

// FileSystemWatchers are the options of workspace/didChangeWatchedFiles.
type FileSystemWatchers struct {
	Watchers []FileSystemWatcher `json:"watchers"`
}

// A FileSystemWatcher is a glob of files.
type FileSystemWatcher struct {
	GlobPattern string `json:"globPattern"`
}

// A MessageParams is shown to the user, or logged. Type is 1 error, 2 warning, 3 information, 4 log.
type MessageParams struct {
	Type    int    `json:"type"`
	Message string `json:"message"`
}
