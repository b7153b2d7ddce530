package celfacts_test

import (
	"testing"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/types"

	"github.com/crdtool/crdtool/internal/cel/celfacts"
)

// joined are rules about a, b and s of self.
var joined = []string{
	"true", "false", "has(self.a)", "!has(self.a)", "has(self.a) && has(self.b)", "has(self.a) || has(self.b)", "has(self.a) != has(self.b)",
	"(has(self.a) && !has(self.b)) || (!has(self.a) && has(self.b))", "!(has(self.a) && has(self.b))", "!has(self.a) || !has(self.b)",
	"has(self.a) ? has(self.b) : true", "has(self.a) == has(self.b)", "self.a == self.b", "self.b == self.a", "!(self.a != self.b)", "self.a < self.b",
	"self.b > self.a", "self.a >= self.b", "!(self.a < self.b)", "self.a <= 1", "self.a < 2", "self.a <= 2", "self.a == 1", "self.a == 1 || self.a == 2",
	"self.a in [1, 2]", "self.a in [2, 1, 0]", "0 < self.a", "self.a > 0 && self.a < 3", "!has(self.a) || self.a > 0", "!has(self.a) || self.a >= 0",
	"!has(self.a) || (self.a > 0 && self.a != 2)", "self.s == 'x'", "self.s in ['x', 'y']", "self.s == 'y' || self.s == 'x'", "self.s != 'x'",
	"has(self.s) && self.s == 'x'", "!has(self.s) || self.s == 'x'", "has(self.s) ? self.s == 'x' : true", "self.s == 'x' ? self.a == 1 : self.a == 2",
	"(self.s == 'x' && self.a == 1) || (self.s != 'x' && self.a == 2)", "self.s.startsWith('x')", "!(self.s.startsWith('x')) || has(self.a)",
	"[has(self.a),has(self.b)].filter(x,x==true).size() == 1", "[has(self.a), has(self.b)].filter(x, x).size() <= 1",
	"(has(self.a) ? 1 : 0) + (has(self.b) ? 1 : 0) == 1", "size([self.a == 1, has(self.b)].filter(x, x == true)) >= 1", "self.a == 1 || has(self.b)",
	"has(self.a) && self.a == 1 || has(self.b)", "has(self.s) && self.s != 'x' ? self.a == self.b : true", "self.s != 'x' ? self.a == self.b : true",
	"has(self.s) && has(self.a) && has(self.b) && self.s != 'x' ? self.a == self.b : true", "!has(self.a) || !has(self.b) || self.a == self.b",
	"[1, 2].all(i, has(self.a) && self.a != i)", "[1, 2].all(i, self.a != i)", "[1, 2].exists(i, self.a == i && has(self.b))", "[1, 2].exists(i, self.a == i)",
	"self.a < 2 || self.a == 2", "self.a < 1 || self.a > 1 || self.a == 1", "self.a + 1 > self.b", "self.a > self.b || self.a <= self.b",
}

// TestImplied evaluates each pair of rules for all objects of a few values: where the
// one is said to be implied, it is true wherever the other is. What is missed is what
// needs more than how parts are joined; the pairs that are seen are counted.
func TestImplied(t *testing.T) {
	env, err := cel.NewEnv(cel.Variable("self", cel.MapType(cel.StringType, cel.DynType)))
	if err != nil {
		t.Fatal(err)
	}
	objects := []map[string]any{{}}
	for field, values := range map[string][]any{"a": {-1, 0, 1, 2, 3}, "b": {0, 1, 2}, "s": {"x", "y", "xy"}} {
		for _, o := range objects {
			for _, v := range values {
				with := map[string]any{field: v}
				for k, e := range o {
					with[k] = e
				}
				objects = append(objects, with)
			}
		}
	}
	exprs, passed := make([]ast.Expr, len(joined)), make([][]bool, len(joined))
	for i, rule := range joined {
		tree, issues := env.Compile(rule)
		if issues.Err() != nil {
			t.Fatal(issues.Err())
		}
		exprs[i] = tree.NativeRep().Expr()
		program, err := env.Program(tree)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range objects {
			v, _, err := program.Eval(map[string]any{"self": o})
			passed[i] = append(passed[i], err == nil && v == types.True)
		}
	}
	seen, there := 0, 0
	for i := range joined {
		for j := range joined {
			says, is := celfacts.Implied(exprs[j], exprs[i]), true
			for o := range objects {
				if passed[i][o] && !passed[j][o] {
					is = false
					if says {
						t.Errorf("%s does not imply %s: %v", joined[i], joined[j], objects[o])
					}
				}
			}
			if is {
				there++
			}
			if says {
				seen++
			}
		}
	}
	if seen < 350 {
		t.Errorf("only %d of %d implications are seen", seen, there)
	}
}

// Where all premises together have too many parts, each is looked at by itself.
func TestImpliedByOneOfMany(t *testing.T) {
	env, err := cel.NewEnv(cel.Variable("self", cel.MapType(cel.StringType, cel.DynType)))
	if err != nil {
		t.Fatal(err)
	}
	parse := func(rule string) ast.Expr {
		tree, issues := env.Parse(rule)
		if issues.Err() != nil {
			t.Fatal(issues.Err())
		}
		return tree.NativeRep().Expr()
	}
	var all []ast.Expr
	for _, field := range "abcdefghijklmnop" {
		all = append(all, parse("has(self."+string(field)+")"))
	}
	if !celfacts.Implied(parse("has(self.p) || has(self.q)"), all...) {
		t.Error("one of many premises is not looked at by itself")
	}
}

// What does not change has no other fields than it had, in rules about changes; what counts
// conditions is one of operators.
func TestImpliedByText(t *testing.T) {
	env, err := cel.NewEnv(cel.Variable("self", cel.DynType), cel.Variable("oldSelf", cel.DynType))
	if err != nil {
		t.Fatal(err)
	}
	parse := func(rule string) ast.Expr {
		tree, issues := env.Parse(rule)
		if issues.Err() != nil {
			t.Fatal(issues.Err())
		}
		return tree.NativeRep().Expr()
	}
	for _, test := range []struct {
		rule, by string
		implied  bool
	}{
		{"!has(oldSelf.t) || (has(self.t) && self.t == oldSelf.t)", "!has(oldSelf.t) || self == oldSelf", true},
		{"!has(oldSelf.t) || (has(self.n) == has(oldSelf.n) && (!has(self.n) || self.n == oldSelf.n))", "!has(oldSelf.t) || self == oldSelf", true},
		{"has(self.a) != has(self.b)", "[has(self.a),has(self.b)].filter(x,x==true).size() == 1", true},
		{"[has(self.a),has(self.b)].filter(x,x==true).size() == 1", "has(self.a) != has(self.b)", true},
		{"(has(self.a) ? 1 : 0) + (has(self.b) ? 1 : 0) <= 1", "has(self.a) != has(self.b)", true},
		{"[has(self.a),has(self.b)].filter(x,x==true).size() == 1", "[has(self.a),has(self.b)].filter(x,x==true).size() <= 1", false},
		{"!has(oldSelf.t) || has(self.n)", "!has(oldSelf.t) || self == oldSelf", false},
		{"self.t == oldSelf.t", "self == oldSelf", false}, // both may lack it
		{"self.l[0] == oldSelf.l[0]", "self == oldSelf", false},
		{"oldSelf.t == 'a' || self.t != 'a'", "has(self.t) && self == oldSelf", true},
		{"oldSelf.t == 'a' || self.t != 'a'", "has(self.t) && has(oldSelf.t) && self == oldSelf", true},
		{
			"self.all(p, self.all(q, p.g == q.g && p.n == q.n && ((!has(p.s) || p.s == '') && (!has(q.s) || q.s == '') || has(p.s) && has(q.s) && p.s == q.s) ? (!has(p.t) || p.t == '') == (!has(q.t) || q.t == '') : true))",
			"self.all(p, self.all(q, p.g == q.g && p.n == q.n && ((!has(p.s) || p.s == '') && (!has(q.s) || q.s == '') || has(p.s) && has(q.s) && p.s == q.s) ? ((!has(p.t) || p.t == '') && (!has(q.t) || q.t == '')) || (has(p.t) && p.t != '' && has(q.t) && q.t != '') : true))",
			true,
		},
	} {
		if celfacts.Implied(parse(test.rule), parse(test.by)) != test.implied {
			t.Errorf("%s implies %s: want %v", test.by, test.rule, test.implied)
		}
	}
}
