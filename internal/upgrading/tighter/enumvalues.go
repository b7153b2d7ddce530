package tighter

import (
	"slices"

	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/schema"
)

// ofValues are the keywords that say which values a field has.
var ofValues = []string{
	"enum", "pattern", "format", "maxLength", "minLength", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "multipleOf",
	"allOf", "anyOf", "oneOf", "not",
}

// KeepsAll reports whether a change is of a field that had a few values only, all of which
// it may still have.
func (j *Judge) KeepsAll(c *schemadiff.Change) bool {
	if !slices.Contains(ofValues, c.Keyword) {
		return false
	}
	all, few := fewValues(c.At.Old.Schema)
	if !few {
		return false
	}
	return !slices.ContainsFunc(all, func(v any) bool {
		return validate.Takes(j.Server, c.At.Old.Schema, v) && !validate.Takes(j.Server, c.At.New.Schema, v)
	})
}

// fewValues returns the values among which are all that a schema accepts, and whether
// it lists them.
func fewValues(s *schema.Schema) ([]any, bool) {
	if len(s.Enum) > 0 {
		return s.Enum, true
	}
	for _, branch := range s.AllOf() {
		if all, few := fewValues(branch); few {
			return all, true
		}
	}
	for _, branches := range [][]*schema.Schema{s.AnyOf(), s.OneOf()} {
		if all, few := union(branches); few {
			return all, true
		}
	}
	return nil, false
}

func union(branches []*schema.Schema) (all []any, few bool) {
	for _, branch := range branches {
		values, few := fewValues(branch)
		if !few {
			return nil, false
		}
		all = append(all, values...)
	}
	return all, len(branches) > 0
}
