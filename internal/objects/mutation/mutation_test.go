package mutation

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

const header = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  group: example.com
  names: {kind: Thing, plural: things}
  scope: Namespaced
  versions:
`

func version(name, spec string) string {
	return `
  - name: ` + name + `
    served: true
    storage: ` + fmt.Sprint(name == "v1") + `
    schema:
      openAPIV3Schema:
        type: object
        x-kubernetes-preserve-unknown-fields: true
        properties:
          spec: ` + spec
}

func read(t *testing.T, text string) *crd.CustomResourceDefinition {
	t.Helper()
	f := source.Read("crd.yaml", []byte(text))
	if len(f.Documents) != 1 || len(f.Problems) > 0 {
		t.Fatal(f.Problems, text)
	}
	ch := crd.NewChecker(behaviour.Of(kube.Latest))
	c, flaws := ch.Decode(f.Documents[0])
	if len(flaws) > 0 {
		t.Fatal(flaws)
	}
	if a := ch.Check(c.Copy(), nil); len(a.Findings) > 0 {
		t.Fatal(a.Findings[0].ServerMessage(), text)
	}
	return c
}

// Each keyword has its damages, the greatest first.
func TestOf(t *testing.T) {
	for spec, want := range map[string]string{
		`{type: integer, minimum: 1, maximum: 10, exclusiveMaximum: true, multipleOf: 2}`: `
bound dropped: minimum 1 is gone
bound moved: minimum 1 becomes 0
bound dropped: maximum 10 is gone
bound moved: maximum 10 is allowed itself
bound dropped: multipleOf 2 is gone`,
		`{type: string, minLength: 1, maxLength: 3, nullable: true, default: a}`: `
nullable dropped: the nullable is gone
bound dropped: minLength 1 is gone
bound dropped: maxLength 3 is gone
bound moved: maxLength 3 becomes 4
default dropped: default "a" is gone
default changed: the default "a" becomes "ax"`,
		`{type: string, pattern: '^a\\$$', format: date}`: `
pattern dropped: pattern "^a\\\\$$" is gone
anchor dropped: the pattern need not match from the start
anchor dropped: the pattern need not match to the end
format dropped: format "date" is gone`,
		`{type: string, enum: [a, b], default: a}`: `
enum dropped: the enum is gone
enum value gone: the value "a" is gone
enum value gone: the value "b" is gone
default dropped: default "a" is gone
default changed: the default "a" becomes "b"`,
		`{type: object, required: [a], properties: {a: {type: string}, b: {type: string}}, minProperties: 2, oneOf: [{required: [a]}, {required: [b]}], not: {required: [c]}}`: `
bound dropped: minProperties 2 is gone
bound moved: minProperties 2 becomes 1
required dropped: a is not required
not, oneOf or anyOf dropped: the not is gone
not, oneOf or anyOf dropped: the oneOf is gone
branch gone: branch 1 of oneOf is gone
branch gone: branch 2 of oneOf is gone
unknown fields kept: unknown fields are kept`,
		`{type: array, x-kubernetes-list-type: set, items: {type: string}}`: `
list type dropped: the list is no set`,
		`{type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true}`: `
embedded resource dropped: the x-kubernetes-embedded-resource is gone
unknown fields dropped: unknown fields are dropped`,
		`{type: integer, x-kubernetes-validations: [{rule: self < 3}]}`: `
rule dropped: the rule is gone
comparison turned: < becomes <=
number moved: 3 becomes 4`,
	} {
		c := read(t, header+version("v1", spec))
		var got []string
		for _, m := range Of(c, behaviour.Of(kube.Latest)) {
			if m.Constraint.Field == "spec" {
				got = append(got, string(m.Kind)+": "+m.Does)
			}
		}
		if strings.Join(got, "\n") != strings.TrimSpace(want) {
			t.Errorf("%s:\n%s\nwant%s", spec, strings.Join(got, "\n"), want)
		}
	}
}

// What versions have alike is damaged in all of them, what they have not is damaged alone.
func TestVersions(t *testing.T) {
	c := read(t, header+version("v1", "{type: string, maxLength: 3}")+version("v2", "{type: string, maxLength: 3, minLength: 2}"))
	var got []string
	for _, m := range Of(c, behaviour.Of(kube.Latest)) {
		if m.Constraint.Keyword != "maxLength" && m.Constraint.Keyword != "minLength" {
			continue
		}
		d := m.Damage(c)
		var in []string
		for i := range d.Spec.Versions {
			if !schema.Equal(d.Spec.Versions[i].OpenAPISchema(), c.Spec.Versions[i].OpenAPISchema()) {
				in = append(in, d.Spec.Versions[i].Name)
			}
		}
		got = append(got, fmt.Sprint(m.Does, " in ", in))
	}
	want := []string{"maxLength 3 is gone in [v1 v2]", "maxLength 3 becomes 4 in [v1 v2]", "minLength 2 is gone in [v2]", "minLength 2 becomes 1 in [v2]"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// The texts of rules are damaged where operators stand, and nowhere in texts and comments.
func TestRules(t *testing.T) {
	for rule, want := range map[string][]string{
		`self.a == 1`:                   {`self.a != 1`, `self.a == 2`},
		`self.a in ['<', "b&&c"]`:       {`!(self.a in ['<', "b&&c"])`},
		`1 <= self.a && self.b != -2`:   {`1 < self.a && self.b != -2`, `0 <= self.a && self.b != -2`, `self.b != -2`, `1 <= self.a || self.b != -2`, `1 <= self.a`, `1 <= self.a && self.b == -2`, `1 <= self.a && self.b != -3`},
		`!has(self.a) || self.a > 0`:    {`has(self.a) || self.a > 0`, `self.a > 0`, `!has(self.a) && self.a > 0`, `!has(self.a)`, `!has(self.a) || self.a >= 0`, `!has(self.a) || self.a > (-1)`},
		`self.l.all(x, x.n == oldSelf)`: {`self.l.exists(x, x.n == oldSelf)`, `self.l.all(x, x.n != oldSelf)`, `self.l.all(x, true)`},
		`self.a ? self.b : self.c`:      {`(self.b)`, `(self.c)`},
		"self.a // a && b\n || self.b":  {"self.b", "self.a // a && b\n && self.b", "self.a"},
		`(a || b) && c`:                 {`c`, `(b) && c`, `(a && b) && c`, `(a) && c`, `(a || b) || c`, `(a || b)`},
		`self.matches(r'\d\')`:          nil,
		`{'a': 1}[self] == 2u`:          {`{'a': 2}[self] == 2u`, `{'a': 1}[self] != 2u`},
		`self.?a.orValue(1) < 2`:        {`self.?a.orValue(2) < 2`, `self.?a.orValue(1) <= 2`, `self.?a.orValue(1) < 3`},
		`self && `:                      nil,
	} {
		var got []string
		for _, d := range damagesTo(rule) {
			got = append(got, d.is)
			if d.part.Start >= d.part.End || d.part.End > len(rule) {
				t.Errorf("%s: %s stands at %d to %d", rule, d.does, d.part.Start, d.part.End)
			}
		}
		slices.Sort(got)
		want = slices.Sorted(slices.Values(want))
		if !slices.Equal(got, want) {
			t.Errorf("%s becomes\n%s\nwant\n%s", rule, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}
