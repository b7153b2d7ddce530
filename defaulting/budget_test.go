package defaulting

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/celrule"
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
