package celfacts

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/cel-go/common/ast"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celtext"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/schemas/schemafacts"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/kube"
)

// rulesOf compiles CEL rules of an object with these fields.
func rulesOf(t *testing.T, cel ...string) *Rules {
	t.Helper()
	text := `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, kind: Widget}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            required: [name, size]
            properties:
              name: {type: string, maxLength: 20}
              host: {type: string, maxLength: 20}
              kind: {type: string, enum: [A, B]}
              size: {type: integer, minimum: 1, maximum: 9}
              list: {type: array, maxItems: 3, items: {type: string, maxLength: 20, enum: [x, y]}}
            x-kubernetes-validations:
`
	for _, rule := range cel {
		text += fmt.Sprintf("            - rule: %q\n", rule)
	}
	c, _ := crd.Decode(source.Read("a.yaml", []byte(text)).Documents[0])
	checked := crd.NewChecker(behaviour.Of(kube.Latest)).Check(c, nil)
	if len(checked.Costs) != 1 || len(checked.Costs[0].Expressions) != len(cel) {
		t.Fatalf("some of %q do not compile: %v", cel, checked)
	}
	return Of(schemafacts.Of(checked.Costs[0].Tree, false), checked.Costs[0].Expressions)
}

func TestOutcomes(t *testing.T) {
	for rule, want := range map[string][2]bool{ // passes, fails
		"self.size > 3":                           {true, true},
		"self.size > 0":                           {true, false},
		"self.size > 9":                           {false, true},
		"has(self.name)":                          {true, false},
		"!has(self.size)":                         {false, true},
		"has(self.host) || !has(self.host)":       {true, false},
		"self.name == 'a' && self.name == 'b'":    {false, true},
		"self.name.startsWith('a')":               {true, true},
		"self.host == 'a'":                        {true, true},
		"!has(self.kind) || self.kind in ['A']":   {true, true},
		"size(self.name) <= 20":                   {true, false},
		"self.list.all(x, x == 'x')":              {false, false}, // lists: not certain
		"self.size > 3 ? self.size > 0 : 1 == 1":  {true, false},
		"self.size % 2 == 0 || self.size % 2 > 0": {true, true}, // arithmetic is not done

		// What may end in an error is no tautology.
		"quantity(self.name) == quantity(self.name)":                    {true, true},
		"url(self.name) == url(self.name)":                              {true, true},
		"ip(self.name) == ip(self.name)":                                {true, true},
		"cidr(self.name) == cidr(self.name)":                            {true, true},
		"duration(self.name) == duration(self.name)":                    {true, true},
		"timestamp(self.name) == timestamp(self.name)":                  {true, true},
		"int(self.name) == int(self.name)":                              {true, true},
		"double(self.name) == double(self.name)":                        {true, true},
		"semver(self.name) == semver(self.name)":                        {true, true},
		"format.named(self.name) == format.named(self.name)":            {true, true},
		"self.name.substring(3) == self.name.substring(3)":              {true, true},
		"self.name.charAt(3) == self.name.charAt(3)":                    {true, true},
		"self.name.matches(self.name) || !self.name.matches(self.name)": {true, true},
		"1 / self.size == 1 / self.size":                                {true, true},
		"self.size + self.size == self.size + self.size":                {true, true},
		"{self.name: 1, 'a': 2} == {self.name: 1, 'a': 2}":              {true, true},
		"has(self.host) ? true : int(self.name) == int(self.name)":      {true, true},
		// In a disjunction an error does no harm beside what is true, and these return a value.
		"int(self.name) == 1 || true":                             {true, false},
		"self.name.matches('a') || !self.name.matches('a')":       {true, false},
		"self.name.lowerAscii() == self.name.lowerAscii()":        {true, false},
		"isQuantity(self.name) || !isQuantity(self.name)":         {true, false},
		"self.name.split(',') == self.name.split(',')":            {true, false},
		"self.name + self.name == self.name + self.name":          {true, false},
		"string(self.size) == string(self.size)":                  {true, false},
		"isURL(self.name) ? isURL(self.name) : !isURL(self.name)": {true, false},
	} {
		rs := rulesOf(t, rule)
		passes, fails := rs.Results(&rs.expressions[0])
		if got := [2]bool{passes, fails}; got != want {
			t.Errorf("%s: passes, fails: %t, want %t", rule, got, want)
		}
	}
}

func TestCompared(t *testing.T) {
	rs := rulesOf(t, "self.kind == 'C' || 'D' != self.kind || self.list.exists(x, x in ['x', 'z']) || self.name == self.host")
	var got []string
	rs.Compared(&rs.expressions[0], func(n *schematree.Node, with ast.Expr) {
		if with.Kind() == ast.LiteralKind {
			got = append(got, rs.tree.FieldPath(n)+" "+celtext.Literal(with.AsLiteral()))
		}
	})
	if want := []string{`spec.kind "C"`, `spec.kind "D"`, `spec.list[*] "x"`, `spec.list[*] "z"`}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestNeeds(t *testing.T) {
	for rule, want := range map[string]bool{
		"has(self.host)":                      true,
		"self.host == 'a'":                    true, // ends in an error without it
		"!has(self.host)":                     false,
		"has(self.host) || self.size > 3":     false,
		"has(self.host) && self.size > 3":     true,
		"self.?host.orValue('') != ''":        true,
		"self.list.all(x, has(self.host))":    false,
		"has(self.kind) == has(self.host)":    false,
		"has(self.host) ? true : self.size<1": true,
	} {
		rs := rulesOf(t, rule)
		e := &rs.expressions[0]
		host := rs.PlaceOf(rs.tree.Child(&rs.tree.Nodes[e.Node], "host"))
		if got := rs.Needs(e, host); got != want {
			t.Errorf("%s: needs host: %t", rule, got)
		}
	}
}

func TestAround(t *testing.T) {
	rs := rulesOf(t, "self.size > 3", "oldSelf.size > 3", "has(self.host)")
	var got []string
	for _, e := range rs.Around(&rs.expressions[1]) {
		got = append(got, e.Text)
	}
	if want := []string{"self.size > 3", "has(self.host)"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if rs.UpdateOnly(&rs.expressions[0]) || !rs.UpdateOnly(&rs.expressions[1]) {
		t.Error("which rule is for updates only is not told right")
	}
}
