package gotypes

import (
	"bytes"
	"go/ast"
	"go/token"
	"slices"
	"sort"
	"strings"
)

// note is a marker: a comment of one line that starts with a plus sign.
type note struct {
	file *file
	pos  token.Pos // of the plus sign
	text string    // from the plus sign on, without space at its end
	// name is all before the first "=", base that without its last part, which may be the
	// name of an argument; args is what follows, and starts at argsAt of text.
	name, base, args string
	argsAt           int
}

func isMarker(c *ast.Comment) bool {
	_, ok := markerText(c)
	return ok
}

// markerText is where a marker starts in a comment.
func markerText(c *ast.Comment) (int, bool) {
	if !strings.HasPrefix(c.Text, "//") {
		return 0, false
	}
	rest := strings.TrimLeft(c.Text[2:], " \t\r")
	return len(c.Text) - len(rest), strings.HasPrefix(rest, "+")
}

func (f *file) note(c *ast.Comment) *note {
	at, _ := markerText(c)
	n := noteOf(strings.TrimSpace(c.Text[at:]))
	n.file, n.pos = f, c.Pos()+token.Pos(at)
	return n
}

// noteOf reads a marker without its place.
func noteOf(text string) *note {
	n := &note{text: text}
	name, args, ok := strings.Cut(n.text[1:], "=")
	n.name, n.base, n.args = name, name, args
	if ok {
		n.argsAt = len(name) + 2
		if i := strings.LastIndexByte(name, ':'); i >= 0 {
			n.base = name[:i]
		}
	}
	return n
}

func (f *file) notes(to []*note, g *ast.CommentGroup) []*note {
	if g == nil {
		return to
	}
	for _, c := range g.List {
		if isMarker(c) {
			to = append(to, f.note(c))
		}
	}
	return to
}

// closest is the comment that ends before a place and starts after another, with nothing
// but comments between: controller-gen takes markers from it as from the doc comment, if
// it has any.
func (f *file) closest(after, before token.Pos, doc, trailing *ast.CommentGroup) *ast.CommentGroup {
	all := f.ast.Comments
	i := sort.Search(len(all), func(i int) bool { return all[i].Pos() >= before }) - 1
	if i >= 0 && all[i] == doc {
		i--
	}
	if i < 0 || all[i].Pos() < after || all[i] == trailing {
		return nil
	}
	return all[i]
}

// typeMarkers are the markers of a type, in the order in which they apply.
func (t *typeDecl) typeMarkers() []*note {
	if t.read {
		return t.markers
	}
	t.read = true
	f := t.file
	trailing := f.trailing(t.after)
	if !t.decl.Lparen.IsValid() {
		if g := f.closest(t.after, t.decl.Pos(), t.decl.Doc, trailing); g != nil {
			t.markers = f.notes(t.markers, g)
		}
		t.markers = f.notes(t.markers, t.decl.Doc)
	} else {
		t.markers = f.notes(t.markers, f.closest(t.after, t.spec.Pos(), t.spec.Doc, trailing))
	}
	t.markers = f.notes(t.markers, t.spec.Doc)
	return t.markers
}

// trailing is the comment on the line where something ends.
func (f *file) trailing(end token.Pos) *ast.CommentGroup {
	all := f.ast.Comments
	i := sort.Search(len(all), func(i int) bool { return all[i].Pos() >= end })
	if i < len(all) && f.tok.Line(all[i].Pos()) == f.tok.Line(end) {
		return all[i]
	}
	return nil
}

// fieldMarkers are the markers of a field that stands after a place, and after a comment
// on the line of the field before.
func (f *file) fieldMarkers(field *ast.Field, after token.Pos, trailing *ast.CommentGroup) []*note {
	notes := f.notes(nil, f.closest(after, field.Pos(), field.Doc, trailing))
	return f.notes(notes, field.Doc)
}

// packageMarkers are the markers that hold for a package: those in comments that are not
// about a type, a field or another declaration.
func (p *pkg) packageMarkers() map[string]*note {
	if p.noted {
		return p.notes
	}
	p.noted = true
	p.notes = map[string]*note{}
	for _, f := range p.files {
		if !f.marked {
			continue
		}
		f.parse()
		if f.ast != nil {
			f.packageNotes()
		}
	}
	return p.notes
}

// marked reports whether a comment at the start of a line may be one of some markers: those
// of fields are indented, and stand in most files.
func marked(src []byte, markers ...string) bool {
	return slices.ContainsFunc(markers, func(marker string) bool {
		for rest := src; ; {
			i := bytes.Index(rest, []byte(marker))
			if i < 0 {
				return false
			}
			line := rest[bytes.LastIndexByte(rest[:i], '\n')+1 : i]
			if bytes.HasPrefix(line, []byte("//")) && len(bytes.TrimSpace(line[2:])) == 0 {
				return true
			}
			rest = rest[i+1:]
		}
	})
}

func (f *file) packageNotes() {
	add := func(g *ast.CommentGroup) {
		for _, n := range f.notes(nil, g) {
			for _, name := range []string{n.name, n.base} {
				switch name {
				case "groupName", "versionName", "kubebuilder:validation:Optional", "kubebuilder:skip":
					if f.p.notes[name] == nil {
						f.p.notes[name] = n
					}
				}
			}
		}
	}
	i := 0
	for _, d := range f.ast.Decls {
		doc := docOf(d)
		for ; i < len(f.ast.Comments) && f.ast.Comments[i].Pos() < d.End(); i++ {
			if g := f.ast.Comments[i]; g.End() < d.Pos() && g != doc {
				add(g)
			}
		}
	}
	for ; i < len(f.ast.Comments); i++ {
		add(f.ast.Comments[i])
	}
}

func docOf(d ast.Decl) *ast.CommentGroup {
	switch d := d.(type) {
	case *ast.GenDecl:
		return d.Doc
	case *ast.FuncDecl:
		return d.Doc
	}
	return nil
}
