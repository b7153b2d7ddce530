package gotypes

import (
	"go/format"
	"strings"
)

// textEdit replaces bytes of a file.
type textEdit struct {
	f        *file
	from, to int
	text     string
}

func (e textEdit) less(o textEdit) bool {
	switch {
	case e.f != o.f:
		return e.f.name < o.f.name
	case e.from != o.from:
		return e.from < o.from
	}
	return e.to < o.to
}

func sameEdit(a, b textEdit) bool { return a == b }

func overlap(edits []textEdit) bool {
	for i := 1; i < len(edits); i++ {
		if a, b := edits[i-1], edits[i]; a.f == b.f && b.from < a.to {
			return true
		}
	}
	return false
}

// tidied are edits of a file with what gofmt makes of them: a line between two fields ends
// the columns of what is above it. Only declarations that gofmt has nothing to change of
// are kept so.
func tidied(f *file, edits []textEdit) []textEdit {
	var out []textEdit
	for len(edits) > 0 {
		e := edits[0]
		n := 1
		from, to, ok := f.declaration(e)
		for ; ok && n < len(edits) && edits[n].to <= to; n++ {
		}
		part := edits[:n]
		edits = edits[n:]
		if !ok {
			out = append(out, part...)
			continue
		}
		old := f.src[from:to]
		var text []byte
		at := from
		for _, e := range part {
			text = append(append(text, f.src[at:e.from]...), e.text...)
			at = e.to
		}
		text = append(text, f.src[at:to]...)
		if was, err := format.Source(old); err == nil && string(was) == string(old) {
			if is, err := format.Source(text); err == nil && string(is) != string(text) {
				out = append(out, trimmed(textEdit{f, from, to, string(is)}))
				continue
			}
		}
		out = append(out, part...)
	}
	return out
}

// declaration is the range of the declaration that an edit is in, without its comment.
func (f *file) declaration(e textEdit) (from, to int, ok bool) {
	for _, d := range f.ast.Decls {
		from, to = f.tok.Offset(d.Pos()), f.tok.Offset(d.End())
		if from <= e.from && e.to <= to {
			return from, to, true
		}
	}
	return 0, 0, false
}

// trimmed is an edit without the lines at both ends that stay as they are.
func trimmed(e textEdit) textEdit {
	old := string(e.f.src[e.from:e.to])
	for {
		line, _, ok := strings.Cut(old, "\n")
		if !ok || !strings.HasPrefix(e.text, line+"\n") {
			break
		}
		n := len(line) + 1
		old, e.text, e.from = old[n:], e.text[n:], e.from+n
	}
	for {
		i, j := strings.LastIndexByte(strings.TrimSuffix(old, "\n"), '\n'), strings.LastIndexByte(strings.TrimSuffix(e.text, "\n"), '\n')
		if i < 0 || j < 0 || old[i+1:] != e.text[j+1:] {
			break
		}
		e.to -= len(old) - i - 1
		old, e.text = old[:i+1], e.text[:j+1]
	}
	return e
}
