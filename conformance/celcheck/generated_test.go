package celcheck

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"k8s.io/apiserver/pkg/cel/environment"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/kube"
)

// generator makes CRDs with schemas and rules of all kinds, good and bad.
type generator struct {
	*rand.Rand
	// bounds is how many in a hundred of the places that can be bounded are.
	bounds int
	bad    bool // rules that do not compile, too
}

type object = map[string]any

func (g *generator) crd() []byte {
	root := g.object(4)
	root["properties"].(object)["status"] = object{"type": "object"}
	return mustJSON(object{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
		"metadata": object{"name": "things.example.com"},
		"spec": object{
			"group": "example.com", "scope": "Namespaced",
			"names":    object{"plural": "things", "kind": "Thing"},
			"versions": []any{object{"name": "v1", "served": true, "storage": true, "schema": object{"openAPIV3Schema": root}}},
		},
	})
}

func (g *generator) one(all ...string) string { return all[g.IntN(len(all))] }

func (g *generator) bound(s object, keyword string) {
	if g.IntN(100) < g.bounds {
		s[keyword] = []int{0, 1, 3, 16, 100, 1000, 100000}[g.IntN(7)]
	}
}

func (g *generator) schema(depth int) object {
	kind := g.IntN(12)
	if depth == 0 {
		kind = g.IntN(6)
	}
	var s object
	var rules []string
	switch kind {
	case 0, 1, 2:
		s = object{"type": "string"}
		g.bound(s, "maxLength")
		switch g.IntN(6) {
		case 0:
			s["format"] = g.one("byte", "date", "date-time", "duration", "uri")
		case 1:
			s["enum"] = []any{"a", "bcd"}
		}
		rules = []string{"self.matches('^[a-z]+$')", "self == oldSelf", "self.contains('abc')", "self.split(',').all(x, x != '')", "size(self) < 10", "url(self).getHost() != ''",
			"self.startsWith('a') || self.endsWith('b')", "self.replace('a', 'bb').lowerAscii() == 'x'", "quantity(self).isLessThan(quantity('1'))", "self + self != 'a'", "!format.dns1123Label().validate(self).hasValue()"}
	case 3:
		s = object{"type": g.one("integer", "number", "boolean")}
		rules = []string{"self == self", "string(self) != ''", "type(self) == type(self)"}
	case 4:
		s = object{"x-kubernetes-int-or-string": true}
		g.bound(s, "maxLength")
		rules = []string{"type(self) == int ? self < 5 : self == '5%'", "string(self).matches('a')"}
	case 5:
		s = object{"type": "object", "x-kubernetes-preserve-unknown-fields": true}
		rules = []string{"true", "self == oldSelf"}
	case 6, 7:
		s = object{"type": "array", "items": g.schema(depth - 1)}
		g.bound(s, "maxItems")
		if g.IntN(4) == 0 {
			s["x-kubernetes-list-type"] = "atomic"
		}
		rules = []string{"self.size() > 0", "self.all(x, x == x)", "self.all(x, self.exists_one(y, x == y))", "self == oldSelf", "self.map(x, x).size() == 1", "self.filter(x, x == self[0]) == []",
			"self.exists(i, v, i > 0 && v == v)", "self + self != self", "self.all(x, x in oldSelf)", "self.isSorted()", "self[0] == self[1]", "sets.contains(self, self)", "self.distinct() == self.reverse()"}
	case 8, 9:
		s = object{"type": "object", "additionalProperties": g.schema(depth - 1)}
		g.bound(s, "maxProperties")
		rules = []string{"self.all(k, k.size() > 0)", "self.all(k, self[k] == self['a'])", "self.exists(k, v, v == v && k != '')", "self.size() == 1", "'a' in self", "has(self.a)", "self.transformList(k, v, k).size() == 1"}
	case 10:
		s = g.object(depth - 1)
		s["x-kubernetes-embedded-resource"] = true
		rules = []string{"self.kind == self.apiVersion", "self.metadata.name.startsWith('a')", "self.metadata.?generateName.hasValue()"}
	default:
		s = g.object(depth - 1)
	}
	if g.IntN(3) == 0 {
		g.rules(s, rules)
	}
	return s
}

func (g *generator) object(depth int) object {
	properties := object{}
	names := []string{"a", "b", "namespace", "x-y", "a.b", "1x", "in", "__a"}
	var rules []string
	for range 1 + g.IntN(4) {
		name := g.one(names...)
		properties[name] = g.schema(max(depth-1, 0))
	}
	for name := range properties {
		if name == "a" || name == "b" || name == "namespace" {
			rules = append(rules, fmt.Sprintf("has(self.%[1]s) ? self.%[1]s == self.%[1]s : true", name), fmt.Sprintf("self.%[1]s == oldSelf.%[1]s", name))
		}
	}
	rules = append(rules, "self == oldSelf", "has(self.x__dash__y)", "self.__a == self.__underscores__a")
	s := object{"type": "object", "properties": properties}
	if g.IntN(2) == 0 {
		s["required"] = []any{g.one(names...)}
	}
	if g.IntN(3) == 0 {
		g.rules(s, rules)
	}
	return s
}

func (g *generator) rules(s object, good []string) {
	bad := []string{"self.nope", "1", "self.", "int('x') > 1", "self.find('[') == ''", "nope(self)", "self == 1", "self > 'a'", "[self, 1].size() > 0", "duration('x') == duration('1s')", "null == self", "map{a: 1} == self", "list == duration"}
	var rules []any
	for range 1 + g.IntN(2) {
		text := "true"
		switch {
		case g.bad && g.IntN(4) == 0:
			text = g.one(bad...)
		case len(good) > 0:
			text = g.one(good...)
		}
		r := object{"rule": text}
		if g.IntN(4) == 0 {
			r["messageExpression"] = g.one("'no'", "string(self)", "'a' + string(self.size())", "self", "'%s'.format(['a'])")
		}
		if g.IntN(6) == 0 {
			r["optionalOldSelf"] = g.IntN(2) == 0
		}
		rules = append(rules, r)
	}
	s["x-kubernetes-validations"] = rules
}

// TestGeneratedCosts compares costs and errors with the server's code on
// generated CRDs.
func TestGeneratedCosts(t *testing.T) {
	env := environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion())
	expressions, equal := 0, 0
	for seed := range uint64(400) {
		g := generator{Rand: rand.New(rand.NewPCG(seed, 1)), bounds: 50, bad: true}
		d, err := read("generated.json", g.crd())
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range d.schemas() {
			n, same := compareCosts(t, fmt.Sprint("seed ", seed), p, celcost.NewChecker(behaviour.Of(kube.Latest)), env)
			expressions, equal = expressions+n, equal+same
		}
	}
	t.Logf("%d expressions, %d equal", expressions, equal)
}

// TestGeneratedRemedies judges suggestions for generated CRDs without bounds.
func TestGeneratedRemedies(t *testing.T) {
	checker := celcost.NewChecker(behaviour.Of(kube.Latest))
	env := environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion())
	var n tally
	for seed := range uint64(150) {
		g := generator{Rand: rand.New(rand.NewPCG(seed, 2)), bounds: 20}
		d, err := read("generated.json", g.crd())
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range d.schemas() {
			if r := checker.Check(p.tree, everythingClean, celcost.Options{}); !within(r) {
				bounds, ok := checker.RemedyAll(p.tree, r)
				n.judge(t, fmt.Sprint("seed ", seed), p, env, "", bounds, ok, affordable)
			}
		}
	}
	t.Logf("%d suggestions, %d good and minimal by the server's code; %d times none was found", n.all, n.good, n.none)
}

func within(r *celcost.Result) bool {
	for _, e := range r.Expressions {
		if e.Total > celcost.ExpressionLimit {
			return false
		}
	}
	return r.Total <= celcost.CRDLimit
}
