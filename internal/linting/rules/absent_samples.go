package rules

import (
	"math/rand"
	"slices"
	"strings"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/types"

	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/internal/cel/celtext"
	"github.com/crdtool/crdtool/internal/schemas/schemafacts"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
)

// A sampler makes values on which a CEL rule is tried. They have the fields that the rule names, optional ones
// only sometimes, and the literals of the rule as values.
type sampler struct {
	tree    *schemafacts.Tree
	random  *rand.Rand
	text    string // text of the rule
	strings []any
	numbers []int64
	// present is a field that is never absent or empty; its parents are never absent either.
	present *schematree.Node
	// typed is set if the present field is an int-or-string with one type: a string if isString, else an
	// integer.
	typed, isString bool
	left            int // how many more values the sample may have
}

const (
	samplesOfRule   = 64
	valuesPerSample = 200
)

func newSampler(v *Version, e *celcost.Expression) *sampler {
	s := &sampler{tree: v.Tree, random: rand.New(rand.NewSource(1)), text: e.Text}
	s.strings, s.numbers = []any{"a", "z9"}, []int64{1, 2}
	ast.PreOrderVisit(e.AST().Expr(), ast.NewExprVisitor(func(x ast.Expr) {
		if x.Kind() != ast.LiteralKind {
			return
		}
		switch l := x.AsLiteral().(type) {
		case types.String:
			s.strings = append(s.strings, string(l), string(l)+"x")
		case types.Int:
			s.numbers = append(s.numbers, int64(l)-1, int64(l), int64(l)+1)
		}
	}))
	return s
}

// typedSampler returns a sampler whose values have the int-or-string field as a string or as an integer.
func typedSampler(v *Version, e *celcost.Expression, field *schematree.Node, isString bool) *sampler {
	s := newSampler(v, e)
	s.present, s.typed, s.isString = field, true, isString
	return s
}

// sample returns a value of the node with the rule.
func (s *sampler) sample(n *schematree.Node) any {
	s.left = valuesPerSample
	return s.value(n)
}

func (s *sampler) value(n *schematree.Node) any {
	s.left--
	filled := n == s.present
	switch {
	case len(n.Enum) > 0:
		return n.Enum[s.random.Intn(len(n.Enum))]
	case n.XIntOrString && filled && s.typed:
		if s.isString {
			return s.stringOf(n.Format, filled)
		}
		return s.number(filled)
	case n.XIntOrString && s.random.Intn(2) == 0, n.Type == "string":
		return s.stringOf(n.Format, filled)
	case n.XIntOrString, n.Type == "integer":
		return s.number(filled)
	case n.Type == "number":
		return float64(s.number(filled)) + float64(s.random.Intn(2))/2
	case n.Type == "boolean":
		return filled || s.random.Intn(2) == 0
	case n.Type == "array":
		return s.list(n, filled)
	}
	return s.object(n, filled)
}

func (s *sampler) stringOf(format string, filled bool) any {
	values := s.strings
	switch format {
	case "date-time":
		values = []any{"2024-01-01T00:00:00Z", "1999-12-31T23:59:59Z"}
	case "date":
		values = []any{"2024-01-01", "1999-12-31"}
	case "duration":
		values = []any{"1s", "1h"}
	case "byte":
		values = []any{"aGk=", "/w=="}
	default:
		values = append([]any{""}, values...)
		if filled {
			values = slices.DeleteFunc(values, func(x any) bool { return x == "" })
		}
	}
	return values[s.random.Intn(len(values))]
}

func (s *sampler) number(filled bool) int64 {
	values := append([]int64{0, -1}, s.numbers...)
	if filled {
		values = slices.DeleteFunc(values, func(x int64) bool { return x == 0 })
	}
	return values[s.random.Intn(len(values))]
}

func (s *sampler) list(n *schematree.Node, filled bool) any {
	list := []any{}
	items := s.tree.Items(n)
	if items == nil {
		return list
	}
	least := 0
	if filled || s.leadsTo(items) {
		least = 1
	}
	for k := least + s.random.Intn(3); k > 0 && s.left > 0; k-- {
		list = append(list, s.value(items))
	}
	return list
}

func (s *sampler) object(n *schematree.Node, filled bool) any {
	object := map[string]any{}
	if values := s.tree.Values(n); values != nil {
		for _, key := range s.strings {
			if s.left > 0 && (filled || s.leadsTo(values) || s.random.Intn(2) == 0) {
				object[key.(string)] = s.value(values)
			}
		}
	}
	for id := n.ID + 1; id < n.End; id = s.tree.Nodes[id].End {
		c := &s.tree.Nodes[id]
		if c.Role != schematree.RoleProperty || !strings.Contains(s.text, c.Name) {
			continue
		}
		always := s.tree.Required(c) || c.Default != nil || s.leadsTo(c)
		if always || s.left > 0 && s.random.Intn(3) > 0 {
			object[c.Name] = s.value(c)
		}
	}
	return object
}

// leadsTo reports whether a node is the present field or contains it.
func (s *sampler) leadsTo(n *schematree.Node) bool {
	return s.present != nil && n.ID <= s.present.ID && s.present.ID < n.End
}

// withEmpty returns a copy of the value of node n in which the field has the empty value of its type wherever
// it was absent.
func withEmpty(t *schemafacts.Tree, n *schematree.Node, value any, field *schematree.Node) any {
	within := func(c *schematree.Node) bool { return c != nil && c.ID <= field.ID && field.ID < c.End }
	switch value := value.(type) {
	case []any:
		if items := t.Items(n); within(items) {
			list := slices.Clone(value)
			for i := range list {
				list[i] = withEmpty(t, items, list[i], field)
			}
			return list
		}
	case map[string]any:
		object := make(map[string]any, len(value)+1)
		for name, x := range value {
			c := t.Child(n, name)
			if c == nil {
				c = t.Values(n)
			}
			if within(c) && c != field {
				x = withEmpty(t, c, x, field)
			}
			object[name] = x
		}
		if _, ok := object[field.Name]; !ok && field.Parent == n.ID {
			object[field.Name] = emptyValue(field)
		}
		return object
	}
	return value
}

func emptyValue(n *schematree.Node) any {
	switch {
	case n.XIntOrString, n.Type == "integer":
		return int64(0)
	case n.Type == "string":
		return ""
	case n.Type == "number":
		return 0.0
	case n.Type == "boolean":
		return false
	case n.Type == "array":
		return []any{}
	}
	return map[string]any{}
}

// testOf returns the CEL expression that tests whether a read field or key is present, and its negation.
func testOf(read ast.Expr, name string) (present, absent string) {
	if read.Kind() == ast.CallKind { // a key of a map
		present = "'" + name + "' in " + celtext.Of(read.AsCall().Args()[0])
		return present, "!(" + present + ")"
	}
	present = "has(" + celtext.Of(read) + ")"
	return present, "!" + present
}
