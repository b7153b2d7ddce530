package docgen

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/schema"
)

// A tree builds the fields of a version.
type tree struct {
	anchors anchors
	version *Version
	places  map[place]*Field
	// late are functions that resolve references to fields, for the time when all fields exist.
	late []func()
	// source returns the address of the code of a place; it may be nil.
	source func(at *finding.Path) string
	// notesOf returns the notes about the values at a place; it may be nil.
	notesOf func(field string) []Note
	// buffer is a buffer for the path of a field.
	buffer []byte
}

// A place identifies a field by its name and the field around it, which is nil for a field of the object.
type place struct {
	in   *Field
	name string
}

// root adds the fields of the object. It omits the fields that all objects have, except for metadata with a
// schema.
func (t *tree) root(s *schema.Schema, at *finding.Path) {
	t.version.Description = parse(s.Description)
	if t.source != nil {
		t.version.Source = t.source(at)
	}
	t.version.Fields = t.fields(s, at, nil, "")
	t.say(s, nil, nil, &t.version.Limits, &t.version.Rules)
	t.note("", nil, &t.version.Notes)
	for _, f := range t.late {
		f()
	}
	if t.version.SameAs != nil {
		// Columns and selectable fields link to fields that are shown.
		t.version.Fields, t.version.Rules, t.version.Limits = nil, nil, nil
	}
}

// fields returns the fields of an object at a place, in the order of the file.
func (t *tree) fields(s *schema.Schema, at *finding.Path, in *Field, path string) []*Field {
	var list []*Field
	for _, p := range s.Properties.All() {
		if in == nil && (p.Name == "apiVersion" || p.Name == "kind" || p.Name == "metadata" && p.Schema.Properties.Len() == 0) {
			continue
		}
		f := &Field{
			Name: p.Name, Path: strings.TrimPrefix(path+"."+p.Name, "."), in: in,
			Required: slices.Contains(s.Required, p.Name),
			Type:     typeOf(p.Schema, false), Description: parse(p.Schema.Description),
		}
		t.anchor(f)
		t.places[place{in, p.Name}] = f
		if p.Schema.Default != nil {
			f.Default = prose.JSON(p.Schema.Default)
		}
		here := at.Child("properties").Key(p.Name)
		if t.source != nil && t.version.SameAs == nil {
			f.Source = t.source(here)
		}
		t.inside(f, p.Schema, here, nil)
		list = append(list, f)
	}
	return list
}

// anchor sets the anchor of a field. A version with the same fields as another shares its anchors.
func (t *tree) anchor(f *Field) {
	if same := t.version.SameAs; same != nil {
		if other := find(same.Fields, f.Path); other != nil {
			f.Anchor = other.Anchor
		}
		return
	}
	t.buffer = f.appendNames(append(append(t.buffer[:0], t.version.Anchor...), '-'))
	f.Anchor = t.anchors.of(string(t.buffer))
}

func find(fields []*Field, path string) *Field {
	for _, f := range fields {
		if f.Path == path {
			return f
		}
		if rest, ok := strings.CutPrefix(path, f.Path); ok && rest != "" && (rest[0] == '.' || rest[0] == '[') {
			if found := find(f.Fields, path); found != nil {
				return found
			}
		}
	}
	return nil
}

// inside adds the limits, rules and fields of a field's schema, or of its items or values, which have no name and
// so belong to the field.
func (t *tree) inside(f *Field, s *schema.Schema, at *finding.Path, of parts) {
	t.say(s, of, f, &f.Limits, &f.Rules)
	t.note(f.Path, of, &f.Notes)
	if f.Description == nil {
		f.Description = parse(s.Description)
	}
	switch {
	case s.Properties.Len() > 0:
		f.Fields = t.fields(s, at, f, of.path(f.Path))
	case s.ItemSchema() != nil:
		t.inside(f, s.ItemSchema(), at.Child("items"), append(of, "item"))
	case s.ValueSchema() != nil:
		t.inside(f, s.ValueSchema(), at.Child("additionalProperties"), append(of, "value"))
	}
}

// parts are the steps from a field to a part of it; each is an item or a value of the one before.
type parts []string

// String names the part of the field.
func (p parts) String() string {
	var b strings.Builder
	for i, part := range slices.Backward(p) {
		b.WriteString("each " + part)
		if i > 0 {
			b.WriteString(" of ")
		}
	}
	return b.String()
}

// path returns the path of the part of a field.
func (p parts) path(field string) string { return field + strings.Repeat("[*]", len(p)) }

// say adds the limits and rules of one schema of a field, or of the object if f is nil.
func (t *tree) say(s *schema.Schema, part parts, f *Field, limits *[]Limit, rules *[]Rule) {
	own := limitsOf(s)
	if len(own) == 0 && len(s.XValidations()) == 0 {
		return
	}
	of := part.String()
	t.late = append(t.late, func() {
		for _, l := range own {
			l.Of = of
			for i := range l.Text {
				if l.Text[i].Anchor == fieldHere {
					l.Text[i].Anchor = t.anchorOf(f, l.Text[i].Text)
				}
			}
			*limits = append(*limits, l)
		}
		for i := range s.XValidations() {
			r := t.rule(&s.XValidations()[i], f)
			r.Of = of
			*rules = append(*rules, r)
		}
	})
}

// note adds the notes about the values at a place.
func (t *tree) note(field string, of parts, to *[]Note) {
	if t.notesOf == nil {
		return
	}
	for _, m := range t.notesOf(of.path(field)) {
		m.Of = of.String()
		*to = append(*to, m)
	}
}

// anchorOf returns the anchor of the field at the path names from another field, or from the object if f is nil;
// "" if there is none.
func (t *tree) anchorOf(f *Field, names ...string) string {
	for _, name := range names {
		if f = t.places[place{f, name}]; f == nil {
			return ""
		}
	}
	if f == nil {
		return ""
	}
	return f.Anchor
}

// jsonPath returns a reference to the field of a JSONPath.
func (t *tree) jsonPath(path string) Ref {
	var names []string
	for name := range strings.SplitSeq(strings.TrimPrefix(path, "."), ".") {
		name, _, _ = strings.Cut(name, "[")
		names = append(names, name)
	}
	return Ref{Path: path, Anchor: t.anchorOf(nil, names...)}
}

// anchors is the set of the anchors of a page.
type anchors map[string]bool

// of returns a unique anchor for a name.
func (a anchors) of(name string) string {
	anchor := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '.', r == '-', r == '_':
			return r
		}
		return '-'
	}, name)
	for a[anchor] {
		anchor += "-"
	}
	a[anchor] = true
	return anchor
}
