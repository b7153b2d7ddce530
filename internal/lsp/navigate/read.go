package navigate

import (
	"bytes"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/lsp/cursor"
	"github.com/crdtool/crdtool/internal/lsp/workspace"
)

// readAt reads the document at an offset of a text. If it cannot be parsed, the line that was edited last is left out,
// or the one of the offset: it may be unfinished. It returns nil if the document cannot be read even so.
func readAt(doc *workspace.Document, offset int, around cursor.Span) *source.Document {
	for _, unfinished := range []int{-1, doc.Edited, offset} {
		text := doc.Text
		if unfinished >= 0 {
			text = withoutLine(text, unfinished)
		}
		file := source.Read(doc.Name, text)
		if found := documentIn(file, offset, around); found != nil {
			return found
		}
	}
	return nil
}

// withoutLine returns a text with a comment instead of the line of an offset. Other offsets stay.
func withoutLine(text []byte, offset int) []byte {
	offset = min(offset, len(text))
	start := bytes.LastIndexByte(text[:offset], '\n') + 1
	end := offset
	for end < len(text) && text[end] != '\n' && text[end] != '\r' {
		end++
	}
	out := bytes.Clone(text)
	for i := start; i < end; i++ {
		out[i] = '#'
	}
	return out
}

// documentIn returns the last document of a file that begins in a range and before an offset, or else the first that
// begins in the range. The items of a List begin one after the other in one range.
func documentIn(f *source.File, offset int, around cursor.Span) *source.Document {
	var found *source.Document
	for _, d := range f.Documents {
		start, ok := f.Offset(d.Root.Line(), d.Root.Column())
		if start += len(f.Marks); !ok || d.Line() == 0 || start < around.Start || start > around.End {
			continue
		}
		if found == nil || start <= offset {
			found = d
		}
	}
	return found
}
