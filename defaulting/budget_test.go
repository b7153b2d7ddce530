package defaulting

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/celrule"
	"github.com/crdtool/crdtool/internal/code"
	"github.com/crdtool/crdtool/internal/validate"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// The rules of all defaults share what those of an object may cost, to the last unit.
func TestBudgetOfDefaults(t *testing.T) {
	compiler := celrule.NewCompiler(kube.Latest.Behaviour().CEL)
	text := func(length int) *schema.Schema {
		return &schema.Schema{Type: "string", Default: strings.Repeat("x", length),
			Rare: &schema.Rare{XValidations: []schema.ValidationRule{{Rule: "self.contains(self)"}}}}
	}
	flag := &schema.Schema{Type: "boolean", Default: true, Rare: &schema.Rare{XValidations: []schema.ValidationRule{{Rule: "self"}}}}
	cost := func(s *schema.Schema) int64 {
		rules := validate.NewRules(compiler, schema.NewTree(s, finding.Root("s")), 0, false)
		_, left := rules.Evaluate(context.Background(), nil, s.Default, nil, validate.Evaluation{Budget: validate.RuntimeBudget})
		return validate.RuntimeBudget - left
	}
	const most = 10_000 // a call of more would cost more than any may
	var list []schema.Property
	add := func(s *schema.Schema) {
		list = append(list, schema.Property{Name: fmt.Sprintf("p%03d", len(list)), Schema: s})
	}
	check := func() finding.List {
		object := &schema.Schema{Type: "object", Properties: schema.NewProperties(list)}
		return Check(schema.NewTree(object, finding.Root("s")), true, compiler, kube.Latest.Behaviour())
	}
	for left := int64(validate.RuntimeBudget); left > 0; {
		length := most
		for length > 0 && cost(text(length)) > left {
			length = length * 9 / 10
		}
		next := text(length)
		if length == 0 {
			next = flag
		}
		add(next)
		left -= cost(next)
	}
	if found := check(); len(found) > 0 {
		t.Fatalf("all of it: %v", found)
	}
	if c := cost(flag); c != 1 {
		t.Fatalf("the cheapest rule costs %d", c)
	}
	add(flag)
	if found := check(); len(found) != 1 || !strings.Contains(found[0].Detail, "running out of cost budget") {
		t.Errorf("one more: %v", found)
	}
}

// A bound of ours is told as one: that of all versions, which a version by itself never meets, and
// those on what a rule makes.
func TestBudgetOfVersions(t *testing.T) {
	compiler := celrule.NewCompiler(kube.Latest.Behaviour().CEL)
	version := func(rule string, defaults int) *schema.Tree {
		var list []schema.Property
		for i := range defaults {
			list = append(list, schema.Property{Name: fmt.Sprintf("p%03d", i), Schema: &schema.Schema{Type: "string", Default: strings.Repeat("x", 9500),
				Rare: &schema.Rare{XValidations: []schema.ValidationRule{{Rule: rule}}}}})
		}
		return schema.NewTree(&schema.Schema{Type: "object", Properties: schema.NewProperties(list)}, finding.Root("s"))
	}
	const (
		contains = "self.contains(self)"        // 900,000
		costly   = contains + " && " + contains // more than a call may cost
	)
	all := NewBudget()
	check := func(t *schema.Tree) (codes []finding.Code) {
		found, _ := CheckSome(t, true, compiler, kube.Latest.Behaviour(), nil, all)
		for _, f := range found {
			codes = append(codes, f.Code)
		}
		return codes
	}
	for i := range 3 {
		if got := check(version(costly, 3)); !slices.Equal(got, []finding.Code{code.CELNotEvaluated}) {
			t.Errorf("version %d with calls that cost too much: %v", i, got)
		}
	}
	before := all.Spent()
	if got := check(version(contains, 4)); len(got) != 0 {
		t.Errorf("what is left is enough: %v", got)
	}
	if spent := all.Spent() - before; spent < 3_000_000 || spent > 4_500_000 {
		t.Errorf("four defaults cost %d", spent)
	}
	if got := check(version(contains, 8)); !slices.Equal(got, []finding.Code{code.Limits}) {
		t.Errorf("too many in all: %v", got)
	}
	if got := check(version("size(self) > 0", 1)); !slices.Equal(got, []finding.Code{code.Limits}) {
		t.Errorf("nothing is left: %v", got)
	}
	if got := check(version("size(self) > 0", 0)); len(got) != 0 {
		t.Errorf("no defaults: %v", got)
	}
	all = NewBudget()
	if got := check(version(contains, 12)); !slices.Equal(got, []finding.Code{code.CELNotEvaluated}) {
		t.Errorf("one version has the server's own budget: %v", got)
	}
	all = NewBudget()
	if got := check(version("self"+strings.Repeat(".replace('', '"+strings.Repeat("y", 30)+"')", 4)+" != ''", 1)); !slices.Equal(got, []finding.Code{code.Limits}) {
		t.Errorf("a rule that makes too much: %v", got)
	}
}
