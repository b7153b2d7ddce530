package crd

import (
	"cmp"
	"slices"

	"github.com/crdtool/crdtool/celcost"
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/schema"
)

// Cost is what the rules of a schema cost by the server's estimate.
type Cost struct {
	// Versions are the names of the versions that have the schema.
	Versions []string
	Tree     *schema.Tree
	*celcost.Result
}

// expressions compiles and estimates the rules of a schema, except below nodes
// at which the keywords are at fault.
func (k *checker) expressions(t *schema.Tree, faults []int32, p *finding.Path) {
	if !t.Any(func(s *schema.Schema) bool { return len(s.XValidations) > 0 }) {
		return
	}
	clean := func(id int32) bool {
		next, _ := slices.BinarySearch(faults, id)
		return next == len(faults) || faults[next] >= t.Nodes[id].End
	}
	names := k.versionsOf(t)
	var o celcost.Options
	if k.old != nil {
		stored := k.storedExpressions()
		o.StoredRule = func(text string) bool { return stored.rules[text] }
		o.StoredMessage = func(text string) bool { return stored.messages[text] }
		o.AnyExpressionCost = k.behaviour.Checks.CostOfUnchangedSchemas && unchangedSchema(&k.crd.Spec, &k.old.Spec, names[0])
	}
	r := k.Checker.rules.Check(t, clean, o)
	for i := range r.Findings {
		before := len(k.found)
		k.add(r.Findings[i])
		if offset, ok := r.Offsets[i]; ok && len(k.found) > before {
			if k.offsets == nil {
				k.offsets = map[int]int{}
			}
			k.offsets[before] = offset
		}
	}
	k.panics = cmp.Or(r.Panic, k.panics)
	k.costs = append(k.costs, Cost{Versions: names, Tree: t, Result: r})
}

// versionsOf names the versions whose schema a tree is.
func (k *checker) versionsOf(t *schema.Tree) []string {
	s := &k.crd.Spec
	var names []string
	for i := range s.Versions {
		if s.Shared.Schema || k.trees[i] == t {
			names = append(names, s.Versions[i].Name)
		}
	}
	return names
}

type storedExpressions struct{ rules, messages map[string]bool }

// storedExpressions are the expressions of the CRD in the cluster, by their
// text: wherever such a text stands, it is compiled as what is stored already.
func (k *checker) storedExpressions() storedExpressions {
	stored := storedExpressions{map[string]bool{}, map[string]bool{}}
	anyNode(&k.old.Spec, func(s *schema.Schema) bool {
		for i := range s.XValidations {
			stored.rules[s.XValidations[i].Rule] = true
			message := &s.XValidations[i].MessageExpression
			if *message != "" && k.behaviour.CEL.StoredMessagesByRule {
				message = &s.XValidations[i].Rule
			}
			stored.messages[*message] = true
		}
		return false
	})
	return stored
}

// unchangedSchema reports whether a version has the schema that it had in the
// stored CRD. Where all versions share one, the server takes it for that of any
// version, also of one that did not exist.
func unchangedSchema(s, old *Spec, version string) bool {
	v, _ := validationOf(s, version)
	was, existed := validationOf(old, version)
	return existed && sameValidation(v, was)
}

func validationOf(s *Spec, version string) (*Validation, bool) {
	if s.Shared.Schema {
		return s.Versions[0].Schema, true
	}
	for i := range s.Versions {
		if s.Versions[i].Name == version {
			return s.Versions[i].Schema, true
		}
	}
	return nil, false
}
