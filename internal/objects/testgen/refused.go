package testgen

import (
	"cmp"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/objects/mutation"
	"github.com/crdtool/crdtool/internal/schemas/constraint"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/upgrading/mention"
	"github.com/crdtool/crdtool/internal/upgrading/sample"
	"github.com/crdtool/crdtool/schema"
)

// refusal returns the search for a refusal by the constraint.
func (s *subject) refusal() *sample.Refusal {
	return &sample.Refusal{Root: s.damaged(s.without()), By: s.by(), Aim: s.aim()}
}

// by returns a function that reports whether the constraint causes a finding.
func (s *subject) by() func(map[string]any, *finding.Finding) bool {
	switch s.Keyword {
	case "x-kubernetes-validations":
		rule := s.Path.Server()
		return func(_ map[string]any, f *finding.Finding) bool {
			return f.Code == code.CELFailed && len(f.Related) > 0 && f.Related[0].Path.Server() == rule
		}
	case "x-kubernetes-list-type":
		return func(_ map[string]any, f *finding.Finding) bool {
			in, rest := inside(f.Path, s.path)
			return f.Code == code.ListItemTwice && in && len(rest) == 1
		}
	case "x-kubernetes-embedded-resource":
		return func(_ map[string]any, f *finding.Finding) bool {
			in, rest := inside(f.Path, s.path)
			return strings.HasPrefix(string(f.Code), string(code.EmbeddedMetadata)) && in && len(rest) > 0
		}
	case "oneOf", "anyOf", "not":
		return s.byBranches()
	}
	is := code.Value.Case(s.Keyword)
	return func(_ map[string]any, f *finding.Finding) bool {
		if f.Code != is {
			return false
		}
		in, rest := inside(at(f), s.path)
		if s.Keyword == "required" {
			return in && len(rest) == 1 && rest[0].Name == s.Value
		}
		return in && len(rest) == 0
	}
}

// byBranches returns a function that reports whether a finding disappears without oneOf, anyOf or not.
func (s *subject) byBranches() func(map[string]any, *finding.Finding) bool {
	var lax *validate.Checker
	return func(o map[string]any, f *finding.Finding) bool {
		if f.Code.Rule() != string(code.Value) {
			return false
		}
		in, rest := inside(at(f), s.path)
		if !in {
			return false
		}
		if len(rest) == 0 && f.Code == code.Value.Case(s.Keyword) {
			return true
		}
		if lax == nil {
			lax = validate.ObjectChecker(s.without(), s.behaviour)
		}
		v, there := jsonvalue.At(o, at(f).Segments()[:len(s.path)])
		return there && lax.Accepts(v)
	}
}

// at returns the path of a finding. Some findings that the server reports at the root are about a value below it.
func at(f *finding.Finding) *finding.Path {
	if f.Path == nil && len(f.Related) > 0 {
		return f.Related[0].Path
	}
	return f.Path
}

// aim returns a finding like the ones that the search looks for.
func (s *subject) aim() finding.Finding {
	p := finding.Trail(s.path).Path()
	f := finding.Invalid(code.Value.Case(s.Keyword), p, nil, "accepted")
	if s.Rule != nil {
		f = finding.Invalid(code.CELFailed, p, nil, "accepted")
		f.Related = []finding.Related{{Path: s.Path, Message: s.Rule.Rule}}
	}
	return f
}

// without returns the schema without the constraint.
func (s *subject) without() *schema.Schema {
	n := *s.node.Schema
	switch s.Keyword {
	case "required":
		n.Required = slices.Delete(slices.Clone(n.Required), s.Index, s.Index+1)
	case "x-kubernetes-list-type", "x-kubernetes-embedded-resource", "nullable": // these refuse no value that is tried
	default:
		constraint.Copy(&n, &schema.Schema{}, s.Keyword)
	}
	return &n
}

// damaged returns the schema of the version with another schema for the node.
func (s *subject) damaged(by *schema.Schema) *schema.Schema {
	return mutation.Replace(s.tree.Tree, s.node, by)
}

// refused returns an object that only the constraint refuses, and the server's message. Without one, it returns an
// object that other constraints refuse, too.
func (s *subject) refused() (o map[string]any, why *Refused) {
	r := s.refusal()
	var also map[string]any // an object that other constraints refuse, too
	try := func(o map[string]any) bool {
		s.budget.Try(o)
		result, hit := r.Try(s.gen.Resource(), o)
		if hit && also == nil && result.Stopped == nil {
			also = o
		}
		return hit && result.APIServer.Accepted && result.Stopped == nil
	}
	defer func() {
		if o == nil && also != nil {
			o, why = also, s.words(also, s.create(also), r.By)
		}
	}()
	for c := range s.candidates(r) {
		if s.budget.Left <= 0 {
			break
		}
		if try(c) {
			o := c
			keep := s.path
			if s.Rule != nil {
				keep = nil
			}
			o = shrunk(o, s.root, keep, try)
			return o, s.words(o, s.create(o), r.By)
		}
	}
	if also != nil {
		// A change of other values may satisfy the other constraints.
		s.budget.Left = max(s.budget.Left, most/4)
		if c := s.gen.RefusedLike(s.version.Name, also, r, s.budget); c != nil && try(c) {
			o := shrunk(c, s.root, nil, try)
			return o, s.words(o, s.create(o), r.By)
		}
	}
	return nil, nil
}

// candidates yields objects that the constraint may refuse, the most natural ones first.
func (s *subject) candidates(r *sample.Refusal) func(func(map[string]any) bool) {
	version := s.version.Name
	return func(yield func(map[string]any) bool) {
		if s.Rule != nil {
			s.against(r, yield)
			return
		}
		root := r.Root
		if s.Keyword == "required" {
			s.lacking(root, r, yield)
			return
		}
		bad := s.bad(root)
		for _, v := range bad {
			if o := s.with(v); o != nil && !yield(o) {
				return
			}
		}
		made := s.gen.Made(version, root, s.path)
		if made != nil {
			for _, v := range bad {
				o := runtime.DeepCopyJSON(made)
				if len(s.path) > 0 && jsonvalue.Set(o, s.path, v) && !yield(o) {
					return
				}
			}
		}
		lax := s.without()
		if len(bad) > 0 && len(s.path) > 0 && !slices.ContainsFunc(bad, func(v any) bool { return accepts(lax, v, s) }) {
			return // another keyword always refuses the value
		}
		const few = 3
		for _, v := range bad[:min(len(bad), few)] {
			from := s.with(v)
			if from == nil && made != nil && len(s.path) > 0 {
				from = runtime.DeepCopyJSON(made)
				jsonvalue.Set(from, s.path, v)
			}
			if from == nil {
				continue
			}
			if o := s.gen.RefusedLike(version, from, r, s.budget); o != nil && !yield(o) {
				return
			}
		}
		if o := s.gen.Refused(version, s.path, r, s.budget); o != nil && !yield(o) {
			return
		}
		if s.base != nil {
			for _, o := range s.gen.Others(version, s.base, s.path, "", 60, s.budget) {
				if !yield(o) {
					return
				}
			}
		}
	}
}

// lacking yields objects without a required field.
func (s *subject) lacking(root *schema.Schema, r *sample.Refusal, yield func(map[string]any) bool) {
	name, _ := s.Value.(string)
	path := below(s.path, name)
	if s.base != nil {
		o := runtime.DeepCopyJSON(s.base)
		if remove(o, path) && !yield(o) {
			return
		}
	}
	if made := s.gen.Made(s.version.Name, root, s.path); made != nil {
		remove(made, path)
		if !yield(made) {
			return
		}
		if o := s.gen.RefusedLike(s.version.Name, made, r, s.budget); o != nil {
			yield(o)
		}
	}
}

// against yields objects that a CEL rule may refuse.
func (s *subject) against(r *sample.Refusal, yield func(map[string]any) bool) {
	version, rule := s.version.Name, s.Rule.Rule
	base := s.base
	if base == nil {
		// The rule may refuse all objects made so far.
		if base = s.gen.Made(version, s.root, s.path); base == nil {
			return
		}
	}
	if !yield(base) {
		return
	}
	const few = 150
	for _, more := range [...]func() []map[string]any{
		func() []map[string]any {
			return s.gen.Combinations(version, base, s.path, rule, few, s.budget)
		},
		func() []map[string]any { return s.lists(base) },
		func() []map[string]any {
			if o := s.gen.RefusedLike(version, base, r, s.budget); o != nil {
				return []map[string]any{o}
			}
			return nil
		},
		func() []map[string]any { return s.gen.Others(version, base, s.path, rule, few, s.budget) },
		func() []map[string]any { return s.gen.Repeated(version, base, s.path, rule, s.budget) },
		func() []map[string]any {
			if o := s.gen.Long(version, base, s.path, rule, s.budget); o != nil {
				return []map[string]any{o}
			}
			return nil
		},
	} {
		for _, o := range more() {
			if !yield(o) {
				return
			}
		}
	}
}

// lists returns objects in which the list of the rule has two scalars, first those with literals of the rule.
func (s *subject) lists(base map[string]any) []map[string]any {
	if s.node.Type != "array" || len(s.path) == 0 {
		return nil
	}
	items := s.gen.SchemasAt(s.version.Name, nil, append(s.path[:len(s.path):len(s.path)], finding.Segment{IsIndex: true}))
	if len(items) == 0 || items[0].Type == "object" || items[0].Type == "array" {
		return nil
	}
	const few = 4
	literals := mention.Literals(s.Rule.Rule)
	values := append(literals[:min(len(literals), few):min(len(literals), few)], s.gen.Values(items, s.name(), few)...)
	var all []map[string]any
	for i, v := range values {
		for _, w := range values[i:] {
			o := runtime.DeepCopyJSON(base)
			if jsonvalue.Set(o, s.path, []any{v, w}) {
				all = append(all, o)
			}
		}
	}
	return all
}

// words returns the expected refusal: the server's code, field and texts.
func (s *subject) words(o map[string]any, r *dryrun.Result, by func(map[string]any, *finding.Finding) bool) *Refused {
	w := &Refused{Code: r.APIServer.Code}
	for i := range r.Findings {
		f := &r.Findings[i]
		if len(r.Findings) > 1 && !by(o, f) {
			continue
		}
		if f.Path != nil {
			w.Field = f.Path.Server()
		}
		w.Texts = []string{messageOf(f)}
		break
	}
	return w
}

// create sends an object.
func (s *subject) create(o map[string]any) *dryrun.Result {
	s.budget.Try(o)
	return s.gen.Resource().Create(dryrun.FromValue(o), dryrun.RequestOptions{NoTrace: true})
}

// messageOf returns the part of the server's message that does not depend on the value.
func messageOf(f *finding.Finding) string {
	message := f.Facts.ValidatorText
	if f.Code == code.CELFailed || message == "" || f.Path == nil {
		message = f.Detail
	}
	first, _, _ := strings.Cut(strings.TrimSpace(message), "\n")
	if f.Type == field.ErrorTypeDuplicate {
		return "Duplicate value"
	}
	if f.Type == field.ErrorTypeRequired && first == "" {
		return "Required value"
	}
	return cmp.Or(strings.TrimSpace(first), f.Type.String())
}
