package celcost

import (
	"math"
	"math/bits"

	apiservercel "k8s.io/apiserver/pkg/cel"

	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/schema"
)

// Cardinality is the highest number of values of a schema in one object.
type Cardinality struct {
	Max uint64
	// Bounded reports whether every list and map around the value has a bound. If not, Max is the number of the
	// smallest values that fit into a request.
	Bounded bool
}

// bounds returns the cardinalities of all nodes, in order. If a list or map around a node has no bound, Bounded is
// false and Max is not set. It mirrors CELSchemaContext.MaxCardinality.
func bounds(t *schematree.Tree) []Cardinality {
	all := make([]Cardinality, len(t.Nodes))
	for i := range t.Nodes {
		parent := t.Nodes[i].Parent
		if parent < 0 {
			all[i] = Cardinality{1, true}
			continue
		}
		if !all[parent].Bounded {
			continue
		}
		if most, ok := elements(t.Nodes[parent].Schema); ok {
			all[i] = Cardinality{Multiply(all[parent].Max, most), true}
		}
	}
	return all
}

// executionsOf returns how often a rule is executed at most, given the cardinality of its node.
func executionsOf(c Cardinality, self celrule.Self) Cardinality {
	if !c.Bounded {
		c.Max = fitting(self.Decl)
	}
	return c
}

// elements returns how many values of each child schema a value can contain; false if there is no bound.
func elements(s *schema.Schema) (uint64, bool) {
	var most *int64
	switch {
	case s.Type == "array":
		most = s.MaxItems
	case s.Type == "object" && s.AdditionalProperties != nil:
		most = s.MaxProperties()
	default:
		return 1, true
	}
	if most == nil {
		return 0, false
	}
	return uint64(max(*most, 0)), true
}

// fitting returns how many values of a type fit into a request, separated by commas.
func fitting(t *apiservercel.DeclType) uint64 {
	return uint64(apiservercel.DefaultMaxRequestSizeBytes / (t.MinSerializedSize + 1))
}

// Multiply returns the product, or math.MaxUint64 on overflow.
func Multiply(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	if high != 0 {
		return math.MaxUint64
	}
	return low
}

// add returns the sum, or math.MaxUint64 on overflow.
func add(a, b uint64) uint64 {
	sum, carry := bits.Add64(a, b, 0)
	if carry != 0 {
		return math.MaxUint64
	}
	return sum
}
