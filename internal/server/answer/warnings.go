package answer

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The limits of the headers, in characters.
const (
	// allWarnings is how many all warnings together may have before each is cut.
	allWarnings = 4 * 1024
	// oneWarning is how many one of them keeps then.
	oneWarning = 256
)

// Warnings gathers the warnings of a request as the server sends them
// (WithWarningRecorder of k8s.io/apiserver/pkg/endpoints/filters): an equal one
// once, none with control characters, and each cut short when they are too long
// together. The zero value is ready for use.
type Warnings struct {
	seen    map[string]bool
	ordered []string
	sent    []string
	length  int
	cutting bool
}

// Add adds warnings.
func (w *Warnings) Add(texts ...string) {
	for _, t := range texts {
		w.add(t)
	}
}

func (w *Warnings) add(text string) {
	if text == "" || w.seen[text] || w.cutting && w.length >= allWarnings {
		return
	}
	if w.seen == nil {
		w.seen = map[string]bool{}
	}
	w.seen[text] = true
	w.ordered = append(w.ordered, text)
	length := utf8.RuneCountInString(text)
	if w.cutting || w.length+length <= allWarnings {
		w.send(text)
		return
	}
	// Those sent before are taken back and sent again, cut.
	if !sendable(text) {
		return
	}
	w.cutting, w.length, w.sent = true, 0, nil
	for _, t := range w.ordered {
		w.send(t)
	}
}

func (w *Warnings) send(text string) {
	length := utf8.RuneCountInString(text)
	if w.cutting && length > oneWarning {
		text, length = string([]rune(text)[:oneWarning]), oneWarning
	}
	if sendable(text) {
		w.length += length
		w.sent = append(w.sent, text)
	}
}

// sendable reports whether a text can stand in a header.
func sendable(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, unicode.IsControl)
}

// Texts returns the warnings that are sent, never nil.
func (w *Warnings) Texts() []string { return append([]string{}, w.sent...) }
