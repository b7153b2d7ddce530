package celcost

import (
	"encoding/binary"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/google/cel-go/checker"
	apiservercel "k8s.io/apiserver/pkg/cel"
)

// measure estimates the cost of an expression with bounds in its schema, without compiling it again.
type measure struct {
	tree       *schematree.Tree
	expression *Expression
	// around are the nodes around the expression's node, from the inside.
	around []int32
	// reads maps the nodes whose sizes the estimate asked for to these sizes.
	reads map[int32]int64
	order []int32 // the keys of reads, in the order of the estimate
	costs map[string]uint64
}

func newMeasure(t *schematree.Tree, e *Expression) *measure {
	m := &measure{tree: t, expression: e, reads: map[int32]int64{}, costs: map[string]uint64{}}
	if !e.Message { // the server counts one execution of a message
		for id := t.Nodes[e.Node].Parent; id >= 0; id = t.Nodes[id].Parent {
			m.around = append(m.around, id)
		}
	}
	m.cost(nil) // fills reads
	return m
}

// total returns the cost of all executions with the bounds.
func (m *measure) total(c chosen) uint64 { return Multiply(m.cost(c), m.executions(c)) }

func (m *measure) executions(c chosen) uint64 {
	n := uint64(1)
	for _, id := range m.around {
		most, bounded := elements(m.tree.Nodes[id].Schema)
		if value, ok := c[id]; ok {
			most, bounded = uint64(value), true
		}
		if !bounded {
			return fitting(m.expression.self.Decl)
		}
		n = Multiply(n, most)
	}
	return n
}

func (m *measure) cost(c chosen) uint64 {
	var key []byte
	for _, id := range m.order {
		key = binary.AppendVarint(key, c[id])
	}
	if cost, ok := m.costs[string(key)]; ok {
		return cost
	}
	cost := m.expression.server.estimate(m.expression.compiled, &rebound{m, c})
	m.costs[string(key)] = cost
	return cost
}

// rebound estimates sizes with the bounds.
type rebound struct {
	*measure
	chosen chosen
}

// EstimateSize implements checker.CostEstimator.
func (r *rebound) EstimateSize(n checker.AstNode) *checker.SizeEstimate {
	size := sizes{r.expression.self.Decl}.EstimateSize(n)
	if size == nil {
		return nil
	}
	id := r.node(n.Path()[1:])
	if id < 0 {
		return size
	}
	if _, asked := r.reads[id]; !asked {
		r.reads[id] = int64(size.Max)
		r.order = append(r.order, id)
	}
	if value, ok := r.chosen[id]; ok {
		return &checker.SizeEstimate{Max: uint64(value * boundableAt(r.tree, id, r.expression.server.sizes).scale)}
	}
	return size
}

// EstimateCallCost implements checker.CostEstimator.
func (r *rebound) EstimateCallCost(string, string, *checker.AstNode, []checker.AstNode) *checker.CallEstimate {
	return nil
}

// node returns the node of the schema for an estimate's path. It returns -1 if the schema has none: for map keys, and
// for the implicit fields of resources.
func (r *rebound) node(path []string) int32 {
	id := r.expression.Node
	for _, segment := range path {
		if id = r.child(id, segment); id < 0 {
			return -1
		}
	}
	return id
}

func (r *rebound) child(id int32, segment string) int32 {
	n := &r.tree.Nodes[id]
	resource := n.Parent < 0 || n.XEmbeddedResource
	for i := id + 1; i < n.End; i = r.tree.Nodes[i].End {
		switch child := &r.tree.Nodes[i]; child.Role {
		case schematree.RoleItems, schematree.RoleAdditionalProperties:
			if segment == "@items" || segment == "@values" {
				return i
			}
		case schematree.RoleProperty:
			if name, _ := apiservercel.Escape(child.Name); name == segment { // "" if it cannot be escaped
				if resource && (child.Name == "metadata" || child.Name == "kind" || child.Name == "apiVersion") {
					return -1
				}
				return i
			}
		}
	}
	return -1
}
