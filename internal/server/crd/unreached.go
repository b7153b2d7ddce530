package crd

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamldecode"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/schema"
)

// Unreached says which parts of a CRD are not checked because earlier checks found errors.
type Unreached struct {
	// Schemas reports that no schema is checked.
	Schemas bool
	// Defaults and Rules are the extents of unchecked defaults and CEL rules. The costs of unchecked rules are unknown.
	Defaults, Rules Extent
}

// Extent says how many of the defaults or rules are meant.
type Extent uint8

// The extents.
const (
	None Extent = iota
	Some
	All
)

// AllUnreached returns the unchecked parts of a CRD whose schemas the server does not check at all.
func AllUnreached(doc *source.Document, c *CustomResourceDefinition) Unreached {
	old := schemaOfV1beta1(doc)
	has := func(pred func(*schema.Schema) bool) bool { return old.Any(pred) || anyNode(&c.Spec, pred) }
	return Unreached{
		Schemas:  has(func(*schema.Schema) bool { return true }),
		Defaults: extent(has(hasDefault), false),
		Rules:    extent(has(hasRules), false),
	}
}

// extent returns the extent of the unreached ones, given whether there are unreached and reached ones.
func extent(unreached, reached bool) Extent {
	switch {
	case !unreached:
		return None
	case reached:
		return Some
	}
	return All
}

// schemaOfV1beta1 returns spec.validation, the schema of all versions, which only CRDs of v1beta1 have.
func schemaOfV1beta1(doc *source.Document) *schematree.Tree {
	var s *schema.Schema
	apiVersion, _ := doc.TypeMeta()
	n := source.Field(source.Field(source.Field(doc.Root, "spec"), "validation"), "openAPIV3Schema")
	if n != nil && strings.HasSuffix(apiVersion, "/v1beta1") {
		s, _ = schema.FromValue(yamldecode.Node{Node: n, By: &yamldecode.Decoder{}}) // what cannot be read is left out
	}
	return schematree.New(s, nil)
}

func hasDefault(s *schema.Schema) bool { return s.Default != nil }

func hasRules(s *schema.Schema) bool { return len(s.XValidations()) > 0 }

// A stop is the stage at which the checks of a schema end.
type stop struct {
	structure
	// faults are the nodes with invalid keywords.
	faults []int32
}

// reached reports whether the default and the rules of a node are checked. A nil stop belongs to a schema that is
// checked to the end.
func (s *stop) reached(n *schematree.Node) (ofDefault, ofRules bool) {
	if s == nil {
		return true, true
	}
	return s.defaults, s.rules && noFaultBelow(s.faults, n)
}

// noFaultBelow reports whether the keywords of a node and of its descendants are valid. The faults are nodes in
// ascending order.
func noFaultBelow(faults []int32, n *schematree.Node) bool {
	next, _ := slices.BinarySearch(faults, n.ID)
	return next == len(faults) || faults[next] >= n.End
}

// unreached returns the parts that were not checked.
func (k *checker) unreached() Unreached {
	if len(k.stops) == 0 {
		return Unreached{}
	}
	defaults, rules := map[bool]bool{}, map[bool]bool{} // by whether a node with one is reached
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
