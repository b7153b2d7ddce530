package mutation

import (
	"maps"
	"slices"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

// Values returns the place of a damaged value in an object whose lists have one item and whose maps have one key.
func (m *Mutant) Values(key string) []finding.Segment {
	var path []finding.Segment
	for _, s := range m.path {
		switch s.role {
		case schematree.RoleProperty:
			path = append(path, finding.Segment{Name: s.name})
		case schematree.RoleItems:
			path = append(path, finding.Segment{IsIndex: true})
		case schematree.RoleAdditionalProperties:
			path = append(path, finding.Segment{Name: key})
		}
	}
	return path
}

// In returns the place of the first value in an object that is under the damaged schema, and whether there is one.
func (m *Mutant) In(object map[string]any) ([]finding.Segment, bool) {
	return in(object, m.path)
}

func in(v any, path []step) ([]finding.Segment, bool) {
	if len(path) == 0 {
		return nil, true
	}
	try := func(v any, s finding.Segment) ([]finding.Segment, bool) {
		rest, there := in(v, path[1:])
		return append([]finding.Segment{s}, rest...), there
	}
	switch to := path[0]; to.role {
	case schematree.RoleProperty:
		o, _ := v.(map[string]any)
		if e, there := o[to.name]; there {
			return try(e, finding.Segment{Name: to.name})
		}
	case schematree.RoleItems:
		list, _ := v.([]any)
		for i, e := range list {
			if at, there := try(e, finding.Segment{Index: i, IsIndex: true}); there {
				return at, true
			}
		}
	case schematree.RoleAdditionalProperties:
		o, _ := v.(map[string]any)
		for _, k := range slices.Sorted(maps.Keys(o)) {
			if at, there := try(o[k], finding.Segment{Name: k}); there {
				return at, true
			}
		}
	default:
		return in(v, path[1:]) // allOf is about the value itself
	}
	return nil, false
}

// Probes returns copies of a CRD that accept, at the damaged place, only values that the CRD accepts and the
// damaged one refuses, or the opposite. The server may refuse these CRDs.
func (m *Mutant) Probes(whole *crd.CustomResourceDefinition) []*crd.CustomResourceDefinition {
	damaged := m.Damage(whole)
	if damaged == nil {
		return nil
	}
	var all []*crd.CustomResourceDefinition
	add := func(c *crd.CustomResourceDefinition, edit func(s *schema.Schema)) {
		probe := *m
		probe.edit = func(s *schema.Schema) bool { edit(s); return true }
		if p := probe.Damage(c); p != nil {
			all = append(all, p)
		}
	}
	refuse := func(s *schema.Schema, what *schema.Schema) {
		s.OwnBranches().AllOf = append(slices.Clone(s.AllOf()), &schema.Schema{Not: what})
	}
	c := &m.Constraint
	switch m.Kind {
	case BoundDropped, BoundMoved:
		add(damaged, func(s *schema.Schema) { m.beyond(s, whole) })
	case EnumDropped:
		values, _ := c.Value.([]any)
		add(damaged, func(s *schema.Schema) { refuse(s, &schema.Schema{Enum: values}) })
	case EnumValueGone:
		add(whole, func(s *schema.Schema) { s.Enum = []any{c.Value} })
	case PatternDropped, AnchorDropped:
		pattern, _ := c.Value.(string)
		add(damaged, func(s *schema.Schema) { refuse(s, &schema.Schema{Pattern: pattern}) })
	case RequiredDropped:
		name, _ := c.Value.(string)
		add(damaged, func(s *schema.Schema) { refuse(s, &schema.Schema{Required: []string{name}}) })
	case JunctorDropped, BranchGone:
		m.branches(add, refuse, whole, damaged)
	case RuleDropped, Comparison, Connective, OperandDropped, GuardDropped, NegationDropped, OldSelfDropped, NumberMoved, QuantifierTurned, ChoiceDropped:
		rule := *c.Rule
		not := rule
		not.Rule = "!(" + rule.Rule + ")"
		add(damaged, func(s *schema.Schema) { s.OwnRare().XValidations = append(slices.Clone(s.XValidations()), not) })
		if m.Rule != "" {
			is := rule
			is.Rule = "!(" + m.Rule + ")"
			add(whole, func(s *schema.Schema) { s.OwnRare().XValidations = append(slices.Clone(s.XValidations()), is) })
			// A value that both refuse may get an error from one of them.
			add(whole, func(s *schema.Schema) {
				if i := ruleIn(s, rule.Rule); i >= 0 {
					s.OwnRare().XValidations = slices.Clone(s.XValidations())
					s.XValidations()[i] = not
				}
			})
		}
	}
	return all
}

// beyond changes a schema to accept only values beyond a limit.
func (m *Mutant) beyond(s *schema.Schema, whole *crd.CustomResourceDefinition) {
	exclusive := false
	if v := whole.VersionNamed(m.Version); v != nil {
		if was := follow(v.OpenAPISchema(), m.path); was != nil {
			exclusive = m.Constraint.Keyword == "maximum" && was.ExclusiveMaximum || m.Constraint.Keyword == "minimum" && was.ExclusiveMinimum
		}
	}
	switch b := m.Constraint.Value.(type) {
	case float64:
		switch m.Constraint.Keyword {
		case "maximum":
			s.Minimum, s.ExclusiveMinimum = &b, !exclusive
		case "minimum":
			s.Maximum, s.ExclusiveMaximum = &b, !exclusive
		case "multipleOf":
			s.OwnBranches().AllOf = append(slices.Clone(s.AllOf()), &schema.Schema{Not: &schema.Schema{Rare: &schema.Rare{MultipleOf: &b}}})
		}
	case int64:
		more, less := b+1, b-1
		switch m.Constraint.Keyword {
		case "maxLength":
			s.MinLength = &more
		case "minLength":
			s.MaxLength = &less
		case "maxItems":
			s.MinItems = &more
		case "minItems":
			s.MaxItems = &less
		case "maxProperties":
			s.OwnRare().MinProperties = &more
		case "minProperties":
			s.OwnRare().MaxProperties = &less
		}
	}
}

// branches adds the probes for damaged oneOf and anyOf.
func (m *Mutant) branches(add func(*crd.CustomResourceDefinition, func(*schema.Schema)), refuse func(s, what *schema.Schema), whole, damaged *crd.CustomResourceDefinition) {
	v := whole.VersionNamed(m.Version)
	if v == nil {
		return
	}
	was := follow(v.OpenAPISchema(), m.path)
	if was == nil {
		return
	}
	i := m.Constraint.Index
	switch m.Constraint.Keyword {
	case "not":
		add(damaged, func(s *schema.Schema) { s.OwnBranches().AllOf = append(slices.Clone(s.AllOf()), was.Not) })
	case "anyOf", "oneOf":
		list := was.AnyOf()
		if m.Constraint.Keyword == "oneOf" {
			list = was.OneOf()
		}
		if i < 0 {
			if m.Constraint.Keyword == "oneOf" {
				for j := range list {
					for k := range j {
						add(damaged, func(s *schema.Schema) { s.OwnBranches().AllOf = append(slices.Clone(s.AllOf()), list[j], list[k]) })
						if j > 2 {
							break // a few pairs suffice
						}
					}
				}
			}
			add(damaged, func(s *schema.Schema) { refuse(s, &schema.Schema{Branches: &schema.Branches{AnyOf: list}}) })
			return
		}
		others := slices.Delete(slices.Clone(list), i, i+1)
		add(whole, func(s *schema.Schema) {
			s.OwnBranches().AllOf = append(slices.Clone(s.AllOf()), list[i])
			refuse(s, &schema.Schema{Branches: &schema.Branches{AnyOf: others}})
		})
		if m.Constraint.Keyword == "oneOf" {
			for _, o := range others[:min(len(others), 2)] {
				add(damaged, func(s *schema.Schema) { s.OwnBranches().AllOf = append(slices.Clone(s.AllOf()), list[i], o) })
			}
		}
	}
}
