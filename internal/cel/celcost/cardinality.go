package celcost

import (
	"math"
	"math/bits"

	apiservercel "k8s.io/apiserver/pkg/cel"

	"github.com/crdtool/crdtool/schema"
)

// Cardinality is how often a value of a schema can stand in an object.
type Cardinality struct {
	Max uint64
	// Bounded says that every list and map around it has a bound. If one has
	// none, Max is how many of the smallest values fit into a request.
	Bounded bool
}

// bounds are the cardinalities that a schema gives to its nodes, in order.
// Bounded is false, and Max means nothing, where it gives none. They mirror
// CELSchemaContext.MaxCardinality.
func bounds(t *schema.Tree) []Cardinality {
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
			all[i] = Cardinality{multiply(all[parent].Max, most), true}
		}
	}
	return all
}

// elements is how many values a schema can hold of each of the schemas within;
// false if there is no bound.
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

// fitting is how many values of a type fit into a request, with a comma between
// them.
func fitting(t *apiservercel.DeclType) uint64 {
	return uint64(apiservercel.DefaultMaxRequestSizeBytes / (t.MinSerializedSize + 1))
}

// multiply returns the product, or the largest number there is.
func multiply(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	if high != 0 {
		return math.MaxUint64
	}
	return low
}

// add returns the sum, or the largest number there is.
func add(a, b uint64) uint64 {
	sum, carry := bits.Add64(a, b, 0)
	if carry != 0 {
		return math.MaxUint64
	}
	return sum
}
