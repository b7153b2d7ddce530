package mutationrun

import (
	"fmt"
	"strings"

	"github.com/crdtool/crdtool/internal/objects/mutation"
	"github.com/crdtool/crdtool/internal/text/prose"
)

// title returns the name of a test that notices a mutant: it describes the constraint.
func (m *mutant) title() string {
	c := &m.Constraint
	if c.Rule != nil && c.Rule.Message != "" {
		return prose.OneLine(c.Rule.Message)
	}
	of := c.Field
	field := of
	if of == "" {
		of = "the object"
	}
	switch m.Kind {
	case mutation.RequiredDropped:
		return strings.TrimPrefix(fmt.Sprintf("%s.%v is required", field, c.Value), ".")
	case mutation.EnumValueGone:
		return fmt.Sprintf("%s may be %v", of, c.Value)
	case mutation.EnumDropped:
		return of + " is one of the values of the enum"
	case mutation.NullableDropped:
		return of + " may be null"
	case mutation.DefaultDropped, mutation.DefaultChanged:
		return fmt.Sprintf("%s is %s by default", of, prose.JSON(c.Value))
	case mutation.FieldsKept:
		return "unknown fields of " + of + " are dropped"
	case mutation.FieldsDropped:
		return "unknown fields of " + of + " are kept"
	case mutation.ListTypeDropped:
		return fmt.Sprintf("%s is a %v", of, c.Value)
	case mutation.ResourceDropped:
		return of + " is a resource"
	case mutation.BranchGone:
		return fmt.Sprintf("%s may be as branch %d of %s has it", of, c.Index+1, c.Keyword)
	case mutation.BoundDropped, mutation.BoundMoved, mutation.FormatDropped:
		return fmt.Sprintf("%s has %s %v", of, c.Keyword, c.Value)
	case mutation.PatternDropped, mutation.AnchorDropped:
		return of + " matches the pattern"
	}
	return of + " satisfies " + strings.TrimPrefix(c.Keyword, "x-kubernetes-")
}
