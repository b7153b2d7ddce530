package answer

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The limits of the warning headers of a response, in characters.
const (
	// allWarnings is the limit of all warnings together. Beyond it, each warning is truncated.
	allWarnings = 4 * 1024
	// oneWarning is the length to which a warning is truncated.
	oneWarning = 256
)

// Warnings collects the warnings of a request as the server sends them (WithWarningRecorder of
// k8s.io/apiserver/pkg/endpoints/filters): it skips repeated warnings and those with control characters, and truncates
// each one if all together are too long. The zero value is ready for use.
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
	// The limit is exceeded: send all warnings again, truncated.
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

// sendable reports whether a header can contain the text.
func sendable(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, unicode.IsControl)
}

// Texts returns the warnings that are sent, never nil.
func (w *Warnings) Texts() []string { return append([]string{}, w.sent...) }
