package sample

import (
	"reflect"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/dryrun"
	"github.com/crdtool/crdtool/internal/mention"
	"github.com/crdtool/crdtool/internal/source"
)

// A lesson is a CEL rule that a search for an object with a value at a place could not
// repair, though it tried all that it knows. It fails in the same way for a value elsewhere
// if that is nothing that the rule speaks of: a CRD whose smallest object is not found
// has none found for any of its places.
type lesson struct {
	version string
	// rule is the place of the rule in the CRD, and path and message are where it fails and
	// in which words.
	rule          *finding.Path
	path, message string
	// at is the value with the rule, and fields are those that it speaks of, with the values
	// that they had at first.
	at     place
	fields []place
	values []any
}

// learn notes why a search for an object with a value at a place came to nothing.
func (b *Budget) learn(s *search, at place, first, last *attempt) {
	if s.spent() || s.refusal != nil {
		return // there would have been more to try
	}
	left := map[string]bool{}
	for i := range last.result.Findings {
		left[identity(&last.result.Findings[i])] = true
	}
	for i := range first.result.Findings {
		f := &first.result.Findings[i]
		if !left[identity(f)] {
			continue
		}
		if l, ok := s.lesson(first.object, f); ok && l.about(at) {
			b.lessons = append(b.lessons, l)
		}
	}
}

// lesson is the one of a finding.
func (s *search) lesson(object map[string]any, f *finding.Finding) (lesson, bool) {
	if len(f.Related) != 1 || f.Related[0].Path == nil {
		return lesson{}, false
	}
	segments := place(f.Path.Segments())
	deep := depth(f.Related[0].Path)
	if deep > len(segments) {
		return lesson{}, false
	}
	l := lesson{
		version: strings.Clone(s.version), rule: ownPath(f.Related[0].Path), path: f.Path.Server(), message: strings.Clone(f.ServerMessage()), at: own(segments[:deep]),
	}
	e := &editor{search: s, object: object}
	for _, m := range mention.Fields(f.Related[0].Message) {
		for _, q := range e.expand(l.at, m.Path) {
			l.fields = append(l.fields, own(q))
		}
	}
	for _, q := range l.fields {
		v, _ := at(object, q)
		l.values = append(l.values, source.Cloned(v))
	}
	return l, len(l.fields) > 0
}

// own is a place that holds no part of a file.
func own(p place) place {
	p = slices.Clone(p)
	for i := range p {
		p[i].Name = strings.Clone(p[i].Name)
	}
	return p
}

// ownPath is a path in a CRD that holds no part of its file.
func ownPath(p *finding.Path) *finding.Path {
	var to *finding.Path
	for _, s := range p.Segments() {
		switch {
		case to == nil:
			to = finding.Root(strings.Clone(s.Name))
		case s.IsIndex:
			to = to.Index(s.Index)
		default:
			to = to.Child(strings.Clone(s.Name))
		}
	}
	return to
}

// about reports whether it is a lesson for those who want a value at a place: what has the
// rule can't be left out then, and what the rule speaks of can.
func (l *lesson) about(at place) bool {
	return within(at, l.at) && !slices.ContainsFunc(l.fields, func(q place) bool { return within(at, q) })
}

// within reports whether a place is another, or in what stands there.
func within(p, q place) bool { return len(p) >= len(q) && slices.Equal(p[:len(q)], q) }

// hopeless reports whether a search for a value at a place that begins with an object would
// come to nothing, for what was learned from others.
func (b *Budget) hopeless(s *search, wanted place, object map[string]any) bool {
	var begun *dryrun.Begun
	for i := range b.lessons {
		l := &b.lessons[i]
		if l.version != s.version || !l.about(wanted) || !l.unchanged(object) {
			continue
		}
		if begun == nil {
			begun = s.generator.resource.Begin(dryrun.FromValue(object), verdict)
		}
		if begun.Fails(l.rule, l.path, l.message) {
			return true
		}
	}
	return false
}

// unchanged reports whether the rule sees what it saw before.
func (l *lesson) unchanged(object map[string]any) bool {
	for i, q := range l.fields {
		if v, _ := at(object, q); !reflect.DeepEqual(v, l.values[i]) {
			return false
		}
	}
	return true
}
