package validate

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"sync"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/code"
	"github.com/crdtool/crdtool/internal/regexshape"
	"github.com/crdtool/crdtool/schema"
)

// Patterns are those of a schema, which bound what takes long: to match one takes a step for each
// of its instructions at each byte of a text, in the worst case, and nothing can end that. A server
// has no such bound. It is safe for concurrent use.
type Patterns struct {
	schema *schema.Schema
	// instructions are those of all patterns.
	instructions func() int
}

// NewPatterns returns the patterns of a schema, which may be nil.
func NewPatterns(s *schema.Schema) *Patterns {
	return &Patterns{s, sync.OnceValue(func() int { return instructions(s) })}
}

func instructions(s *schema.Schema) int {
	if s == nil {
		return 0
	}
	n := 0
	if s.Pattern != "" {
		n = regexshape.Instructions(s.Pattern)
	}
	for _, p := range s.Properties.All() {
		n += instructions(p.Schema)
	}
	n += instructions(s.ItemSchema()) + instructions(s.ValueSchema())
	for j := range junctors(s) {
		n += instructions(j)
	}
	return n
}

// junctors yields the schemas that a value is held to beside its own.
func junctors(s *schema.Schema) iter.Seq[*schema.Schema] {
	return func(yield func(*schema.Schema) bool) {
		for _, all := range [][]*schema.Schema{s.AllOf(), s.AnyOf(), s.OneOf()} {
			for _, j := range all {
				if !yield(j) {
					return
				}
			}
		}
		if s.Not != nil {
			yield(s.Not)
		}
	}
}

// TooLong returns the error that it takes too long to match the patterns with a value at a path;
// nil if it does not. A search may take less.
func (p *Patterns) TooLong(at *finding.Path, value any, search bool) *finding.Finding {
	m := NewMatching()
	if search {
		m.left = mostTried
	}
	if p.None() || textIn(value)*p.instructions() <= m.left {
		return nil
	}
	counting := Matching{left: m.left, counts: true}
	if f := counting.TooLong(p.schema, at, value); f == nil || search {
		return f // nobody asks where it is
	}
	return m.TooLong(p.schema, at, value)
}

// None reports whether there are none.
func (p *Patterns) None() bool { return p.instructions() == 0 }

// mostTried is how many steps it may take to match patterns with a value that is one of many to be
// tried.
const mostTried = regexshape.MostSteps / 1000

// Tries reports whether the patterns of a schema are matched with a value that is one of many: it is
// not if that takes too long.
func Tries(s *schema.Schema, value any) bool {
	m := Matching{left: mostTried, counts: true}
	m.value(s, nil, value)
	return m.left >= 0
}

// mostVisits is how many values are looked at, each by one schema, to find that out.
const mostVisits = 10_000_000

// textIn is how long the texts in a value are together.
func textIn(value any) (n int) {
	switch v := value.(type) {
	case string:
		return len(v)
	case []any:
		for _, item := range v {
			n += textIn(item)
		}
	case map[string]any:
		for _, field := range v {
			n += textIn(field)
		}
	}
	return n
}

// Matching counts what it takes to match patterns with several values. It is for one goroutine.
type Matching struct {
	left    int
	tooLong *finding.Finding
	visits  int  // of values by schemas, this time
	counts  bool // that is all, so that the order does not matter, nor where it is
}

// NewMatching returns one for an object, which has counted nothing.
func NewMatching() *Matching { return &Matching{left: regexshape.MostSteps} }

// InCRD returns one for values that stand in a CRD, of which each is matched some times.
func InCRD() *Matching { return &Matching{left: regexshape.MostSteps / 6} }

// TooLong returns the error that it takes too long to match the patterns of a schema with a value
// at a path, after those before; nil if it does not.
func (m *Matching) TooLong(s *schema.Schema, at *finding.Path, value any) *finding.Finding {
	m.tooLong, m.visits = nil, 0
	m.left = max(m.left, 0)
	m.value(s, at, value)
	if m.left < 0 && m.tooLong == nil {
		m.tooLong = &finding.Finding{Code: code.CELStopped, Path: at, Detail: "it takes too long to match the patterns"}
	}
	return m.tooLong
}

func (m *Matching) value(s *schema.Schema, at *finding.Path, value any) {
	if s == nil || m.left < 0 {
		return
	}
	if m.visits++; m.visits > mostVisits {
		m.left = -1
		return
	}
	switch v := value.(type) {
	case string:
		m.text(s, at, v)
	case []any:
		if items := s.ItemSchema(); items != nil {
			for i, item := range v {
				below := at
				if !m.counts {
					below = at.Index(i)
				}
				m.value(items, below, item)
			}
		}
	case map[string]any:
		m.fields(s, at, v)
	}
	for j := range junctors(s) {
		m.value(j, at, value)
	}
}

func (m *Matching) fields(s *schema.Schema, at *finding.Path, object map[string]any) {
	if s.Properties.Len() == 0 && s.ValueSchema() == nil {
		return
	}
	if m.counts {
		for name, value := range object {
			of := s.Property(name)
			if of == nil {
				of = s.ValueSchema()
			}
			m.value(of, at, value)
		}
		return
	}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		of, below := s.Property(name), at
		if of != nil {
			below = at.Child(name)
		} else {
			of, below = s.ValueSchema(), at.Key(name)
		}
		m.value(of, below, object[name])
	}
}

func (m *Matching) text(s *schema.Schema, at *finding.Path, text string) {
	if s.Pattern == "" {
		return
	}
	n := regexshape.Width(s.Pattern)
	if m.left -= n * len(text); m.left < 0 && !m.counts {
		m.tooLong = &finding.Finding{Code: code.CELStopped, Path: at}
		m.tooLong.Detail = fmt.Sprintf("it takes too long to match a text of %d bytes with a pattern of %d parts", len(text), n)
	}
}
