package celrule

import (
	"slices"
	"testing"

	"github.com/google/cel-go/common/types"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/kube"
)

// TestInspectFindsTheTypesOfRules: an expression that compiles has the same types, and one with type errors has types,
// too.
func TestInspectFindsTheTypesOfRules(t *testing.T) {
	c := NewCompiler(behaviour.Of(kube.Latest).CEL)
	self := c.SelfOf(Decl(sampleSchema(), false))
	compared := 0
	for _, text := range slices.Concat(inferred, uninferred) {
		got, want := c.Inspect(text, self, false), c.Rule(text, self, Stored, false)
		if got == nil {
			t.Errorf("%q cannot be parsed", text)
			continue
		}
		if want.AST() == nil {
			continue // it has errors, or is no condition
		}
		compared++
		if got.HasErrors {
			t.Errorf("%q has errors", text)
		}
		for id, w := range want.AST().TypeMap() {
			if g := got.AST.GetType(id); !w.IsExactType(g) {
				t.Errorf("%q, node %d: %s, want %s", text, id, g, w)
			}
			if at := got.expression.Offset(text, id); at != want.Offset(text, id) {
				t.Errorf("%q: node %d is at %d, want %d", text, id, at, want.Offset(text, id))
			}
		}
	}
	if compared < 50 {
		t.Errorf("only %d expressions compile", compared)
	}
}

func TestInspectOfErrors(t *testing.T) {
	c := NewCompiler(behaviour.Of(kube.Latest).CEL)
	self := c.SelfOf(Decl(sampleSchema(), false))
	for _, text := range []string{"", "self.", "self.a ==", "(self", "'open"} {
		if c.Inspect(text, self, false) != nil {
			t.Errorf("%q was parsed", text)
		}
	}
	i := c.Inspect("self.o[0] == self.nope", self, false)
	if i == nil || !i.HasErrors {
		t.Fatalf("%+v", i)
	}
	item := i.AST.GetType(i.AST.Expr().AsCall().Args()[0].ID())
	if steps, ok := Steps(item); !ok || !slices.Equal(steps, []string{"o", "@idx"}) {
		t.Errorf("%s is at %q", item, steps)
	}
	if decl := i.ObjectType(item); decl == nil || decl.Fields["port"] == nil {
		t.Errorf("%+v", decl)
	}
	if dot := i.At("self.o[0] == self.nope", 4); dot == nil || dot.AsSelect().FieldName() != "o" {
		t.Errorf("%+v begins at the first dot", dot)
	}
	if _, ok := Steps(types.StringType); ok || i.ObjectType(types.StringType) != nil {
		t.Error("a string has steps or fields")
	}
}

// TestDeclaredNamesAreNames: the lists of names and of declarations agree.
func TestDeclaredNamesAreNames(t *testing.T) {
	c := NewCompiler(behaviour.Of(kube.Latest).CEL)
	functions, macros := c.Declared(New)
	all := map[string]bool{}
	for _, f := range functions {
		all[f.Name()] = true
	}
	for _, m := range macros {
		all[m.Name] = true
	}
	for _, name := range c.Names() {
		if !all[name] {
			t.Errorf("%s is not declared", name)
		}
	}
}
