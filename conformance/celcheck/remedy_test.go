package celcheck

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	"k8s.io/apiserver/pkg/cel/environment"
	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/kube"
)

// TestRemedies strips the bounds off the CRDs of the corpus, and has the
// server's code judge the bounds that are suggested instead: with them it must
// accept the rules, and without any one of them, or with one raised to the next
// step, it must not.
func TestRemedies(t *testing.T) {
	dir := corpus(t)
	checker := celcost.NewChecker(behaviour.Of(kube.Latest))
	env := environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion())
	files, err := filepath.Glob(filepath.Join(dir, "*", "crds", "*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatal("no CRDs in the corpus", err)
	}
	var all tally
	var mu sync.Mutex
	t.Run("files", func(t *testing.T) {
		for _, file := range files {
			t.Run(filepath.Base(file), func(t *testing.T) {
				t.Parallel()
				n := remediesOf(t, file, checker, env)
				mu.Lock()
				defer mu.Unlock()
				all.all, all.good, all.none = all.all+n.all, all.good+n.good, all.none+n.none
			})
		}
	})
	t.Logf("%d suggestions, %d good and minimal by the server's code; %d times none was found", all.all, all.good, all.none)
}

// remediesOf judges the bounds that are suggested for the CRDs of a file.
func remediesOf(t *testing.T, file string, checker *celcost.Checker, env *environment.EnvSet) tally {
	t.Helper()
	d, err := read("stripped.json", stripped(t, file))
	if err != nil {
		t.Fatal(err)
	}
	var n tally
	for _, p := range d.schemas() {
		r := checker.Check(p.tree, everythingClean, celcost.Options{})
		for i := range r.Expressions {
			if e := &r.Expressions[i]; e.Total > celcost.ExpressionLimit {
				bounds, ok := checker.Remedy(p.tree, e, celcost.ExpressionLimit)
				path := e.Path.Server()
				place, _, _ := strings.Cut(path, "x-kubernetes-validations")
				n.judge(t, file+" "+path, p, env, place+"x-kubernetes-validations", bounds, ok, func(costs map[string]cost) bool {
					return costs[path].total() <= celcost.ExpressionLimit
				})
			}
		}
		if !within(r) {
			bounds, ok := checker.RemedyAll(p.tree, r)
			n.judge(t, file, p, env, "", bounds, ok, affordable)
		}
	}
	return n
}

// affordable is the server's verdict on all rules of a schema.
func affordable(costs map[string]cost) bool {
	sum := uint64(0)
	for _, c := range costs {
		if c.total() > celcost.ExpressionLimit {
			return false
		}
		sum += c.total()
	}
	return sum <= celcost.CRDLimit
}

func (c cost) total() uint64 {
	if c.Cost != 0 && c.Cardinality > ^uint64(0)/c.Cost {
		return ^uint64(0)
	}
	return c.Cost * c.Cardinality
}

type tally struct {
	all, good, none int
}

func (n *tally) judge(t *testing.T, name string, p pair, env *environment.EnvSet, place string, bounds []celcost.Bound, ok bool, fits func(map[string]cost) bool) {
	t.Helper()
	if !ok {
		n.none++
		s := p.server.DeepCopy()
		tightest(s)
		costs, err := serverCostsAt(s, p.at, env, place)
		if err != nil {
			t.Fatal(err)
		}
		if fits(costs) {
			t.Errorf("%s: no suggestion, but bounds help", name)
		}
		return
	}
	n.all++
	judge := func(bounds []celcost.Bound) bool {
		s := p.server.DeepCopy()
		for _, b := range bounds {
			s = bound(p.tree, b.Node, s, b)
		}
		costs, err := serverCostsAt(s, p.at, env, place)
		if err != nil {
			t.Fatal(err)
		}
		return fits(costs)
	}
	if !judge(bounds) {
		t.Errorf("%s: does not help: %v", name, shown(bounds))
		return
	}
	for i, b := range bounds {
		without := append(append([]celcost.Bound(nil), bounds[:i]...), bounds[i+1:]...)
		if judge(without) {
			t.Errorf("%s: fits without %s of %v", name, b.Field, shown(bounds))
			return
		}
		raised := append([]celcost.Bound(nil), bounds...)
		for _, step := range celcost.Steps() {
			if step > b.Value {
				raised[i].Value = step
				break
			}
		}
		if raised[i].Value > b.Value && judge(raised) {
			t.Errorf("%s: fits with %s raised, of %v", name, b.Field, shown(bounds))
			return
		}
	}
	n.good++
	if n.all%97 == 1 {
		t.Logf("for example %s: %v", name, shown(bounds))
	}
}

func shown(bounds []celcost.Bound) (all []string) {
	for _, b := range bounds {
		all = append(all, b.Field+" "+b.Keyword+" "+string(mustJSON(b.Value)))
	}
	return all
}

func mustJSON(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return text
}

// tightest bounds everything to one, or less where that is the bound.
func tightest(s *apiextensions.JSONSchemaProps) {
	one := int64(1)
	for _, b := range []**int64{&s.MaxItems, &s.MaxLength, &s.MaxProperties} {
		if *b == nil || **b > one {
			*b = &one
		}
	}
	for name, p := range s.Properties {
		tightest(&p)
		s.Properties[name] = p
	}
	if s.Items != nil && s.Items.Schema != nil {
		tightest(s.Items.Schema)
	}
	if s.AdditionalProperties != nil && s.AdditionalProperties.Schema != nil {
		tightest(s.AdditionalProperties.Schema)
	}
}

// bound sets a bound in the schema at a node's place below the root s.
func bound(t *schematree.Tree, id int32, s *apiextensions.JSONSchemaProps, b celcost.Bound) *apiextensions.JSONSchemaProps {
	if n := &t.Nodes[id]; n.Parent >= 0 {
		bound(t, n.Parent, s, celcost.Bound{}) // nothing is set on the way
		holder := at(t, n.Parent, s)
		switch n.Role {
		case schematree.RoleProperty:
			child := holder.Properties[n.Name]
			set(&child, b)
			holder.Properties[n.Name] = child
		case schematree.RoleItems:
			set(holder.Items.Schema, b)
		case schematree.RoleAdditionalProperties:
			set(holder.AdditionalProperties.Schema, b)
		}
		// Properties are held by value: write the changed holder back.
		replace(t, n.Parent, s, holder)
	}
	return s
}

func at(t *schematree.Tree, id int32, root *apiextensions.JSONSchemaProps) *apiextensions.JSONSchemaProps {
	n := &t.Nodes[id]
	if n.Parent < 0 {
		return root
	}
	switch holder := at(t, n.Parent, root); n.Role {
	case schematree.RoleItems:
		return holder.Items.Schema
	case schematree.RoleAdditionalProperties:
		return holder.AdditionalProperties.Schema
	default:
		child := holder.Properties[n.Name]
		return &child
	}
}

func replace(t *schematree.Tree, id int32, root, with *apiextensions.JSONSchemaProps) {
	n := &t.Nodes[id]
	if n.Parent < 0 {
		*root = *with
		return
	}
	holder := at(t, n.Parent, root)
	switch n.Role {
	case schematree.RoleItems:
		holder.Items.Schema = with
	case schematree.RoleAdditionalProperties:
		holder.AdditionalProperties.Schema = with
	default:
		holder.Properties[n.Name] = *with
	}
	replace(t, n.Parent, root, holder)
}

func set(s *apiextensions.JSONSchemaProps, b celcost.Bound) {
	switch b.Keyword {
	case "maxItems":
		s.MaxItems = &b.Value
	case "maxProperties":
		s.MaxProperties = &b.Value
	case "maxLength":
		s.MaxLength = &b.Value
	}
}

// stripped returns a CRD as JSON without any bounds on sizes.
func stripped(t *testing.T, file string) []byte {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var doc any
	if err := yaml.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	strip(doc)
	return mustJSON(doc)
}

func strip(node any) {
	switch n := node.(type) {
	case map[string]any:
		for _, keyword := range []string{"maxItems", "maxProperties", "maxLength"} {
			if _, isNumber := n[keyword].(float64); isNumber { // and not a property of that name
				delete(n, keyword)
			}
		}
		for _, v := range n {
			strip(v)
		}
	case []any:
		for _, v := range n {
			strip(v)
		}
	}
}
