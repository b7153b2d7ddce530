package testgen

import (
	"cmp"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/objects/mutation"
	"github.com/crdtool/crdtool/internal/schemas/constraint"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/upgrading/mention"
	"github.com/crdtool/crdtool/internal/upgrading/sample"
	"github.com/crdtool/crdtool/schema"
)

// refusal is that by the constraint.
func (s *subject) refusal() *sample.Refusal {
	return &sample.Refusal{Root: s.damaged(s.without()), By: s.by(), Aim: s.aim()}
}

// by tells the findings that are there for the sake of the constraint.
func (s *subject) by() func(map[string]any, *finding.Finding) bool {
	switch s.Keyword {
	case "x-kubernetes-validations":
		rule := s.Path.Server()
		return func(_ map[string]any, f *finding.Finding) bool {
			return f.Code == code.CELFailed && len(f.Related) > 0 && f.Related[0].Path.Server() == rule
		}
	case "x-kubernetes-list-type":
		return func(_ map[string]any, f *finding.Finding) bool {
			in, rest := inside(f.Path, s.way)
			return f.Code == code.ListItemTwice && in && len(rest) == 1
		}
	case "x-kubernetes-embedded-resource":
		return func(_ map[string]any, f *finding.Finding) bool {
			in, rest := inside(f.Path, s.way)
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
		in, rest := inside(at(f), s.way)
		if s.Keyword == "required" {
			return in && len(rest) == 1 && rest[0].Name == s.Value
		}
		return in && len(rest) == 0
	}
}

// byBranches tells the findings that are gone if oneOf, anyOf or not is.
func (s *subject) byBranches() func(map[string]any, *finding.Finding) bool {
	var lax *validate.Checker
	return func(o map[string]any, f *finding.Finding) bool {
		if f.Code.Rule() != string(code.Value) {
			return false
		}
		in, rest := inside(at(f), s.way)
		if !in {
			return false
		}
		if len(rest) == 0 && f.Code == code.Value.Case(s.Keyword) {
			return true
		}
		if lax == nil {
			lax = validate.ObjectChecker(s.without(), s.behaviour)
		}
		v, there := jsonvalue.At(o, at(f).Segments()[:len(s.way)])
		return there && lax.Accepts(v)
	}
}

// at is the place that a finding is about: some that the server reports at the root are
// about a value below it.
func at(f *finding.Finding) *finding.Path {
	if f.Path == nil && len(f.Related) > 0 {
		return f.Related[0].Path
	}
	return f.Path
}

// aim is a finding like those that are looked for.
func (s *subject) aim() finding.Finding {
	p := finding.Trail(s.way).Path()
	f := finding.Invalid(code.Value.Case(s.Keyword), p, nil, "accepted")
	if s.Rule != nil {
		f = finding.Invalid(code.CELFailed, p, nil, "accepted")
		f.Related = []finding.Related{{Path: s.Path, Message: s.Rule.Rule}}
	}
	return f
}

// without is the schema without the constraint.
func (s *subject) without() *schema.Schema {
	n := *s.node.Schema
	switch s.Keyword {
	case "required":
		n.Required = slices.Delete(slices.Clone(n.Required), s.Index, s.Index+1)
	case "x-kubernetes-list-type", "x-kubernetes-embedded-resource", "nullable": // nothing that is tried is checked by these alone
	default:
		constraint.Copy(&n, &schema.Schema{}, s.Keyword)
	}
	return &n
}

// damaged is the schema of the version with another one in the place of the node's.
func (s *subject) damaged(by *schema.Schema) *schema.Schema {
	return mutation.Replace(s.tree.Tree, s.node, by)
}

// refused is an object that the constraint refuses, and nothing else, and the server's words for it.
func (s *subject) refused() (o map[string]any, why *Refused) {
	r := s.refusal()
	var also map[string]any // that others refuse, too
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
			keep := s.way
			if s.Rule != nil {
				keep = nil
			}
			o = shrunk(o, s.root, keep, try)
			return o, s.words(o, s.create(o), r.By)
		}
	}
	if also != nil {
		// Others may be content with a little less, or more.
		s.budget.Left = max(s.budget.Left, most/4)
		if c := s.gen.RefusedLike(s.version.Name, also, r, s.budget); c != nil && try(c) {
			o := shrunk(c, s.root, nil, try)
			return o, s.words(o, s.create(o), r.By)
		}
	}
	return nil, nil
}

// candidates yields objects that the constraint may refuse, those first that people would
// write.
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
		made := s.gen.Made(version, root, s.way)
		if made != nil {
			for _, v := range bad {
				o := runtime.DeepCopyJSON(made)
				if len(s.way) > 0 && jsonvalue.Set(o, s.way, v) && !yield(o) {
					return
				}
			}
		}
		lax := s.without()
		if len(bad) > 0 && len(s.way) > 0 && !slices.ContainsFunc(bad, func(v any) bool { return accepts(lax, v, s) }) {
			return // another keyword refuses the value, whatever is around it
		}
		const few = 3
		for _, v := range bad[:min(len(bad), few)] {
			from := s.with(v)
			if from == nil && made != nil && len(s.way) > 0 {
				from = runtime.DeepCopyJSON(made)
				jsonvalue.Set(from, s.way, v)
			}
			if from == nil {
				continue
			}
			if o := s.gen.RefusedLike(version, from, r, s.budget); o != nil && !yield(o) {
				return
			}
		}
		if o := s.gen.Refused(version, s.way, r, s.budget); o != nil && !yield(o) {
			return
		}
		if s.base != nil {
			for _, o := range s.gen.Others(version, s.base, s.way, "", 60, s.budget) {
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
	way := below(s.way, name)
	if s.base != nil {
		o := runtime.DeepCopyJSON(s.base)
		if remove(o, way) && !yield(o) {
			return
		}
	}
	if made := s.gen.Made(s.version.Name, root, s.way); made != nil {
		remove(made, way)
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
		// The rule may refuse all that is made first.
		if base = s.gen.Made(version, s.root, s.way); base == nil {
			return
		}
	}
	if !yield(base) {
		return
	}
	const few = 150
	for _, more := range [...]func() []map[string]any{
		func() []map[string]any {
			return s.gen.Combinations(version, base, s.way, rule, few, s.budget)
		},
		func() []map[string]any { return s.lists(base) },
		func() []map[string]any {
			if o := s.gen.RefusedLike(version, base, r, s.budget); o != nil {
				return []map[string]any{o}
			}
			return nil
		},
		func() []map[string]any { return s.gen.Others(version, base, s.way, rule, few, s.budget) },
		func() []map[string]any { return s.gen.Repeated(version, base, s.way, rule, s.budget) },
		func() []map[string]any {
			if o := s.gen.Long(version, base, s.way, rule, s.budget); o != nil {
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

// lists are objects in which the list of the rule has two texts or numbers, those first that
// the rule names.
func (s *subject) lists(base map[string]any) []map[string]any {
	if s.node.Type != "array" || len(s.way) == 0 {
		return nil
	}
	items := s.gen.SchemasAt(s.version.Name, nil, append(s.way[:len(s.way):len(s.way)], finding.Segment{IsIndex: true}))
	if len(items) == 0 || items[0].Type == "object" || items[0].Type == "array" {
		return nil
	}
	const few = 4
	said := mention.Literals(s.Rule.Rule)
	values := append(said[:min(len(said), few):min(len(said), few)], s.gen.Values(items, s.name(), few)...)
	var all []map[string]any
	for i, v := range values {
		for _, w := range values[i:] {
			o := runtime.DeepCopyJSON(base)
			if jsonvalue.Set(o, s.way, []any{v, w}) {
				all = append(all, o)
			}
		}
	}
	return all
}

// words are what the server says of a refusal.
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
		w.Texts = []string{saidOf(f)}
		break
	}
	return w
}

// create sends an object.
func (s *subject) create(o map[string]any) *dryrun.Result {
	s.budget.Try(o)
	return s.gen.Resource().Create(dryrun.FromValue(o), dryrun.RequestOptions{NoTrace: true})
}

// saidOf is the part of the server's message that does not depend on the value.
func saidOf(f *finding.Finding) string {
	said := f.Facts.Said
	if f.Code == code.CELFailed || said == "" || f.Path == nil {
		said = f.Detail
	}
	first, _, _ := strings.Cut(strings.TrimSpace(said), "\n")
	if f.Type == field.ErrorTypeDuplicate {
		return "Duplicate value"
	}
	if f.Type == field.ErrorTypeRequired && first == "" {
		return "Required value"
	}
	return cmp.Or(strings.TrimSpace(first), f.Type.String())
}
