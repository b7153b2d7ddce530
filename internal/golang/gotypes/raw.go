package gotypes

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

// raw is the schema of a type or of a field as it is written: with references to the
// schemas of named types, and with those of embedded fields beside. See flat.
type raw struct {
	// at is the field, the type or the part of a type's expression.
	at    place
	words []word // keywords with one value each, by name
	rules []word
	// required are the names of fields, in the order of the file.
	required []word
	props    map[string]*raw
	names    []string
	items    *raw
	values   *raw // additionalProperties
	anyValue bool // additionalProperties: true
	anyOf    []*raw
	allOf    []*raw
	embedded []*raw
	ref      *ref
	// home is where the type is declared that the schema is of, if it has a name, which is of.
	home place
	of   *ref
	// doc is the comment that is the description.
	doc place
	// said are all words that were said of it, also those that others override.
	said []word
	// perhaps is set if controller-gen writes the properties with an option only.
	perhaps bool
	// unread is set if a type is not on disk, so that its schema is not known, and typ is then
	// its name with the path of its package, if that is known.
	unread bool
	typ    string
}

// word is what a place in Go says about a keyword.
type word struct {
	keyword string
	value   any
	at      place
}

// place is a part of a file.
type place struct {
	file *file
	pos  token.Pos
	n    int // its length in bytes
	note *note
	args *args
}

func (p place) ok() bool { return p.file != nil }

// ref is a named type that a schema refers to.
type ref struct {
	p *pkg
	t *typeDecl
	g *generic
}

func (r *raw) word(keyword string) *word {
	for i := range r.words {
		if r.words[i].keyword == keyword {
			return &r.words[i]
		}
	}
	return nil
}

func (r *raw) value(keyword string) any {
	if w := r.word(keyword); w != nil {
		return w.value
	}
	return nil
}

func (r *raw) set(keyword string, value any, at place) {
	r.said = append(r.said, word{keyword, value, at})
	if w := r.word(keyword); w != nil {
		w.value, w.at = value, at
		return
	}
	r.words = append(r.words, word{keyword, value, at})
}

func (r *raw) drop(keyword string) {
	r.words = slices.DeleteFunc(slices.Clone(r.words), func(w word) bool { return w.keyword == keyword })
}

func at(f *file, n ast.Node) place { return place{file: f, pos: n.Pos(), n: int(n.End() - n.Pos())} }

func noteAt(n *note, a *args) place {
	return place{file: n.file, pos: n.pos, n: len(n.text), note: n, args: a}
}

func docAt(f *file, g *ast.CommentGroup) place {
	if g == nil {
		return place{}
	}
	for _, c := range g.List {
		if !isMarker(c) && !isDirective(c.Text) && strings.Trim(c.Text, "/ \t") != "" {
			return place{file: f, pos: c.Pos(), n: len(c.Text)}
		}
	}
	return place{}
}

// isDirective reports whether a comment is one for a tool, as //nolint:all, which Go does
// not count as documentation.
func isDirective(text string) bool {
	name, rest, ok := strings.Cut(strings.TrimPrefix(text, "//"), ":")
	small := func(r rune) bool { return 'a' <= r && r <= 'z' || '0' <= r && r <= '9' }
	return ok && name != "" && rest != "" && small(rune(rest[0])) && !strings.ContainsFunc(name, func(r rune) bool { return !small(r) })
}
