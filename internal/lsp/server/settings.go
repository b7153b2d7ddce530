package server

import (
	"encoding/json"

	"github.com/crdtool/crdtool/internal/lsp/protocol"
)

// settings are those that a client may send at the start and later; all have defaults.
type settings struct {
	// InlayHints shows costs and defaults within lines.
	InlayHints bool `json:"inlayHints"`
	// CodeLens shows lines above CRDs and rules; it is on unless it is switched off.
	CodeLens *bool `json:"codeLens"`
}

// read reads the settings that are there.
func (s *settings) read(text json.RawMessage) {
	if len(text) > 0 {
		_ = json.Unmarshal(text, s) // invalid settings leave the defaults
	}
}

// configurationParams are those of workspace/didChangeConfiguration: the settings, alone or below their section.
type configurationParams struct {
	Settings struct {
		settings
		Section *settings `json:"crdtool"`
	} `json:"settings"`
}

func (p *configurationParams) settings() settings {
	if p.Settings.Section != nil {
		return *p.Settings.Section
	}
	return p.Settings.settings
}

// hasAnnotations reports whether the client shows the annotations of edits.
func hasAnnotations(c *protocol.ClientCapabilities) bool {
	return c.Workspace.WorkspaceEdit.DocumentChanges && c.Workspace.WorkspaceEdit.ChangeAnnotationSupport != nil
}
