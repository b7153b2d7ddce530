package celrule

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/sweep"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// TestUndeclared: the errors of a text are those of the libraries, also where they are made
// of those of a text that reads other fields which self does not have.
func TestUndeclared(t *testing.T) {
	c := NewCompiler(kube.Latest.Behaviour().CEL)
	b, err := c.base(c.server(New), c.server(New).alone())
	if err != nil {
		t.Fatal(err)
	}
	number, word := &schema.Schema{Type: "integer"}, &schema.Schema{Type: "string"}
	object := func(names ...string) *schema.Schema {
		s := &schema.Schema{Type: "object"}
		var all []schema.Property
		for _, name := range names {
			all = append(all, schema.Property{Name: name, Schema: number})
		}
		s.Properties = schema.NewProperties(all)
		return s
	}
	root := object("a", "namespace")
	root.Properties = schema.NewProperties(append(root.Properties.All(),
		schema.Property{Name: "l", Schema: &schema.Schema{Type: "array", Items: &schema.Items{Schema: object("b1", "xy")}}},
		schema.Property{Name: "m", Schema: &schema.Schema{Type: "object", AdditionalProperties: &schema.SchemaOrBool{Allows: true, Schema: word}}},
		schema.Property{Name: "o", Schema: object("b1", "xy")}))
	decl := Decl(root, false)
	r := rand.New(rand.NewPCG(5, 6))
	pick := func(from ...string) string { return from[r.IntN(len(from))] }
	name := func() string {
		if r.IntN(2) == 0 {
			return pick("b1", "b2", "b3", "b4", "xy")
		}
		return pick("b1", "b2", "b3", "xy", "xx", "if", "as", "in", "o", "l", "m", "a", "q", "int", "self", "namespace", "__if__", "type", "has", "b12", "b34")
	}
	operand := []func() func() string{
		func() func() string { return func() string { return "self." + name() } },
		func() func() string { return func() string { return "self . " + name() + "\n" } },
		func() func() string { return func() string { return "self." + name() + "." + name() } },
		func() func() string { return func() string { return "self.o." + name() } },
		func() func() string { return func() string { return "has(self." + name() + ")" } },
		func() func() string { return func() string { return "self.?" + name() + ".orValue(1)" } },
		func() func() string { return func() string { return "self." + name() + "()" } },
		func() func() string { return func() string { return "self." + name() + "{}" } },
		func() func() string {
			return func() string { return pick("1", "2", "12", "'b1'", "'q'", "'xx'", `"b2"`) }
		},
		func() func() string { return func() string { return "oldSelf." + name() } },
		func() func() string { return func() string { return "x.self." + name() } },
		func() func() string {
			v := pick("self", "x", "self , x")
			return func() string { return "self.l.all(" + v + ", self." + name() + " > 1)" }
		},
		func() func() string { return func() string { return "self.m.exists(self, self." + name() + " == '')" } },
		func() func() string { return func() string { return "[self." + name() + "]" } },
		func() func() string { return func() string { return "cel.bind(self, self.o, self." + name() + ")" } },
	}
	taken, same := 0, 0
	for range sweep.Times(700, 6000) {
		var parts []func() string
		for i := range 1 + r.IntN(3) {
			if i > 0 {
				op := pick(" > ", " == ", " && ", " || ", " + ", " in ", " ")
				parts = append(parts, func() string { return op })
			}
			parts = append(parts, operand[r.IntN(len(operand))]())
		}
		among := mustScope(t, b, decl, false)
		for range 8 {
			var text strings.Builder
			for _, part := range parts {
				text.WriteString(part())
			}
			among.asked = fewAsked
			if l := among.read(text.String(), &ruleKind).known; l != nil && len(l.undeclared) > 0 {
				taken++
			}
			want, err := b.compile(text.String(), &ruleKind, mustScope(t, b, decl, false))
			if err != nil {
				t.Fatal(err)
			}
			got, err := b.compile(text.String(), &ruleKind, among)
			if err != nil {
				t.Fatal(err)
			}
			compareLikes(t, text.String(), want, got)
			if want.Error == nil {
				same++
			}
		}
	}
	if taken < 200 || same < 10 {
		t.Errorf("%d errors are made of others, and %d texts have none", taken, same)
	}
}
