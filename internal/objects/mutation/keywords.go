package mutation

import (
	"fmt"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/constraint"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/schema"
)

// A damager lists the damages to one constraint.
type damager struct {
	constraint constraint.Constraint
	schema     *schema.Schema
	version    string
	path       []step
	place      string
	all        []Mutant
}

// add adds a damage. from and to are the value before and after; they distinguish damages of one kind at one
// place.
func (d *damager) add(k Kind, does, from, to string, edit func(*schema.Schema) bool) *Mutant {
	d.all = append(d.all, Mutant{
		Kind: k, Constraint: d.constraint, Version: d.version, Does: does, path: d.path, edit: edit,
		id: d.place + "\x00" + string(k) + "\x00" + d.constraint.Keyword + "\x00" + from + "\x00" + to,
	})
	return &d.all[len(d.all)-1]
}

// dropped adds the damage that removes the keyword.
func (d *damager) dropped(k Kind) {
	what, value := d.constraint.Keyword, prose.JSON(d.constraint.Value)
	switch d.constraint.Value.(type) {
	case nil, []any, map[string]any, bool:
		what = "the " + what
	default:
		what += " " + value
	}
	d.add(k, what+" is gone", value, "", func(s *schema.Schema) bool {
		fits := d.same(s)
		constraint.Copy(s, &schema.Schema{}, d.constraint.Keyword)
		return fits
	})
}

// same reports whether a schema has the same value of the keyword as the damaged schema.
func (d *damager) same(s *schema.Schema) bool {
	var a, b schema.Schema
	constraint.Copy(&a, s, d.constraint.Keyword)
	constraint.Copy(&b, d.schema, d.constraint.Keyword)
	return schema.Equal(&a, &b)
}

func (d *damager) damage() {
	c := &d.constraint
	switch c.Keyword {
	case "x-kubernetes-validations":
		d.rule()
	case "minimum":
		d.number(-1, func(s *schema.Schema) (**float64, *bool) { return &s.Minimum, &s.ExclusiveMinimum })
	case "maximum":
		d.number(1, func(s *schema.Schema) (**float64, *bool) { return &s.Maximum, &s.ExclusiveMaximum })
	case "multipleOf":
		d.dropped(BoundDropped)
	case "minLength":
		d.size(-1, func(s *schema.Schema) **int64 { return &s.MinLength })
	case "maxLength":
		d.size(1, func(s *schema.Schema) **int64 { return &s.MaxLength })
	case "minItems":
		d.size(-1, func(s *schema.Schema) **int64 { return &s.MinItems })
	case "maxItems":
		d.size(1, func(s *schema.Schema) **int64 { return &s.MaxItems })
	case "minProperties":
		d.size(-1, func(s *schema.Schema) **int64 { return &s.OwnRare().MinProperties })
	case "maxProperties":
		d.size(1, func(s *schema.Schema) **int64 { return &s.OwnRare().MaxProperties })
	case "pattern":
		d.pattern()
	case "format":
		d.dropped(FormatDropped)
	case "enum":
		d.enum()
	case "required":
		name := c.Value.(string)
		d.add(RequiredDropped, fmt.Sprintf("%s is not required", name), name, "", func(s *schema.Schema) bool {
			i := slices.Index(s.Required, name)
			if i >= 0 {
				s.Required = slices.Delete(slices.Clone(s.Required), i, i+1)
			}
			return i >= 0
		})
	case "x-kubernetes-list-type":
		was := d.schema.ListType()
		d.add(ListTypeDropped, fmt.Sprintf("the list is no %s", was), was, "", func(s *schema.Schema) bool {
			fits := s.ListType() == was
			rare := s.OwnRare()
			rare.XListType, rare.XListMapKeys = nil, nil
			return fits
		})
	case "x-kubernetes-embedded-resource":
		d.dropped(ResourceDropped)
	case "nullable":
		d.dropped(NullableDropped)
	case "default":
		d.defaults()
	case "not":
		d.dropped(JunctorDropped)
	case "oneOf":
		d.branches(func(s *schema.Schema) *[]*schema.Schema { return &s.OwnBranches().OneOf })
	case "anyOf":
		d.branches(func(s *schema.Schema) *[]*schema.Schema { return &s.OwnBranches().AnyOf })
	case "properties":
		d.add(FieldsKept, "unknown fields are kept", "", "", func(s *schema.Schema) bool {
			fits := s.Properties.Len() > 0 && !s.PreservesUnknownFields()
			yes := true
			s.XPreserveUnknownFields = &yes
			return fits
		})
	case "x-kubernetes-preserve-unknown-fields":
		d.add(FieldsDropped, "unknown fields are dropped", "", "", func(s *schema.Schema) bool {
			fits := s.PreservesUnknownFields()
			s.XPreserveUnknownFields = nil
			return fits
		})
	}
}

// number damages a limit of numbers, which it moves by by.
func (d *damager) number(by float64, of func(*schema.Schema) (**float64, *bool)) {
	d.dropped(BoundDropped)
	was := d.constraint.Value.(float64)
	is := was + by
	if is == was {
		return // the number is too large to be moved
	}
	if _, exclusive := of(d.schema); *exclusive {
		d.add(BoundMoved, fmt.Sprintf("%s %s is allowed itself", d.constraint.Keyword, prose.JSON(was)), prose.JSON(was), "inclusive", func(s *schema.Schema) bool {
			fits := d.same(s)
			_, exclusive := of(s)
			*exclusive = false
			return fits
		})
		return
	}
	d.moved(was, is, func(s *schema.Schema) bool {
		fits := d.same(s)
		bound, _ := of(s)
		*bound = &is
		return fits
	})
}

func (d *damager) moved(was, is any, move func(*schema.Schema) bool) {
	from, to := prose.JSON(was), prose.JSON(is)
	d.add(BoundMoved, fmt.Sprintf("%s %s becomes %s", d.constraint.Keyword, from, to), from, to, move)
}

// size damages a limit of lengths, which it moves by by.
func (d *damager) size(by int64, of func(*schema.Schema) **int64) {
	was := d.constraint.Value.(int64)
	if by < 0 && was <= 0 {
		return // the limit refuses nothing
	}
	d.dropped(BoundDropped)
	is := was + by
	if is == 0 && by < 0 {
		return // the limit would refuse nothing, as if dropped
	}
	d.moved(was, is, func(s *schema.Schema) bool {
		fits := d.same(s)
		*of(s) = &is
		return fits
	})
}

func (d *damager) pattern() {
	was := d.schema.Pattern
	to := func(is string) func(*schema.Schema) bool {
		return func(s *schema.Schema) bool {
			fits := s.Pattern == was
			s.Pattern = is
			return fits
		}
	}
	d.dropped(PatternDropped)
	if is, anchored := strings.CutPrefix(was, "^"); anchored && is != "" {
		d.add(AnchorDropped, "the pattern need not match from the start", was, is, to(is))
	}
	if is, anchored := strings.CutSuffix(was, "$"); anchored && is != "" && (len(is)-len(strings.TrimRight(is, `\`)))%2 == 0 {
		d.add(AnchorDropped, "the pattern need not match to the end", was, is, to(is))
	}
}

// enum damages an enum as a whole, or one of its values.
func (d *damager) enum() {
	was := d.schema.Enum
	i := d.constraint.Index
	if i < 0 {
		d.dropped(EnumDropped)
		return
	}
	if len(was) == 1 {
		return
	}
	value := was[i]
	is := prose.JSON(value)
	d.add(EnumValueGone, fmt.Sprintf("the value %s is gone", is), is, "", func(s *schema.Schema) bool {
		i := slices.IndexFunc(s.Enum, func(v any) bool { return schema.SameValue(v, value) })
		if i < 0 || len(s.Enum) == 1 {
			return false
		}
		s.Enum = slices.Delete(slices.Clone(s.Enum), i, i+1)
		return true
	})
}

func (d *damager) defaults() {
	was := d.schema.Default
	d.dropped(DefaultDropped)
	if is := another(d.schema, was); is != nil {
		from, to := prose.JSON(was), prose.JSON(is)
		d.add(DefaultChanged, fmt.Sprintf("the default %s becomes %s", from, to), from, to, func(s *schema.Schema) bool {
			fits := d.same(s)
			s.Default = is
			return fits
		})
	}
}

// another returns another value for a default, or nil.
func another(s *schema.Schema, v any) any {
	for _, e := range s.Enum {
		if e != nil && !schema.SameValue(e, v) {
			return e
		}
	}
	if len(s.Enum) > 0 {
		return nil
	}
	switch v := v.(type) {
	case bool:
		return !v
	case int64:
		if s.Maximum != nil && float64(v+1) > *s.Maximum {
			return v - 1
		}
		return v + 1
	case float64:
		return v + 1
	case string:
		if s.Pattern == "" && s.Format == "" {
			return v + "x"
		}
	}
	return nil
}

// branches damages oneOf or anyOf as a whole, or one of its branches.
func (d *damager) branches(of func(*schema.Schema) *[]*schema.Schema) {
	i := d.constraint.Index
	if i < 0 {
		d.dropped(JunctorDropped)
		return
	}
	copied := *d.schema
	was := *of(&copied)
	if len(was) == 1 {
		return
	}
	d.add(BranchGone, fmt.Sprintf("branch %d of %s is gone", i+1, d.constraint.Keyword), fmt.Sprint(i), "", func(s *schema.Schema) bool {
		fits := d.same(s)
		*of(s) = slices.Delete(slices.Clone(was), i, i+1)
		return fits
	})
}
