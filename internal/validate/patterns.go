package validate

import (
	"iter"

	"github.com/crdtool/crdtool/internal/regexshape"
	"github.com/crdtool/crdtool/schema"
)

// maxSearchSteps is how many steps a search spends on matching the patterns of a schema with one
// of the many values that it tries. It is counted, so that a search finds the same on every
// machine. The objects and defaults of users have no such limit, as on a server.
const maxSearchSteps = 90_000

// maxSearchVisits is how many values a search looks at, each by one schema, to count those steps.
const maxSearchVisits = 10_000_000

// Tries reports whether a search matches the patterns of a schema with a value: it skips values
// that take more than maxSearchSteps.
func Tries(s *schema.Schema, value any) bool {
	c := patternSteps{left: maxSearchSteps, visits: maxSearchVisits}
	c.value(s, value)
	return c.left >= 0 && c.visits >= 0
}

// patternSteps counts the steps that it takes to match the patterns of a schema with a value: one
// for each instruction that may be under way, at each byte of a text.
type patternSteps struct{ left, visits int }

func (c *patternSteps) value(s *schema.Schema, value any) {
	if s == nil || c.left < 0 || c.visits < 0 {
		return
	}
	c.visits--
	switch v := value.(type) {
	case string:
		if s.Pattern != "" {
			c.left -= regexshape.Width(s.Pattern) * len(v)
		}
	case []any:
		if items := s.ItemSchema(); items != nil {
			for _, item := range v {
				c.value(items, item)
			}
		}
	case map[string]any:
		c.fields(s, v)
	}
	for j := range junctors(s) {
		c.value(j, value)
	}
}

func (c *patternSteps) fields(s *schema.Schema, object map[string]any) {
	if s.Properties.Len() == 0 && s.ValueSchema() == nil {
		return
	}
	for name, value := range object {
		of := s.Property(name)
		if of == nil {
			of = s.ValueSchema()
		}
		c.value(of, value)
	}
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
