package celrun

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/google/cel-go/cel"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/apiserver/pkg/cel/library"

	"github.com/crdtool/crdtool/internal/celgen"
	"github.com/crdtool/crdtool/internal/celrule"
	"github.com/crdtool/crdtool/internal/steer"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// wide is a type with everything that a schema can give to rules.
func wide() *schema.Schema {
	yes := true
	text := func(format string) *schema.Schema { return &schema.Schema{Type: "string", Format: format} }
	number := &schema.Schema{Type: "integer"}
	list := func(of *schema.Schema) *schema.Schema {
		return &schema.Schema{Type: "array", Items: &schema.Items{Schema: of}}
	}
	values := func(of *schema.Schema) *schema.Schema {
		return &schema.Schema{Type: "object", AdditionalProperties: &schema.SchemaOrBool{Allows: true, Schema: of}}
	}
	object := func(p ...schema.Property) *schema.Schema {
		return &schema.Schema{Type: "object", Properties: schema.NewProperties(p)}
	}
	item := object(schema.Property{Name: "name", Schema: text("")}, schema.Property{Name: "port", Schema: number}, schema.Property{Name: "x-y", Schema: text("")})
	keyed := list(item)
	byKey, unique := "map", "set"
	keyed.Rare = &schema.Rare{XListType: &byKey, XListMapKeys: []string{"name"}}
	set := list(text(""))
	set.OwnRare().XListType = &unique
	return object(
		schema.Property{Name: "a", Schema: number}, schema.Property{Name: "b", Schema: &schema.Schema{Type: "boolean"}},
		schema.Property{Name: "c", Schema: &schema.Schema{Type: "number"}}, schema.Property{Name: "s", Schema: text("")},
		schema.Property{Name: "t", Schema: text("date-time")}, schema.Property{Name: "d", Schema: text("duration")},
		schema.Property{Name: "y", Schema: text("byte")}, schema.Property{Name: "x", Schema: &schema.Schema{XIntOrString: true}},
		schema.Property{Name: "l", Schema: list(text(""))}, schema.Property{Name: "n", Schema: list(number)}, schema.Property{Name: "ll", Schema: list(list(number))},
		schema.Property{Name: "o", Schema: list(item)}, schema.Property{Name: "keyed", Schema: keyed}, schema.Property{Name: "set", Schema: set},
		schema.Property{Name: "m", Schema: values(text(""))}, schema.Property{Name: "ml", Schema: values(list(text("")))}, schema.Property{Name: "mo", Schema: values(item)},
		schema.Property{Name: "namespace", Schema: text("")}, schema.Property{Name: "i", Schema: item},
		schema.Property{Name: "e", Schema: &schema.Schema{Type: "object", XEmbeddedResource: true, XPreserveUnknownFields: &yes}},
	)
}

// valueOf returns a value of a schema, in which some fields are absent.
func valueOf(c *steer.Choices, s *schema.Schema) any {
	switch {
	case s.XIntOrString:
		return steer.From[any](c, int64(1), "x", int64(80), "80%")
	case s.XEmbeddedResource:
		return map[string]any{"apiVersion": "v1", "kind": steer.From(c, "A", "B"), "metadata": map[string]any{"name": steer.From(c, "a", "b")}}
	case s.Type == "integer":
		return steer.From[any](c, int64(0), int64(1), int64(2), int64(-1), int64(7), int64(1)<<62)
	case s.Type == "boolean":
		return c.Of(2) == 0
	case s.Type == "number":
		return steer.From(c, 0.5, 1.0, -2.25, 1e300)
	case s.Format == "date-time":
		return steer.From(c, "2024-01-01T00:00:00Z", "1999-12-31T23:59:59.5+02:00")
	case s.Format == "duration":
		return steer.From(c, "1s", "1h30m", "-5ms")
	case s.Format == "byte":
		return steer.From(c, "aGk=", "", "/w==")
	case s.Type == "string":
		return steer.From(c, "a", "", "abc", "x", "10.0.0.1", "1.2.3", "100Mi", "k", "Ünicode", "a,b", "(", "https://a.b:1/c")
	case s.Type == "array":
		items := []any{}
		for n := c.Of(5); n > 0; n-- {
			items = append(items, valueOf(c, s.Items.Schema))
		}
		return items
	}
	object := map[string]any{}
	if s.AdditionalProperties != nil {
		for _, key := range []string{"k", "a", "b"} {
			if c.Seldom(3) {
				object[key] = valueOf(c, s.AdditionalProperties.Schema)
			}
		}
		return object
	}
	for _, p := range s.Properties.All() {
		if !c.Seldom(4) {
			object[p.Name] = valueOf(c, p.Schema)
		}
	}
	return object
}

// grammar is what FuzzGrammar compiles with, made once.
var grammar = sync.OnceValue(func() (g struct {
	rules
	self  celrule.Self
	scope *celgen.Scope
}) {
	g.rules = rules{celrule.NewCompiler(kube.Latest.Behaviour().CEL), wide()}
	g.self = g.compiler.SelfOf(celrule.Decl(g.schema, false))
	g.scope = celgen.NewScope(g.self.Decl)
	return g
})

// FuzzGrammar compares results, errors and costs of the programs here with those of
// cel-go's, on expressions and values that a grammar makes.
func FuzzGrammar(f *testing.F) {
	for seed := range uint64(60) {
		f.Add(steer.Random(seed, 30+3*int(seed)))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 1000 {
			compareGrammar(t, data)
		}
	})
}

func TestSeedsGrammar(t *testing.T) {
	steer.Seeds(t, 300, func(t *testing.T, seed uint64) { compareGrammar(t, steer.Bytes(seed, 10, 200)) })
}

func TestGrammarIsMostlyGood(t *testing.T) {
	all, ran, whole := 0, 0, 0
	for seed := range uint64(300) {
		r, w := compareGrammar(t, steer.Random(seed, 30+int(seed)/3))
		all++
		if r {
			ran++
		}
		if w {
			whole++
		}
	}
	t.Logf("of %d expressions, %d ran, %d without an error", all, ran, whole)
	if ran*3 < all || whole*6 < all {
		t.Error("few run, or most end in an error")
	}
}

// compareGrammar reports whether the expression is good, and whether its program
// ends without an error.
func compareGrammar(t *testing.T, data []byte) (ran, whole bool) {
	t.Helper()
	g := grammar()
	c := steer.By(data)
	value := valueOf(c, g.schema).(map[string]any)
	text := g.scope.Expression(c, celgen.Options{Right: c.Of(4) > 0})
	x := g.compiler.Rule(text, g.self, celrule.New, false)
	if x.Error != nil || len(text) > 5000 {
		return false, false
	}
	ours, err := Program(x, newest)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	theirs, err := x.Env().PlanProgram(x.AST(), cel.CostLimit(celconfig.PerCallLimit),
		cel.CostTracking(&library.CostEstimator{}), cel.InterruptCheckFrequency(celconfig.CheckFrequency))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	got, tooMuch := outcomeOf(ours, g.on(value))
	if tooMuch {
		return true, false
	}
	var want outcome
	steer.Apart(func() { want, _ = outcomeOf(ofCEL{theirs}, g.on(value)) })
	if got != want {
		// Maps are gone through in any order, and so are the errors in them.
		possible := []outcome{want}
		for range 100 {
			other, _ := outcomeOf(ofCEL{theirs}, g.on(value))
			possible = append(possible, other)
		}
		if !slices.Contains(possible, got) {
			t.Errorf("%s on %v: %+v; cel-go has %+v", text, value, got, want)
		}
	}
	return true, got.err == ""
}

type outcome struct {
	value, err string
	cost       uint64
}

func outcomeOf(p evaluated, v cel.Activation) (o outcome, tooMuch bool) {
	result, cost, err := p.Evaluate(context.Background(), v)
	o.cost = cost
	if err != nil {
		o.err = err.Error()
		_, tooMuch = Stopped(context.Background(), err)
		return o, tooMuch
	}
	o.value = fmt.Sprint(result.Value())
	return o, false
}
