package safetext

import (
	"bytes"
	"io"
	"sync"
	"unicode/utf8"
)

// Form is the kind of a stream, which decides how it is escaped.
type Form uint8

// The forms.
const (
	// Terminal is text in which escape sequences for colours are kept.
	Terminal Form = iota
	// Text is text without colours, and markup other than Markdown.
	Text
	// Markdown is markup in which other programs look for lines with commands such as /close.
	Markdown
	// JSON has its own escapes, which do not change values.
	JSON
	// Commands is text that consists of commands for CI systems.
	Commands
)

// A Writer escapes unsafe characters in a stream. It is the second line of defence: code that writes text from a file
// must call Line or Lines first, since only there a line break of the file differs from one of the stream.
type Writer struct {
	mu       sync.Mutex
	to       io.Writer
	form     Form
	commands commandScanner
	before   rune
	pending  []byte // the beginning of a character or of an escape sequence
	out      []byte
}

// NewWriter returns a writer of a form.
func NewWriter(to io.Writer, form Form) *Writer { return &Writer{to: to, form: form} }

// Write calls write with a new writer of a form, and flushes the writer.
func Write(to io.Writer, form Form, write func(io.Writer) error) error {
	w := NewWriter(to, form)
	if err := write(w); err != nil {
		return err
	}
	return w.Flush()
}

// Unwrap returns the target of a Writer. It returns other writers unchanged.
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

// Flush writes the pending bytes of an incomplete character.
func (w *Writer) Flush() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	text := w.pending
	w.pending = nil
	return w.pass(text, true)
}

// pass writes a text. Unless last is set, an incomplete character at its end stays pending.
func (w *Writer) pass(text []byte, last bool) error {
	w.out = w.out[:0]
	from := 0 // the start of the text that is not in out yet
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
		if size > 0 { // a sequence that is kept
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

// plainBytes returns the number of bytes, at the start of a text within a line, that need no escapes.
func plainBytes(text []byte) int {
	for i, c := range text {
		if c < ' ' || c >= 0x7f || c == '#' {
			return i
		}
	}
	return len(text)
}

// sequence returns the length of a sequence that is kept: a line break of two characters, or a colour. It reports false
// if the sequence or a character continues after the text.
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

// longestColour is the maximum length of an escape sequence for a colour.
const longestColour = 16

// colour returns the length of an escape sequence for a colour; 0 for other sequences.
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

// replacement returns the escape of a character; "" if it needs none.
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
