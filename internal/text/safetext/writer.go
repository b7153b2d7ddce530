package safetext

import (
	"bytes"
	"io"
	"sync"
	"unicode/utf8"
)

// Form is what a stream is, which decides how it is escaped.
type Form uint8

// The forms.
const (
	// Terminal is text in which the sequences that set colours are kept.
	Terminal Form = iota
	// Text is text without colours, and all markup.
	Text
	// Markdown is markup in whose lines other programs look for commands such as /close.
	Markdown
	// JSON has its own escapes, with which values stay the same.
	JSON
	// Commands is text that consists of commands for CI systems.
	Commands
)

// A Writer passes a stream on with its unsafe characters escaped. It is the second line of
// defence: whoever puts text of a file into a stream calls Line or Lines first, because only
// there a line break of the file differs from one of the stream.
type Writer struct {
	mu       sync.Mutex
	to       io.Writer
	form     Form
	commands commandScanner
	before   rune
	pending  []byte // the beginning of a character or of a sequence that sets a colour
	out      []byte
}

// NewWriter returns a writer of a form.
func NewWriter(to io.Writer, form Form) *Writer { return &Writer{to: to, form: form} }

// Write writes through a writer of a form what a function writes, to its end.
func Write(to io.Writer, form Form, write func(io.Writer) error) error {
	w := NewWriter(to, form)
	if err := write(w); err != nil {
		return err
	}
	return w.Flush()
}

// Unwrap returns what a Writer writes to. Other writers it returns as they are.
func Unwrap(to io.Writer) io.Writer {
	if w, ok := to.(*Writer); ok {
		return w.to
	}
	return to
}

// Write implements io.Writer.
func (w *Writer) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	text := p
	if len(w.pending) > 0 {
		text = append(w.pending, p...)
		w.pending = nil
	}
	if err := w.pass(text, false); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Flush writes what is kept of a character whose end did not come.
func (w *Writer) Flush() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	text := w.pending
	w.pending = nil
	return w.pass(text, true)
}

// pass writes a text. Unless it is the last, the beginning of a character at its end is kept.
func (w *Writer) pass(text []byte, last bool) error {
	w.out = w.out[:0]
	from := 0 // what is not in out yet
	for i := 0; i < len(text); {
		if w.commands.start == inLine && w.commands.mark == noMark {
			if n := plainBytes(text[i:]); n > 0 {
				i += n
				w.before = ' '
				continue
			}
		}
		size, complete := w.sequence(text[i:])
		if !complete && !last {
			w.pending = bytes.Clone(text[i:])
			text = text[:i]
			break
		}
		if size > 0 { // it stays
			i += size
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		if replacement := w.replacement(r, text[i:i+size]); replacement != "" {
			w.out = append(append(w.out, text[from:i]...), replacement...)
			from = i + size
			r = '\\' // escapes are ASCII
		}
		w.before = r
		i += size
	}
	if from == 0 {
		if len(text) == 0 {
			return nil
		}
		_, err := w.to.Write(text)
		return err
	}
	w.out = append(w.out, text[from:]...)
	_, err := w.to.Write(w.out)
	return err
}

// plainBytes is how many bytes a text within a line begins with that stand for themselves.
func plainBytes(text []byte) int {
	for i, c := range text {
		if c < ' ' || c >= 0x7f || c == '#' {
			return i
		}
	}
	return len(text)
}

// sequence returns the length of a sequence that stays as it is: a line break of two
// characters, or what sets a colour. The sequence or a character may end behind the text; then
// it is not complete.
func (w *Writer) sequence(text []byte) (size int, complete bool) {
	switch {
	case text[0] == '\r' && len(text) == 1:
		return 0, false
	case text[0] == '\r' && text[1] == '\n':
		w.commands.next('\n')
		w.before = '\n'
		return len("\r\n"), true
	case text[0] == '\x1b' && w.form == Terminal:
		return colour(text)
	}
	return 0, utf8.FullRune(text)
}

// longestColour is the length of the longest sequence that sets a colour.
const longestColour = 16

// colour returns the length of a sequence that sets a colour; 0 for other sequences.
func colour(text []byte) (size int, complete bool) {
	for i := 1; i < min(len(text), longestColour); i++ {
		switch c := text[i]; {
		case i == 1 && c != '[':
			return 0, true
		case i > 1 && c == 'm':
			return i + 1, true
		case i > 1 && c != ';' && (c < '0' || c > '9'):
			return 0, true
		}
	}
	return 0, len(text) >= longestColour
}

// replacement returns what is written in the place of a character; "" for the character.
func (w *Writer) replacement(r rune, text []byte) string {
	atStart := w.commands.start == atStart && (w.before == 0 || w.before == '\n')
	isCommand := w.commands.next(r)
	switch {
	case r == utf8.RuneError && len(text) == 1:
		r = rune(text[0])
	case isCommand && w.form != Commands:
	case r == '/' && atStart && w.form == Markdown:
		return "&#47;"
	case isSafe(r, w.before):
		return ""
	}
	if w.form == JSON {
		return escapeJSON(r)
	}
	return escape(r)
}
