// Package editors holds the answers of crdtool lsp in real editors against those of crdtool's commands.
//
// The set-up of each editor is the one that docs/editors.md shows. An editor that is not installed is skipped.
package editors
