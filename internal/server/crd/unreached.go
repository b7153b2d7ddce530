package crd

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/schema"
)

// Unreached says what of a CRD is not checked because the checks before it found errors.
type Unreached struct {
	// Schemas are all checks of schemas.
	Schemas bool
	// Defaults and Rules are the defaults and the CEL rules. What rules cost is not known either
	// where those are not checked.
	Defaults, Rules Extent
}

// Extent says how much of something there is.
type Extent uint8

// How much there is.
const (
	None Extent = iota
	Some
	All
)

// AllUnreached is what is not checked of a CRD whose schemas the server does not come to.
func AllUnreached(doc *source.Document, c *CustomResourceDefinition) Unreached {
	old := schemaOfV1beta1(doc)
	has := func(pred func(*schema.Schema) bool) bool { return old.Any(pred) || anyNode(&c.Spec, pred) }
	return Unreached{
		Schemas:  has(func(*schema.Schema) bool { return true }),
		Defaults: extent(has(hasDefault), false),
		Rules:    extent(has(hasRules), false),
	}
}

// extent is how much is not reached, if some is and if some is reached.
func extent(unreached, reached bool) Extent {
	switch {
	case !unreached:
		return None
	case reached:
		return Some
	}
	return All
}

// schemaOfV1beta1 is the schema of all versions, which only CRDs of v1beta1 have.
func schemaOfV1beta1(doc *source.Document) *schema.Tree {
	var s *schema.Schema
	apiVersion, _ := doc.TypeMeta()
	n := source.Field(source.Field(source.Field(doc.Root, "spec"), "validation"), "openAPIV3Schema")
	if n != nil && strings.HasSuffix(apiVersion, "/v1beta1") {
		s = new(schema.Schema)
		new(schema.Decoder).Schema(n, s)
	}
	return schema.NewTree(s, nil)
}

func hasDefault(s *schema.Schema) bool { return s.Default != nil }

func hasRules(s *schema.Schema) bool { return len(s.XValidations()) > 0 }

// A stop is where the checks of a schema stop short.
type stop struct {
	structure
	// faults are the nodes at which keywords are at fault.
	faults []int32
}

// reached reports whether the default, and the rules, of a node are checked. A nil stop is that
// of a schema whose checks come to their end.
func (s *stop) reached(n *schema.Node) (ofDefault, ofRules bool) {
	if s == nil {
		return true, true
	}
	return s.defaults, s.rules && noFaultBelow(s.faults, n)
}

// noFaultBelow reports whether the keywords of a node, and of those below it, are right. The faults
// are nodes in ascending order.
func noFaultBelow(faults []int32, n *schema.Node) bool {
	next, _ := slices.BinarySearch(faults, n.ID)
	return next == len(faults) || faults[next] >= n.End
}

// unreached is what the checks have not come to.
func (k *checker) unreached() Unreached {
	if len(k.stops) == 0 {
		return Unreached{}
	}
	defaults, rules := map[bool]bool{}, map[bool]bool{} // whether some are reached, and some are not
	for _, t := range k.trees {
		if t == nil {
			continue
		}
		for i := range t.Nodes {
			n := &t.Nodes[i]
			ofDefault, ofRules := k.stops[t].reached(n)
			if hasDefault(n.Schema) {
				defaults[ofDefault] = true
			}
			if hasRules(n.Schema) {
				rules[ofRules] = true
			}
		}
	}
	return Unreached{Defaults: extent(defaults[false], defaults[true]), Rules: extent(rules[false], rules[true])}
}
