package celfacts

import (
	"context"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/schemas/schemafacts"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
)

// TestAbsentReadsFail looks for a value for every finding about an absent field,
// and evaluates the rule with it: it ends in "no such key". Where the finding
// says that no value passes without the field, none of those that were tried
// does. It is the proof of rule-reads-absent and rule-may-read-absent.
func TestAbsentReadsFail(t *testing.T) {
	names, _ := filepath.Glob("../../../testdata/lint/rule-*read*.txtar")
	if len(names) != 2 {
		t.Fatalf("cases: %v", names)
	}
	confirmed := 0
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range golden.Parse(text).Files {
			if strings.HasSuffix(f.Name, ".yaml") {
				confirmed += confirmAbsent(t, f.Name, f.Data)
			}
		}
	}
	if confirmed < 15 {
		t.Errorf("only %d findings in the cases", confirmed)
	}
	names, _ = filepath.Glob(filepath.Join(sweep.Corpus(), "dev/*/crds/*.yaml"))
	if len(names) == 0 {
		t.Log("no corpus is there; only the cases were tried")
	}
	confirmed = 0
	for _, name := range sweep.Part(24, names) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		confirmed += confirmAbsent(t, name, text)
	}
	t.Logf("%d findings in the corpus", confirmed)
}

// absentChecker serves all files, as one serves a run of the command.
var absentChecker = crd.NewChecker(behaviour.Of(kube.Latest))

func confirmAbsent(t *testing.T, name string, text []byte) (confirmed int) {
	t.Helper()
	for _, doc := range source.Read(name, text).Documents {
		c, _ := crd.Decode(doc)
		checked := absentChecker.Check(c, nil)
		for _, cost := range checked.Costs {
			rs := Of(schemafacts.Of(cost.Tree, false), cost.Expressions)
			for _, r := range rs.AbsentReads() {
				if r.Expression.Message {
					continue // its failure is not told
				}
				if problem := confirm(rs, r, absentChecker.Compiler()); problem != "" {
					t.Errorf("%s: %s: %s: %s", name, r.Expression.Path.Server(), r.Place.text, problem)
				} else {
					confirmed++
				}
			}
		}
	}
	return confirmed
}

var words = regexp.MustCompile(`'[^']*'|"[^"]*"`)

func confirm(rs *Rules, r AbsentRead, compiler *celrule.Compiler) string {
	node := &rs.tree.Nodes[r.Expression.Node]
	rules := validate.NewRules(compiler, rs.tree.Tree, node.ID, node.Parent < 0)
	g := &generator{tree: rs.tree, random: rand.New(rand.NewSource(1)), absent: r.Place.text}
	for _, w := range words.FindAllString(r.Expression.Text, -1) {
		g.words = append(g.words, w[1:len(w)-1])
	}
	root := "self." + rs.tree.FieldPath(node)
	old := strings.HasPrefix(r.Place.text, "oldSelf")
	fails := false
	tries := 20000
	if r.Always {
		tries = sweep.Times(300, 2000) // all of them are made
	}
	for range tries {
		g.forced = !old
		value := g.value(node, root)
		var before any
		if rs.UpdateOnly(r.Expression) {
			g.forced = old
			before = g.value(node, strings.Replace(root, "self", "oldSelf", 1))
			if !old {
				before = g.value(node, "any")
			}
		}
		found, _ := rules.Evaluate(context.Background(), nil, value, before, validate.Evaluation{Budget: validate.RuntimeBudget})
		passes := true
		for _, f := range found {
			if len(f.Related) == 0 || f.Related[0].Path.Child("rule").Server() != r.Expression.Path.Server() {
				continue
			}
			passes = false
			fails = fails || strings.Contains(f.Detail, "no such key: "+r.Place.Name)
		}
		if passes && r.Always {
			return fmt.Sprintf("passes: %v", value)
		}
		if fails && !r.Always {
			return ""
		}
		if !r.Wanted {
			continue
		}
		// It is refused as well where the field is there and empty.
		g.emptied = true
		value = g.value(node, root)
		g.emptied = false
		found, _ = rules.Evaluate(context.Background(), nil, value, before, validate.Evaluation{Budget: validate.RuntimeBudget})
		if !slices.ContainsFunc(found, func(f finding.Finding) bool {
			return len(f.Related) > 0 && f.Related[0].Path.Child("rule").Server() == r.Expression.Path.Server()
		}) {
			return fmt.Sprintf("refusing is said to be wanted, and this passes: %v", value)
		}
	}
	if !fails {
		return "no value was found that fails: " + r.Expression.Text
	}
	return ""
}

// generator makes values of a schema without a field, with what is above it.
type generator struct {
	tree   *schemafacts.Tree
	random *rand.Rand
	absent string
	words  []string
	forced bool
	// emptied has the field there, with the empty value of its type.
	emptied bool
}

func (g *generator) value(n *schematree.Node, at string) any {
	if g.emptied && at == g.absent {
		switch n.Type {
		case "string":
			return ""
		case "array":
			return []any{}
		case "boolean":
			return false
		}
		return int64(0)
	}
	if len(n.Enum) > 0 {
		return n.Enum[g.random.Intn(len(n.Enum))]
	}
	switch {
	case n.XIntOrString, n.Type == "integer":
		return int64(g.random.Intn(3))
	case n.Type == "number":
		return float64(g.random.Intn(3))
	case n.Type == "boolean":
		return g.random.Intn(3) > 0
	case n.Type == "string":
		if i := g.random.Intn(len(g.words) + 2); i < len(g.words) {
			return g.words[i]
		}
		return strconv.Itoa(g.random.Intn(2))
	case n.Type == "array":
		items := g.tree.Items(n)
		if items == nil {
			return []any{}
		}
		item := at + "[*]"
		list := []any{}
		for range g.random.Intn(2) + truthOf(g.leads(item)) {
			list = append(list, g.value(items, item))
		}
		return list
	}
	object := map[string]any{}
	if values := g.tree.Values(n); values != nil {
		for _, name := range append([]string{"k"}, g.words...) {
			if place := join(at, name); place == g.absent && g.emptied {
				object[name] = g.value(values, place)
			} else if place != g.absent && (g.random.Intn(2) == 0 || g.leads(at+"[*]")) {
				child := place
				if g.leads(at + "[*]") {
					child = at + "[*]"
				}
				object[name] = g.value(values, child)
			}
		}
	}
	for id := n.ID + 1; id < n.End; id = g.tree.Nodes[id].End {
		c := &g.tree.Nodes[id]
		place := join(at, c.Name)
		if c.Role != schematree.RoleProperty || place == g.absent && !g.emptied {
			continue
		}
		if place == g.absent || g.leads(place) || g.tree.Required(c) || c.Default != nil || g.random.Intn(3) > 0 {
			object[c.Name] = g.value(c, place)
		}
	}
	return object
}

func (g *generator) leads(place string) bool { return g.forced && liesBelow(g.absent, place) }

func truthOf(b bool) int {
	if b {
		return 1
	}
	return 0
}

func TestSamePlaces(t *testing.T) {
	for _, c := range []struct {
		text, above string
		want        bool
	}{
		{"self.spec.tls", "self.spec", true}, {"self.specs", "self.spec", false}, {"self.spec", "self.spec", false},
		{"self.spec", "self.", true}, {"self.l[*].a", "self.l", true},
	} {
		if got := liesBelow(c.text, c.above); got != c.want {
			t.Errorf("%s below %s: %v", c.text, c.above, got)
		}
	}
	if slices.Contains([]bool{join("self.", "a") == "self.a", join("self.a", "b") == "self.a.b"}, false) {
		t.Error("places are joined wrongly")
	}
}
