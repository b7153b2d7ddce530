package upgrade

import (
	"slices"

	"github.com/crdtool/crdtool/schema"
)

// mostWithin limits the schemas of values that new branches refuse; each needs a search. mostSets limits the sets
// of fields.
const mostWithin, mostSets = 3, 24

// fieldSets returns the sets of fields that branches require: of one branch, of two together, and none.
func (w *keyword) fieldSets() [][]string {
	var each, all [][]string
	for _, b := range append(branchesOf(w.Before), branchesOf(w.After)...) {
		if len(b.Required) > 0 && len(each) < mostSets && !slices.ContainsFunc(each, func(set []string) bool { return slices.Equal(set, b.Required) }) {
			each = append(each, b.Required)
		}
	}
	if len(each) == 0 {
		return nil
	}
	all = append(each, nil)
	for i, a := range each {
		for _, b := range each[i+1:] {
			if len(all) < mostSets {
				all = append(all, slices.Concat(a, b))
			}
		}
	}
	return all
}

// beyondBranches returns schemas of values that the new branches refuse, the most likely first.
func (w *keyword) beyondBranches() []*schema.Schema {
	var all []*schema.Schema
	is, were := branchesOf(w.After), branchesOf(w.Before)
	refused := none(is)
	switch w.Keyword {
	case "not":
		return is
	case "allOf":
		for _, b := range is {
			if !hasBranch(were, b) {
				all = append(all, none([]*schema.Schema{b}))
			}
		}
	case "oneOf":
		for i, a := range is {
			for _, b := range is[i+1:] {
				if !hasBranch(were, a) || !hasBranch(were, b) || len(were) == 0 {
					all = append(all, both(a, b))
				}
			}
		}
		fallthrough
	case "anyOf":
		for _, b := range were {
			if !hasBranch(is, b) {
				all = slices.Insert(all, 0, both(b, refused))
			}
		}
		all = append(all, refused)
	}
	return all[:min(len(all), mostWithin)]
}

func branchesOf(v any) []*schema.Schema {
	switch v := v.(type) {
	case *schema.Schema:
		return []*schema.Schema{v}
	case []*schema.Schema:
		return v
	}
	return nil
}

func hasBranch(list []*schema.Schema, b *schema.Schema) bool {
	return slices.ContainsFunc(list, func(o *schema.Schema) bool { return schema.Equal(o, b) })
}

// none returns a schema of values that satisfy no branch.
func none(branches []*schema.Schema) *schema.Schema {
	return &schema.Schema{Not: &schema.Schema{Branches: &schema.Branches{AnyOf: branches}}}
}

// both returns a schema of values that satisfy two schemas.
func both(a, b *schema.Schema) *schema.Schema {
	return &schema.Schema{Branches: &schema.Branches{AllOf: []*schema.Schema{a, b}}}
}
