package crd

import (
	"cmp"
	"slices"

	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/schema"
)

// Cost is the estimated cost of the rules of a schema.
type Cost struct {
	// Versions are the names of the versions that have the schema.
	Versions []string
	Tree     *schematree.Tree
	*celcost.Result
}

// expressions compiles the rules of a schema and estimates their cost. It skips the nodes with faults, and the nodes
// around them.
func (k *checker) expressions(t *schematree.Tree, faults []int32) {
	if !t.Any(hasRules) {
		return
	}
	clean := func(id int32) bool { return noFaultBelow(faults, &t.Nodes[id]) }
	names := k.versionsOf(t)
	var o celcost.Options
	if k.old != nil {
		if k.stored == nil {
			k.stored = k.storedExpressions()
		}
		stored := k.stored
		o.StoredRule = func(text string) bool { return stored.rules[text] }
		o.StoredMessage = func(text string) bool { return stored.messages[text] }
		o.AnyExpressionCost = k.behaviour.Checks.CostOfUnchangedSchemas && k.unchangedSchema(t)
	}
	r := k.Checker.rules.Check(t, clean, o)
	for i := range r.Findings {
		if offset, ok := r.Offsets[i]; ok {
			if k.offsets == nil {
				k.offsets = map[int]int{}
			}
			k.offsets[len(k.found)] = offset
		}
		k.add(r.Findings[i])
	}
	k.panics = cmp.Or(r.Panic, k.panics)
	k.costs = append(k.costs, Cost{Versions: names, Tree: t, Result: r})
}

// versionsOf returns the names of the versions that have the schema of a tree.
func (k *checker) versionsOf(t *schematree.Tree) []string {
	s := &k.crd.Spec
	if !s.Shared.Schema {
		return []string{s.Versions[k.indexOf(t)].Name}
	}
	var names []string
	for i := range s.Versions {
		names = append(names, s.Versions[i].Name)
	}
	return names
}

// indexOf returns the index of a tree among those of the versions.
func (k *checker) indexOf(t *schematree.Tree) int { return slices.Index(k.trees, t) }

type storedExpressions struct{ rules, messages map[string]bool }

// storedExpressions returns the expressions of the stored CRD by their text: the server compiles an expression with
// such a text in the environment for stored expressions, wherever it is.
func (k *checker) storedExpressions() *storedExpressions {
	stored := &storedExpressions{map[string]bool{}, map[string]bool{}}
	anyNode(&k.old.Spec, func(s *schema.Schema) bool {
		for i := range s.XValidations() {
			stored.rules[s.XValidations()[i].Rule] = true
			message := &s.XValidations()[i].MessageExpression
			if *message != "" && k.behaviour.CEL.StoredMessagesByRule {
				message = &s.XValidations()[i].Rule
			}
			stored.messages[*message] = true
		}
		return false
	})
	return stored
}

// unchangedSchema reports whether a version has the same schema in the stored CRD. If all versions share one schema,
// the server takes it for the schema of any version, even of one that did not exist. Of several versions with one name
// it takes the first.
func (k *checker) unchangedSchema(t *schematree.Tree) bool {
	i, j := 0, 0
	s, old := &k.crd.Spec, &k.old.Spec
	name := s.Versions[k.indexOf(t)].Name
	if !s.Shared.Schema {
		i = k.crd.VersionIndex(name)
	}
	if !old.Shared.Schema {
		if j = k.old.VersionIndex(name); j < 0 {
			return false
		}
	}
	return sameValidation(s.Versions[i].Schema, old.Versions[j].Schema)
}
