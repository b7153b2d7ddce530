package finding

import (
	"slices"
	"strconv"
	"strings"
)

// Path is the place of a finding, as a list of typed segments that share their
// parents. The nil Path is the document's root.
//
// A Path has two readings. Server is the one kube-apiserver prints, which
// differs from the file where its internal type does (a schema that all
// versions share is reported as spec.validation). File is the way to the node
// in the user's own document. Algorithms build the server's reading; At says
// where in the file a segment stands when that is elsewhere.
type Path struct {
	parent *Path
	name   string
	index  int
	kind   segmentKind
	ofKey  bool  // it is about the key of the segment, and not about its value
	file   *Path // where the segment stands in the file, if not where it stands here
}

type segmentKind uint8

const (
	child segmentKind = iota // printed .name
	key                      // printed [name]
	index                    // printed [3]
)

// Root is the empty path with the given first fields.
func Root(fields ...string) *Path {
	var p *Path
	return p.Child(fields...)
}

// Child returns the path to a field, printed ".name". A name that holds dots is
// printed as it is, which is how the server writes "scale.specReplicasPath",
// but is one segment.
func (p *Path) Child(names ...string) *Path {
	for _, n := range names {
		p = &Path{parent: p, name: n, kind: child}
	}
	return p
}

// Key returns the path to an entry of a map, printed "[name]".
func (p *Path) Key(name string) *Path { return &Path{parent: p, name: name, kind: key} }

// Index returns the path to an item of a list, printed "[i]".
func (p *Path) Index(i int) *Path { return &Path{parent: p, index: i, kind: index} }

// At returns p, which stands at file in the user's document. Paths made from
// the result continue from there in both readings.
func (p *Path) At(file *Path) *Path {
	q := *p
	q.file = file
	return &q
}

// AtKey is At for what is about the key at file, and not about the value there.
func (p *Path) AtKey(file *Path) *Path {
	q := p.At(file)
	q.ofKey = true
	return q
}

// OfKey reports whether the path is of AtKey.
func (p *Path) OfKey() bool { return p != nil && p.ofKey }

// Parent returns the path without its last segment.
func (p *Path) Parent() *Path {
	if p == nil {
		return nil
	}
	return p.parent
}

// Server is the path as kube-apiserver prints it: the rules of
// k8s.io/apimachinery's field.Path, where the root is "<nil>".
func (p *Path) Server() string {
	if p == nil {
		return "<nil>"
	}
	var b strings.Builder
	p.write(&b)
	return b.String()
}

func (p *Path) write(b *strings.Builder) {
	if p.parent != nil {
		p.parent.write(b)
	}
	switch p.kind {
	case child:
		if b.Len() > 0 {
			b.WriteByte('.')
		}
		b.WriteString(p.name)
	case key:
		b.WriteByte('[')
		b.WriteString(p.name)
		b.WriteByte(']')
	case index:
		b.WriteByte('[')
		b.WriteString(strconv.Itoa(p.index))
		b.WriteByte(']')
	}
}

// Len is about how many bytes the path has as the server prints it.
func (p *Path) Len() int {
	n := 0
	for ; p != nil; p = p.parent {
		n += len(p.name) + len("[]")
	}
	return n
}

// Segment is one step into a document: a mapping's key, or an item of a
// sequence when Name is empty and IsIndex is set.
type Segment struct {
	Name    string
	Index   int
	IsIndex bool
	// Quoted is set for a segment printed in brackets, as map keys are.
	Quoted bool
}

// Segments returns the way to the node in the user's file.
func (p *Path) Segments() []Segment { return p.AppendSegments(nil) }

// AppendSegments appends the way to the node in the user's file to a list, and returns
// the longer list. It is for who asks of many paths.
func (p *Path) AppendSegments(to []Segment) []Segment {
	var n int
	for q := p; q != nil; q = q.up() {
		n++
	}
	to = slices.Grow(to, n)
	n += len(to)
	to = to[:n]
	for q := p; q != nil; q = q.up() {
		n--
		if q.file != nil {
			to[n] = q.file.segment()
			continue
		}
		to[n] = q.segment()
	}
	return to
}

// First returns the first segments of the way to the node in the user's file, no more than so
// many: most of what a path leads into stands at its beginning.
func (p *Path) First(most int) []Segment {
	var n int
	for q := p; q != nil; q = q.up() {
		n++
	}
	for ; n > most; n-- {
		p = p.up()
	}
	return p.Segments()
}

func (p *Path) segment() Segment {
	return Segment{Name: p.name, Index: p.index, IsIndex: p.kind == index, Quoted: p.kind == key}
}

// up is the parent in the file's reading.
func (p *Path) up() *Path {
	if p.file != nil {
		return p.file.up()
	}
	return p.parent
}

// File is the path as people read it in their own document, printed by the same
// rules as Server.
func (p *Path) File() string {
	var b strings.Builder
	p.writeInFile(&b)
	return b.String()
}

func (p *Path) writeInFile(b *strings.Builder) {
	if p == nil {
		return
	}
	p.up().writeInFile(b)
	s := p.segment()
	if p.file != nil {
		s = p.file.segment()
	}
	switch {
	case s.IsIndex:
		b.WriteByte('[')
		b.WriteString(strconv.Itoa(s.Index))
		b.WriteByte(']')
	case s.Quoted:
		b.WriteByte('[')
		b.WriteString(s.Name)
		b.WriteByte(']')
	default:
		if b.Len() > 0 {
			b.WriteByte('.')
		}
		b.WriteString(s.Name)
	}
}
