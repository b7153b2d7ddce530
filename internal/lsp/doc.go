// Package lsp is the room of the language server: the answers of crdtool's commands for texts that are being typed.
//
// Messages of an editor enter (LSP 3.17, by standard input). Diagnostics, completions, hovers, places and edits leave.
//
//   - The server has no checks of its own: it calls the functions of the commands, by document and version.
//   - An answer is about one version of a text. An answer about an older version than the newest is never sent.
//   - Places are byte offsets in texts and characters in reports. Package lines alone knows the positions of LSP.
//   - Text is unfinished most of the time. What can be read is answered, and nothing panics.
//   - Files are read through package input, and nothing is written: editors make the edits.
package lsp
