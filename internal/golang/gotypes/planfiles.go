package gotypes

import (
	"sort"
)

// A FileChange is a file before and after a plan.
type FileChange struct {
	// Name is its full name, Shown what it is called in positions.
	Name, Shown string
	Old, New    []byte
}

// Files are the files that change, by name.
func (p *Plan) Files() []FileChange {
	p.m.mu.Lock()
	defer p.m.mu.Unlock()
	var all []FileChange
	for name, text := range p.Texts() {
		all = append(all, FileChange{Name: name, Shown: p.m.named(name), New: text})
	}
	sort.Slice(all, func(i, j int) bool { return all[i].Name < all[j].Name })
	for i := range all {
		for _, e := range p.edits {
			if e.f.name == all[i].Name {
				all[i].Old = e.f.src
			}
		}
	}
	return all
}

// Texts are the files that change, by their full names, as they are then.
func (p *Plan) Texts() map[string][]byte {
	texts := map[string][]byte{}
	for _, list := range p.byFile() {
		f := list[0].f
		text := []byte{}
		from := 0
		for _, part := range tidied(f, list) {
			text = append(append(text, f.src[from:part.from]...), part.text...)
			from = part.to
		}
		texts[f.name] = append(text, f.src[from:]...)
	}
	return texts
}

func (p *Plan) byFile() [][]textEdit {
	var all [][]textEdit
	for i, e := range p.edits {
		if i == 0 || p.edits[i-1].f != e.f {
			all = append(all, nil)
		}
		all[len(all)-1] = append(all[len(all)-1], e)
	}
	return all
}

// FileEdit is an edit of a file as a report has it.
type FileEdit struct {
	// Position is that of what is replaced; its Length counts characters of one line.
	File                             string
	Line, Column, EndLine, EndColumn int
	Text                             string
}

// Edits are the edits of a plan.
func (p *Plan) Edits() []FileEdit {
	p.m.mu.Lock()
	defer p.m.mu.Unlock()
	var out []FileEdit
	for _, list := range p.byFile() {
		f := list[0].f
		for _, e := range tidied(f, list) {
			out1 := FileEdit{File: p.m.named(f.name), Text: e.text}
			out1.Line, out1.Column = f.lineColumn(e.from)
			out1.EndLine, out1.EndColumn = f.lineColumn(e.to)
			out = append(out, out1)
		}
	}
	return out
}
