package defaulting

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// The rules of all defaults share what those of an object may cost, to the last unit.
func TestBudgetOfDefaults(t *testing.T) {
	compiler := celrule.NewCompiler(behaviour.Of(kube.Latest).CEL)
	text := func(length int) *schema.Schema {
		return &schema.Schema{Type: "string", Default: strings.Repeat("x", length),
			Rare: &schema.Rare{XValidations: []schema.ValidationRule{{Rule: "self.contains(self)"}}}}
	}
	flag := &schema.Schema{Type: "boolean", Default: true, Rare: &schema.Rare{XValidations: []schema.ValidationRule{{Rule: "self"}}}}
	cost := func(s *schema.Schema) int64 {
		rules := validate.NewRules(compiler, schematree.New(s, finding.Root("s")), 0, false)
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
		return Check(schematree.New(object, finding.Root("s")), true, compiler, behaviour.Of(kube.Latest))
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

// TestBudgetOfVersions: each version has the whole budget, as on a server, and what ends the
// evaluation because it makes too much is told as a limit of crdtool.
func TestBudgetOfVersions(t *testing.T) {
	compiler := celrule.NewCompiler(behaviour.Of(kube.Latest).CEL)
	version := func(rule string, defaults int) *schematree.Tree {
		var list []schema.Property
		for i := range defaults {
			list = append(list, schema.Property{Name: fmt.Sprintf("p%03d", i), Schema: &schema.Schema{Type: "string", Default: strings.Repeat("x", 9500),
				Rare: &schema.Rare{XValidations: []schema.ValidationRule{{Rule: rule}}}}})
		}
		return schematree.New(&schema.Schema{Type: "object", Properties: schema.NewProperties(list)}, finding.Root("s"))
	}
	const (
		contains = "self.contains(self)"        // 900,000
		costly   = contains + " && " + contains // more than a call may cost
	)
	check := func(tree *schematree.Tree) (codes []finding.Code) {
		for _, f := range Check(tree, true, compiler, behaviour.Of(kube.Latest)) {
			codes = append(codes, f.Code)
			if f.Path == nil {
				t.Errorf("%s has no path", f.Code)
			}
		}
		return codes
	}
	if got := check(version(costly, 3)); !slices.Equal(got, []finding.Code{code.CELNotEvaluated}) {
		t.Errorf("calls that cost too much: %v", got)
	}
	for i := range 4 {
		if got := check(version(contains, 8)); len(got) != 0 {
			t.Errorf("version %d: %v", i, got)
		}
	}
	if got := check(version(contains, 12)); !slices.Equal(got, []finding.Code{code.CELNotEvaluated}) {
		t.Errorf("more than the server's budget: %v", got)
	}
	if got := check(version("self"+strings.Repeat(".replace('', '"+strings.Repeat("y", 29)+"')", 2)+".replace('', '"+strings.Repeat("y", 200)+"') != ''", 1)); !slices.Equal(got, []finding.Code{code.Limits}) {
		t.Errorf("a rule that makes too much: %v", got)
	}
}

// dnsNames is a pattern of some 1,100 instructions.
const dnsNames = `^([a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?\.){0,16}[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$`

// TestDefaultWithLargePattern: a server matches a pattern with each of many texts, however much
// that takes.
func TestDefaultWithLargePattern(t *testing.T) {
	list := &schema.Schema{Type: "array", Rare: &schema.Rare{}}
	item := &schema.Schema{Type: "string", Pattern: dnsNames}
	list.Items = &schema.Items{Schema: item}
	var names []any
	for i := range 3500 {
		names = append(names, fmt.Sprintf("service-%d.namespace.svc.cluster.example.org", i))
	}
	list.Default = names
	object := &schema.Schema{Type: "object", Properties: schema.NewProperties([]schema.Property{{Name: "names", Schema: list}})}
	check := func() finding.List {
		return Check(schematree.New(object, finding.Root("s")), true, celrule.NewCompiler(behaviour.Of(kube.Latest).CEL), behaviour.Of(kube.Latest))
	}
	if found := check(); len(found) != 0 {
		t.Errorf("%v", found)
	}
	names[3499] = "no_name"
	if found := check(); len(found) != 1 || found[0].Code != code.DefaultInvalid.Case("pattern") {
		t.Errorf("one that does not match: %v", found)
	}
}
