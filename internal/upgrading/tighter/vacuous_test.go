package tighter_test

import (
	"testing"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/ast"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/upgrading/tighter"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// TestVacuous has rules that are added together with what they speak of. Where the old
// schema let a value through that the rule refuses, they are not vacuous.
func TestVacuous(t *testing.T) {
	parse := parser(t)
	for _, c := range []struct {
		name, old, new, rule string
		vacuous              bool
	}{
		{"a new field",
			`{type: object, properties: {a: {type: string}}}`,
			`{type: object, properties: {a: {type: string}, b: {type: string}}}`,
			`!has(self.b) || has(self.a)`, true},
		{"two new fields",
			`{type: object, properties: {a: {type: string}}}`,
			`{type: object, properties: {a: {type: string}, b: {type: string}, c: {type: string}}}`,
			`!(has(self.b) && has(self.c))`, true},
		{"a new field that must be there",
			`{type: object, properties: {a: {type: string}}}`,
			`{type: object, properties: {a: {type: string}, b: {type: string}}}`,
			`has(self.b) || has(self.a)`, false},
		{"a new field with a default",
			`{type: object, properties: {a: {type: string}}}`,
			`{type: object, properties: {a: {type: string}, b: {type: string, default: x}}}`,
			`!has(self.b)`, false},
		{"a field that was kept without being declared",
			`{type: object, x-kubernetes-preserve-unknown-fields: true}`,
			`{type: object, x-kubernetes-preserve-unknown-fields: true, properties: {b: {type: string}}}`,
			`!has(self.b)`, false},
		{"a field that was a value of a map",
			`{type: object, additionalProperties: {type: string}}`,
			`{type: object, properties: {b: {type: string}}}`,
			`!has(self.b)`, false},
		{"an old field",
			`{type: object, properties: {b: {type: string}}}`,
			`{type: object, properties: {b: {type: string}, c: {type: string}}}`,
			`!has(self.b) || has(self.c)`, false},
		{"a default of the object that brings the new field in",
			`{type: object, properties: {a: {type: string}}}`,
			`{type: object, default: {b: x}, properties: {a: {type: string}, b: {type: string}}}`,
			`!has(self.b)`, false},
		{"a new value of an enum",
			`{type: object, required: [t], properties: {t: {type: string, enum: [A]}}}`,
			`{type: object, required: [t], properties: {t: {type: string, enum: [A, B]}, b: {type: string}}}`,
			`self.t == 'B' ? has(self.b) : !has(self.b)`, true},
		{"a new value of an enum that may be absent",
			`{type: object, properties: {t: {type: string, enum: [A]}}}`,
			`{type: object, properties: {t: {type: string, enum: [A, B]}}}`,
			`self.t != 'B'`, false},
		{"an old value of an enum",
			`{type: object, required: [t], properties: {t: {type: string, enum: [A, B]}}}`,
			`{type: object, required: [t], properties: {t: {type: string, enum: [A, B, C]}}}`,
			`self.t != 'B'`, false},
		{"a value that the pattern refused",
			`{type: array, items: {type: string, pattern: '^[a-z]+$'}}`,
			`{type: array, items: {type: string, pattern: '^([a-z]+|[*])$'}}`,
			`!('*' in self && self.size() > 1)`, true},
		{"a value that no pattern refused",
			`{type: array, items: {type: string}}`,
			`{type: array, items: {type: string, maxLength: 3}}`,
			`!('*' in self && self.size() > 1)`, false},
		{"all items",
			`{type: array, items: {type: object, properties: {a: {type: string}}}}`,
			`{type: array, items: {type: object, properties: {a: {type: string}, b: {type: string}}}}`,
			`self.all(x, !has(x.b) || x.b != '')`, true},
		{"no item",
			`{type: array, items: {type: object, properties: {a: {type: string}}}}`,
			`{type: array, items: {type: object, properties: {a: {type: string}, b: {type: string}}}}`,
			`self.exists(x, has(x.b))`, false},
		{"a list that may be absent",
			`{type: object, properties: {l: {type: array, items: {type: object, properties: {a: {type: string}}}}}}`,
			`{type: object, properties: {l: {type: array, items: {type: object, properties: {a: {type: string}, b: {type: string}}}}}}`,
			`self.l.all(x, !has(x.b))`, false},
		{"a rule about changes of an old field",
			`{type: object, properties: {a: {type: string}}}`,
			`{type: object, properties: {a: {type: string}, b: {type: string}}}`,
			`!has(oldSelf.a) || self == oldSelf`, false},
		{"a rule about changes of a new field",
			`{type: object, properties: {a: {type: string}}}`,
			`{type: object, properties: {a: {type: string}, b: {type: string}}}`,
			`has(self.b) == has(oldSelf.b)`, true},
		{"one of two fields, the other of which is new",
			`{type: object, required: [a], properties: {a: {type: string}}}`,
			`{type: object, properties: {a: {type: string}, b: {type: string}}}`,
			`(has(self.a) && !has(self.b)) || (!has(self.a) && has(self.b))`, true},
		{"one of two fields, neither of which was required",
			`{type: object, properties: {a: {type: string}}}`,
			`{type: object, properties: {a: {type: string}, b: {type: string}}}`,
			`(has(self.a) && !has(self.b)) || (!has(self.a) && has(self.b))`, false},
		{"a required field that may be null",
			`{type: object, required: [a], properties: {a: {type: string, nullable: true}}}`,
			`{type: object, properties: {a: {type: string, nullable: true}, b: {type: string}}}`,
			`has(self.a)`, false},
		{"fields that are counted in a list",
			`{type: object, required: [a], properties: {a: {type: string}}}`,
			`{type: object, properties: {a: {type: string}, b: {type: string}}}`,
			`[has(self.a),has(self.b)].filter(x,x==true).size() == 1`, true},
		{"fields of which none need be there, counted in a list",
			`{type: object, properties: {a: {type: string}}}`,
			`{type: object, properties: {a: {type: string}, b: {type: string}}}`,
			`[has(self.a),has(self.b)].filter(x,x==true).size() == 1`, false},
		{"at most one of new fields",
			`{type: object, properties: {a: {type: string}}}`,
			`{type: object, properties: {a: {type: string}, b: {type: string}, c: {type: string}}}`,
			`[has(self.c),has(self.b)].filter(x,x==true).size() <= 1`, true},
		{"fields that are counted in a sum",
			`{type: object, required: [a], properties: {a: {type: string}}}`,
			`{type: object, properties: {a: {type: string}, b: {type: string}}}`,
			`(has(self.a) ? 1 : 0) + (has(self.b) ? 1 : 0) == 1`, true},
		{"fields that are counted in a sum, and are too few",
			`{type: object, required: [a], properties: {a: {type: string}}}`,
			`{type: object, properties: {a: {type: string}, b: {type: string}}}`,
			`(has(self.a) ? 1 : 0) + (has(self.b) ? 1 : 0) > 1`, false},
		{"a sum that the bounds of lists keep",
			`{type: array, maxItems: 2, items: {type: object, properties: {m: {type: array, maxItems: 3, items: {type: string}}}}}`,
			`{type: array, maxItems: 2, items: {type: object, properties: {m: {type: array, maxItems: 9, items: {type: string}}}}}`,
			`(self.size() > 0 ? (has(self[0].m) ? self[0].m.size() : 0) : 0) + (self.size() > 1 ? (has(self[1].m) ? self[1].m.size() : 0) : 0) <= 6`, true},
		{"a sum that the bounds of lists exceed",
			`{type: array, maxItems: 2, items: {type: object, properties: {m: {type: array, maxItems: 3, items: {type: string}}}}}`,
			`{type: array, maxItems: 2, items: {type: object, properties: {m: {type: array, maxItems: 9, items: {type: string}}}}}`,
			`(self.size() > 0 ? (has(self[0].m) ? self[0].m.size() : 0) : 0) + (self.size() > 1 ? (has(self[1].m) ? self[1].m.size() : 0) : 0) <= 5`, false},
		{"an item that may not be there",
			`{type: array, maxItems: 2, items: {type: object, properties: {m: {type: array, maxItems: 3, items: {type: string}}}}}`,
			`{type: array, maxItems: 2, items: {type: object, properties: {m: {type: array, maxItems: 9, items: {type: string}}}}}`,
			`(self.size() > 0 ? (has(self[1].m) ? self[1].m.size() : 0) : 0) <= 6`, false},
		{"a list that may not be there",
			`{type: array, maxItems: 2, items: {type: object, properties: {m: {type: array, maxItems: 3, items: {type: string}}}}}`,
			`{type: array, maxItems: 2, items: {type: object, properties: {m: {type: array, maxItems: 9, items: {type: string}}}}}`,
			`(self.size() > 0 ? self[0].m.size() : 0) <= 6`, false},
		{"at most one of two fields, both of which may be there",
			`{type: object, properties: {a: {type: string}, b: {type: string}}}`,
			`{type: object, properties: {a: {type: string}, b: {type: string}, c: {type: string}}}`,
			`[has(self.a),has(self.b)].filter(x,x==true).size() <= 1`, false},
		{"at most two of two fields",
			`{type: object, properties: {a: {type: string}, b: {type: string}}}`,
			`{type: object, properties: {a: {type: string}, b: {type: string}, c: {type: string}}}`,
			`[has(self.a),has(self.b),has(self.c)].filter(x,x==true).size() <= 2`, true},
		{"a new field of what may be absent",
			`{type: object, properties: {s: {type: object, properties: {a: {type: string}}}}}`,
			`{type: object, properties: {s: {type: object, properties: {a: {type: string}, b: {type: string}}}}}`,
			`!(has(self.s) && has(self.s.b))`, true},
		{"an old field of what may be absent",
			`{type: object, properties: {s: {type: object, properties: {a: {type: string}}}}}`,
			`{type: object, properties: {s: {type: object, properties: {a: {type: string}, b: {type: string}}}}}`,
			`!(has(self.s) && has(self.s.a))`, false},
		{"a new field of what may be absent, in an alternative",
			`{type: object, properties: {s: {type: object, properties: {a: {type: string}}}}}`,
			`{type: object, properties: {s: {type: object, properties: {a: {type: string}, b: {type: string}}}}}`,
			`!has(self.s) || !has(self.s.b) || self.s.b == self.s.a`, true},
		{"a new field of what may be absent, which is not asked",
			`{type: object, properties: {s: {type: object, properties: {a: {type: string}}}}}`,
			`{type: object, properties: {s: {type: object, properties: {a: {type: string}, b: {type: string}}}}}`,
			`!has(self.s.b)`, false},
		{"a new field of what may be null",
			`{type: object, properties: {s: {type: object, nullable: true, properties: {a: {type: string}}}}}`,
			`{type: object, properties: {s: {type: object, nullable: true, properties: {a: {type: string}, b: {type: string}}}}}`,
			`!(has(self.s) && has(self.s.b))`, false},
		{"the default of a new field",
			`{type: object, properties: {a: {type: string}}}`,
			`{type: object, properties: {a: {type: string}, b: {type: string, default: x}}}`,
			`self.b != 'y' || has(self.a)`, true},
		{"another value than the default of a new field",
			`{type: object, properties: {a: {type: string}}}`,
			`{type: object, properties: {a: {type: string}, b: {type: string, default: x}}}`,
			`self.b != 'x' || has(self.a)`, false},
		{"all values of an enum",
			`{type: object, required: [t], properties: {t: {type: string, enum: [A, B]}}}`,
			`{type: object, required: [t], properties: {t: {type: string, enum: [A, B, C]}}}`,
			`self.t in ['A'] || self.t == 'B'`, true},
		{"all values of an enum but one",
			`{type: object, required: [t], properties: {t: {type: string, enum: [A, B, C]}}}`,
			`{type: object, required: [t], properties: {t: {type: string, enum: [A, B, C, D]}}}`,
			`self.t in ['A'] || self.t == 'B'`, false},
		{"all values of an enum that may be absent",
			`{type: object, properties: {t: {type: string, enum: [A, B]}}}`,
			`{type: object, properties: {t: {type: string, enum: [A, B, C]}}}`,
			`self.t in ['A'] || self.t == 'B'`, false},
		{"a part that may end in an error",
			`{type: object, properties: {a: {type: string}}}`,
			`{type: object, properties: {a: {type: string}, b: {type: string}}}`,
			`self.a == 'x' ? !has(self.b) : true`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := behaviour.Of(kube.Latest)
			at := root(t, c.old, c.new)
			if got := tighter.New(&b).Vacuous(parse, &schema.ValidationRule{Rule: c.rule}, at); got != c.vacuous {
				t.Errorf("%s: vacuous is %v, want %v", c.rule, got, c.vacuous)
			}
		})
	}
}

// root pairs the roots of two schemas.
func root(t *testing.T, old, new string) *schemadiff.Pair {
	t.Helper()
	var trees [2]*schematree.Tree
	for i, text := range [...]string{old, new} {
		// Below a field, as what stands in the object itself may be the server's.
		s, err := schema.Parse([]byte(`{type: object, properties: {spec: ` + text + `}}`))
		if err != nil {
			t.Fatal(err)
		}
		trees[i] = schematree.New(s, finding.Root("schema"))
	}
	for _, c := range schemadiff.Compare(trees[0], trees[1]) {
		for at := c.At; at != nil; at = at.Parent {
			if at.Field() == "spec" {
				return at
			}
		}
	}
	t.Fatal("nothing changes")
	return nil
}

func parser(t *testing.T) tighter.Parser {
	t.Helper()
	env, err := cel.NewEnv()
	if err != nil {
		t.Fatal(err)
	}
	return func(text string) *ast.AST {
		parsed, issues := env.Parse(text)
		if issues.Err() != nil {
			t.Fatal(issues.Err())
		}
		return parsed.NativeRep()
	}
}

// TestFoldingIsBounded has conditions in one another, of which each is folded under those
// around it: without a bound that does not end.
func TestFoldingIsBounded(t *testing.T) {
	rule, fields := "has(self.z)", "z: {type: string}"
	for i := range 60 {
		name := "a" + string(rune('a'+i%26)) + string(rune('a'+i/26))
		fields += ", " + name + ": {type: string}"
		if i%2 == 0 {
			rule = "has(self." + name + ") && (" + rule + ")"
		} else {
			rule = "!has(self." + name + ") || (" + rule + ")"
		}
	}
	b := behaviour.Of(kube.Latest)
	at := root(t, "{type: object, properties: {"+fields+"}}", "{type: object, properties: {"+fields+", b: {type: string}}}")
	tighter.New(&b).Vacuous(parser(t), &schema.ValidationRule{Rule: rule}, at)
}
