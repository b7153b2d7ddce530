package gotypes

import (
	"bytes"
	"go/ast"
	"go/token"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/crdtool/crdtool/internal/text/finding"
)

// Position is a place in Go code: of a field, a type, a tag, or of a marker or a part of
// its text.
type Position struct {
	File string
	// Line and Column count from 1, columns in characters.
	Line, Column int
	// Length is in characters.
	Length int
	// From and To are the offsets in bytes.
	From, To int
	// Marker is the name of the marker that it is in, "" elsewhere.
	Marker string
	// Elsewhere is set if the file is one of another module, as in the module cache or below
	// vendor, which is not the author's to change.
	Elsewhere bool
	// Use is the author's own place that leads to one that is elsewhere: the field that is of a
	// type of another module, or holds one; nil of other places.
	Use *Position
	// Type is the type that a place elsewhere is in, with the path of its package, as in
	// k8s.io/api/core/v1.Container.
	Type string
	// Unread is set if that type is in a module that is not on disk. All other fields are then
	// those of Use.
	Unread bool
	// Source is the line.
	Source string
	// Exact is set if the keyword that was asked for is set there, and not if it is only
	// where the schema comes from, as the field whose marker would set it.
	Exact bool
}

// Root is the type of a version of a CRD.
type Root struct {
	m    *code
	gen  *generator
	to   *ref
	root *raw
	gv   groupVersion
	// walked is set if all schemas were made.
	walked bool
}

// Generator is the version of controller-gen that generated a CRD, as its annotation has
// it: "v0.19.0". Versions differ in the markers that they know.
type Generator string

// minor returns the second number of the version; ok is false for "(devel)" and "(unknown)", which
// controller-gen writes if it is built from source.
func (g Generator) minor() (minor int, ok bool) {
	parts := strings.Split(strings.TrimPrefix(string(g), "v"), ".")
	if len(parts) < 2 || parts[0] != "0" {
		return 0, false
	}
	minor, err := strconv.Atoi(parts[1])
	return minor, err == nil
}

// generatorMinor returns the second number of the version of controller-gen: that of the annotation,
// else the one that the go.mod of the types requires, else the newest.
func (c *code) generatorMinor(by Generator, p *pkg) int {
	if minor, ok := by.minor(); ok {
		return minor
	}
	if p.in != nil {
		for _, mod := range c.requirements(p.in) {
			if minor, ok := Generator(mod.need["sigs.k8s.io/controller-tools"]).minor(); ok {
				return minor
			}
		}
	}
	return withK8sBounds
}

// Origin finds the type of a kind.
func (m *Module) Origin(group, version, kind string, by Generator) (*Root, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	r := m.latest().origin(group, version, kind, by)
	return r, r != nil
}

func (c *code) origin(group, version, kind string, by Generator) *Root {
	key := group + "/" + version + "/" + kind + "@" + string(by)
	if r, ok := c.crds[key]; ok {
		return r
	}
	to := c.kind(group, version, kind)
	if to == nil {
		c.crds[key] = nil
		return nil
	}
	// What it makes is used for this kind alone, and would take more than the code.
	g := &generator{m: c, minor: c.generatorMinor(by, to.p), flats: map[*raw]*raw{}, dirs: map[string]bool{}}
	r := &Root{m: c, gen: g, to: to, gv: c.declared(to.p)}
	r.root = g.flatten(g.named(to))
	r.root.at = at(to.t.file, to.t.spec.Name)
	c.crds[key] = r
	return r
}

// Type is where the type of the kind is declared.
func (r *Root) Type() Position {
	r.m.mu.Lock()
	defer r.m.mu.Unlock()
	return r.m.position(at(r.to.t.file, r.to.t.spec.Name), true)
}

// At is the position of a place of the schema: a path below openAPIV3Schema, to a schema,
// to one of its keywords, or to a part of that. There is none if the Go type has no such
// field.
func (r *Root) At(path []finding.Segment) (Position, bool) {
	r.m.mu.Lock()
	defer r.m.mu.Unlock()
	return r.at(path, func(at place) place { return at })
}

// at is At of the part of the place that part returns.
func (r *Root) at(path []finding.Segment, part func(place) place) (Position, bool) {
	s, rest, ok := r.schema(path)
	if !ok {
		return r.unread(path)
	}
	at, exact := r.keyword(s, rest)
	if !exact && s.unread && s.at.ok() && len(rest) > 0 {
		return r.ofUnread(s, path[:len(path)-len(rest)]), true
	}
	return r.used(r.m.position(part(at), exact), at, path), at.ok()
}

// unread is the position of a place below a type that is not on disk.
func (r *Root) unread(path []finding.Segment) (Position, bool) {
	for n := len(path) - 1; n >= 0; n-- {
		s, rest, ok := r.schema(path[:n])
		if !ok || len(rest) > 0 {
			continue
		}
		if !s.unread || !s.at.ok() {
			return Position{}, false
		}
		return r.ofUnread(s, path[:n]), true
	}
	return Position{}, false
}

// ofUnread is the position of what a type says that is not on disk; path is that of its schema.
func (r *Root) ofUnread(s *raw, path []finding.Segment) Position {
	p := r.used(r.m.position(s.at, false), s.at, path)
	if p.Use == nil {
		use := p
		p.Use, p.Elsewhere = &use, true
	}
	p.Type, p.Unread = s.typ, true
	return p
}

// In is the position of a part of the text of a CEL rule, of its message or the like:
// path is that of the text, from and to are offsets of bytes in it.
func (r *Root) In(path []finding.Segment, from, to int) (Position, bool) {
	r.m.mu.Lock()
	defer r.m.mu.Unlock()
	return r.at(path, func(at place) place { return within(at, from, to) })
}

// Declared is where the type is declared that the schema at a path is of, and the place of
// the schema where that type has no name.
func (r *Root) Declared(path []finding.Segment) (Position, bool) {
	r.m.mu.Lock()
	defer r.m.mu.Unlock()
	s, rest, ok := r.schema(path)
	if !ok || len(rest) > 0 {
		return Position{}, false
	}
	at := s.at
	if s.home.ok() {
		at = s.home
	}
	p := r.used(r.m.position(at, true), at, path)
	p.Unread = p.Unread || s.unread
	return p, at.ok()
}

// used completes the position of a place that is elsewhere.
func (r *Root) used(p Position, at place, path []finding.Segment) Position {
	if !p.Elsewhere {
		return p
	}
	p.Type = at.file.typeAround(at.pos)
	for n := len(path); n >= 0; n-- {
		s, rest, ok := r.schema(path[:n])
		if !ok || len(rest) > 0 {
			continue
		}
		if use := r.m.position(s.at, false); s.at.ok() && !use.Elsewhere {
			p.Use = &use
			break
		}
	}
	return p
}

// typeAround is the type whose declaration, with the comments above it, holds a place; ""
// if none does.
func (f *file) typeAround(pos token.Pos) string {
	for _, d := range f.ast.Decls {
		decl, ok := d.(*ast.GenDecl)
		if !ok || decl.Tok != token.TYPE {
			continue
		}
		for _, s := range decl.Specs {
			if pos < s.End() {
				return f.p.importPath() + "." + s.(*ast.TypeSpec).Name.Name
			}
		}
	}
	return ""
}

// importPath is the path by which a package is imported, without where it is vendored.
func (p *pkg) importPath() string {
	if i := strings.LastIndex(p.path, "/vendor/"); i >= 0 {
		return p.path[i+len("/vendor/"):]
	}
	return strings.TrimPrefix(p.path, "vendor/")
}

// within is a part of a value in a marker, whose quotes and escapes stand between.
func within(p place, from, to int) place {
	if p.note == nil {
		return p
	}
	start := int(p.pos - p.note.pos)
	if start < 0 || start+p.n > len(p.note.text) {
		return p
	}
	text := p.note.text[start : start+p.n]
	a, b := offsetIn(text, from), offsetIn(text, to)
	p.pos += token.Pos(a)
	p.n = max(b-a, 0)
	return p
}

// offsetIn is where a byte of a string stands in the literal that it is written as.
func offsetIn(literal string, offset int) int {
	if len(literal) < 2 || literal[0] != '"' && literal[0] != '`' {
		return min(offset, len(literal))
	}
	quote := literal[0]
	rest, done := literal[1:len(literal)-1], 0
	for len(rest) > 0 && done < offset {
		if quote == '`' {
			rest, done = rest[1:], done+1
			continue
		}
		r, multibyte, tail, err := strconv.UnquoteChar(rest, '"')
		if err != nil {
			break
		}
		if r < utf8.RuneSelf || !multibyte {
			done++
		} else {
			done += utf8.RuneLen(r)
		}
		rest = tail
	}
	return len(literal) - 1 - len(rest)
}

// schema goes down a path as far as it is one of schemas, and returns the rest.
func (r *Root) schema(path []finding.Segment) (*raw, []finding.Segment, bool) {
	return r.gen.down(r.root, path, true)
}

func (g *generator) down(s *raw, path []finding.Segment, root bool) (*raw, []finding.Segment, bool) {
	for len(path) > 0 {
		var next *raw
		skip := 1
		switch path[0].Name {
		case "properties":
			if len(path) < 2 {
				return s, path, true
			}
			next, skip = s.props[path[1].Name], 2
			if root && path[1].Name == "metadata" && next != nil {
				return metadata(next), path[2:], len(path) == 2 || path[2].Name != "properties"
			}
		case "items":
			next = s.items
		case "additionalProperties":
			next = s.values
			if next == nil && s.anyValue {
				return s, path, true
			}
		case "anyOf", "allOf":
			branches := s.anyOf
			if path[0].Name == "allOf" {
				branches = s.allOf
			}
			if len(path) < 2 {
				return s, path, true
			}
			skip = 2
			if i := path[1].Index; i < len(branches) {
				next = branches[i]
			} else if path[0].Name == "allOf" && len(s.said) > 0 {
				// Other versions of controller-gen make branches where this one does not.
				return g.down(branch(s, i), path[2:], false)
			} else {
				return s, path, true // that another tool adds them does not move the field
			}
		default:
			return s, path, true
		}
		if next == nil {
			return nil, nil, false
		}
		s = g.flat(next)
		path, root = path[skip:], false
	}
	return s, nil, true
}

// metadata is the schema of metadata of the root, of which controller-gen writes no more
// than the type.
func metadata(s *raw) *raw {
	m := &raw{at: s.at}
	m.set("type", "object", s.at)
	return m
}

// branch is what the i-th place says that sets keywords more than once.
func branch(s *raw, i int) *raw {
	b := &raw{at: s.at, props: s.props, names: s.names, items: s.items, values: s.values}
	times := map[string]int{}
	for _, w := range s.said {
		if times[w.keyword] <= i {
			b.set(w.keyword, w.value, w.at)
		}
		times[w.keyword]++
	}
	return b
}

// keyword is the place of a keyword of a schema or of a part of it, and whether it is set
// there.
func (r *Root) keyword(s *raw, rest []finding.Segment) (place, bool) {
	if len(rest) == 0 {
		return s.at, true
	}
	name, index := rest[0].Name, -1
	if len(rest) > 1 && rest[1].IsIndex {
		index = rest[1].Index
	}
	switch name {
	case "description":
		if s.doc.ok() {
			return s.doc, true
		}
		return s.at, false
	case "required":
		names := requiredOf(s)
		if 0 <= index && index < len(names) {
			return names[index].at, true
		}
		return s.at, false
	case rulesKeyword:
		if index < 0 || index >= len(s.rules) {
			return s.at, false
		}
		rule := s.rules[index].at
		if len(rest) > 2 && rule.args != nil {
			if sp, ok := rule.args.spans[rest[2].Name]; ok {
				return rule.part(sp), true
			}
			return rule, rule.args.fields == nil
		}
		return rule, true
	case "anyOf":
		return s.at, len(s.anyOf) > 0
	case "properties", "additionalProperties":
		return s.at, true
	}
	w := s.word(name)
	if w == nil {
		return s.at, false
	}
	at := w.at
	if name == "x-kubernetes-list-map-keys" && index >= 0 {
		for _, said := range s.said {
			if list, ok := w.value.([]any); ok && said.keyword == name && index < len(list) && said.value == list[index] {
				return said.at, true
			}
		}
	}
	if name == "enum" && index >= 0 {
		if at.args != nil && index < len(at.args.items) {
			return at.part(at.args.items[index]), true
		}
		if list, ok := w.value.([]any); ok && index < len(list) {
			for _, said := range s.said {
				if said.keyword == name && said.value == list[index] {
					return said.at, true
				}
			}
		}
	}
	return at, true
}

// requiredOf are the names of required fields in the order in which they are written,
// each once.
func requiredOf(s *raw) []word {
	all := slices.Clone(s.required)
	sort.SliceStable(all, func(i, j int) bool { return all[i].value.(string) < all[j].value.(string) })
	return slices.CompactFunc(all, func(a, b word) bool { return a.value == b.value })
}

// part is a part of a marker.
func (p place) part(s span) place {
	p.pos, p.n = p.note.pos+token.Pos(s.from), s.to-s.from
	return p
}

func (m *Module) position(p place, exact bool) Position {
	if !p.ok() {
		return Position{}
	}
	f := p.file
	offset := f.tok.Offset(p.pos)
	start := f.tok.Offset(f.tok.LineStart(f.tok.Line(p.pos)))
	end := min(offset+p.n, len(f.src))
	out := Position{
		File:   m.named(f.name),
		Line:   f.tok.Line(p.pos),
		Column: utf8.RuneCount(f.src[start:offset]) + 1,
		Length: utf8.RuneCount(f.src[offset:end]),
		From:   offset, To: end,
		Exact: exact,
	}
	out.Elsewhere = m.elsewhere(f.name)
	line, _, _ := bytes.Cut(f.src[start:], []byte("\n"))
	out.Source = strings.TrimSuffix(string(line), "\r")
	if p.note != nil {
		out.Marker = p.note.name
		if _, _, name, ok := knownMarker(p.note, onField|onType); ok {
			out.Marker = name
		} else if _, ok := specMarkers[p.note.base]; ok {
			out.Marker = p.note.base
		}
	}
	return out
}

// elsewhere reports whether a file is one of another module.
func (m *Module) elsewhere(name string) bool {
	return isBelow(name, m.cache) || isBelow(name, m.goroot) || strings.Contains(filepath.ToSlash(name), "/vendor/")
}

func isBelow(name, dir string) bool {
	return dir != "" && strings.HasPrefix(name, dir+string(filepath.Separator))
}

// named is what a file is called in positions.
func (m *Module) named(file string) string {
	if m.base == "" {
		return file
	}
	if rel, err := filepath.Rel(m.base, file); err == nil && !strings.HasPrefix(rel, "..") {
		return filepath.ToSlash(rel)
	}
	return file
}
