package testgen

import (
	"slices"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/schemas/regexshape"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/schema"
)

// accepts reports whether the server's validator accepts a value.
func accepts(n *schema.Schema, v any, s *subject) bool {
	return validate.Takes(&s.behaviour, n, v)
}

// branch returns an object that is accepted only because of one branch of oneOf or anyOf.
func (s *subject) branch() map[string]any {
	n := *s.node.Schema
	list := n.OneOf()
	if s.Keyword == "anyOf" {
		list = n.AnyOf()
	}
	if len(list) < 2 {
		return nil
	}
	others := slices.Delete(slices.Clone(list), s.Index, s.Index+1)
	if s.Keyword == "oneOf" {
		n.OwnBranches().OneOf = others
	} else {
		n.OwnBranches().AnyOf = others
	}
	needs := func(o map[string]any) bool {
		sent := s.accepted(o)
		v, there := jsonvalue.At(sent, s.path)
		return there && !accepts(&n, v, s)
	}
	// A schema with this branch alone gives values for it.
	only := *s.node.Schema
	if s.Keyword == "oneOf" {
		only.OwnBranches().OneOf = []*schema.Schema{list[s.Index]}
	} else {
		only.OwnBranches().AnyOf = []*schema.Schema{list[s.Index]}
	}
	only.Default = nil
	values := s.gen.Values(s.all(&only), s.name(), 4)
	if s.base != nil {
		held, _ := jsonvalue.At(s.base, s.path)
		if o, ok := held.(map[string]any); ok {
			values = append(values, s.withRequired(o, list[s.Index], others))
		}
	}
	all := s.gen.Values(s.gen.SchemasAt(s.version.Name, nil, s.path), s.name(), len(list))
	if s.Index < len(all) {
		values = append(values, all[s.Index])
	}
	if len(s.path) == 0 {
		for _, v := range values {
			if o, ok := v.(map[string]any); ok && s.base != nil {
				o = runtime.DeepCopyJSON(o)
				for _, k := range [...]string{"apiVersion", "kind", "metadata"} {
					o[k] = s.base[k]
				}
				if needs(o) {
					return o
				}
			}
		}
		return nil
	}
	for _, v := range values {
		if o := s.with(v); o != nil && needs(o) {
			return shrunk(o, s.root, s.path, needs)
		}
	}
	for _, v := range values {
		if o := s.gen.Putting(s.version.Name, s.path, v, s.budget); o != nil && needs(o) {
			return shrunk(o, s.root, s.path, needs)
		}
	}
	if s.base != nil {
		for _, o := range s.gen.Others(s.version.Name, s.base, s.path, "", 40, s.budget) {
			if needs(o) {
				return shrunk(o, s.root, s.path, needs)
			}
		}
	}
	return nil
}

// withRequired returns a copy of an object with the fields that a branch requires, and without those that only other
// branches require.
func (s *subject) withRequired(o map[string]any, branch *schema.Schema, others []*schema.Schema) any {
	o = runtime.DeepCopyJSON(o)
	for _, other := range others {
		for _, name := range other.Required {
			if !slices.Contains(branch.Required, name) && !slices.Contains(s.node.Required, name) {
				delete(o, name)
			}
		}
	}
	for _, name := range branch.Required {
		if _, there := o[name]; there {
			continue
		}
		if of := s.gen.SchemasAt(s.version.Name, nil, below(s.path, name)); of != nil {
			if list := s.gen.Values(of, name, 1); len(list) > 0 {
				o[name] = list[0]
			}
		}
	}
	return o
}

// branchless returns values that no branch accepts, that several branches of oneOf accept, or that the schema of
// not accepts.
func (s *subject) branchless(root *schema.Schema) []any {
	var lists [][]*schema.Schema
	if s.Keyword == "not" {
		lists = [][]*schema.Schema{{s.node.Not}, s.node.Not.AnyOf(), s.node.Not.AllOf(), s.node.Not.OneOf()}
	} else if s.Keyword == "oneOf" {
		lists = [][]*schema.Schema{s.node.OneOf()}
	} else {
		lists = [][]*schema.Schema{s.node.AnyOf()}
	}
	schemas := s.gen.SchemasAt(s.version.Name, root, s.path)
	values := s.gen.Values(schemas, s.name(), 6)
	var all []any
	for _, v := range values {
		o, isObject := v.(map[string]any)
		if !isObject {
			all = append(all, v)
			continue
		}
		none, some := runtime.DeepCopyJSON(o), runtime.DeepCopyJSON(o)
		for _, list := range lists {
			for _, branch := range list {
				for _, name := range branch.Required {
					if !slices.Contains(s.node.Required, name) {
						delete(none, name)
					}
					if _, there := some[name]; there {
						continue
					}
					if of := s.gen.SchemasAt(s.version.Name, root, below(s.path, name)); of != nil {
						if made := s.gen.Values(of, name, 1); len(made) > 0 {
							some[name] = made[0]
						}
					}
				}
			}
		}
		if s.Keyword != "not" {
			all = append(all, none)
		}
		all = append(all, some, o)
	}
	if s.node.Type == "string" || s.node.XIntOrString {
		for _, t := range [...]string{"", "!", "not a match", "-1"} {
			all = append(all, t)
		}
	}
	return all
}

// outside returns a text that the pattern does not match and the rest of the schema accepts, found by automata.
func (s *subject) outside(n *schema.Schema) []any {
	if t, found, _ := regexshape.Beyond(`^[ -~]*$`, s.node.Pattern); found && accepts(n, t, s) {
		return []any{t}
	}
	return nil
}
