package celassist

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamldecode"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}

// assistant answers for the newest version.
var assistant = New([]kube.Version{kube.Latest})

// rule is an expression of a CRD that compiles.
type rule struct {
	schema *Schema
	tree   *schematree.Tree
	place  Place
	text   string
}

func (r *rule) with(text string) *Expression { return r.schema.Expression(text, r.place) }

// allRules returns the rules of the corpus and of the cases that compile on the newest version, each text once for a type
// of self.
func allRules(t testing.TB) []rule {
	t.Helper()
	list := readRules()
	if len(list) == 0 {
		t.Fatal("no rules found")
	}
	return list
}

var readRules = sync.OnceValue(func() []rule {
	var trees []*schematree.Tree
	files, _ := filepath.Glob(filepath.Join(sweep.Corpus(), "dev", "*", "crds", "*.yaml"))
	for _, file := range sweep.Part(4, files) {
		if text, err := os.ReadFile(file); err == nil {
			trees = append(trees, treesOf(file, text)...)
		}
	}
	cases, _ := filepath.Glob("../../../testdata/*/*/*.txtar")
	for _, file := range cases {
		text, _ := os.ReadFile(file)
		if crd, ok := golden.Parse(text).Get("crd.yaml"); ok && strings.Contains(string(crd), "rule:") {
			trees = append(trees, treesOf(file, crd)...)
		}
	}
	var list []rule
	seen := map[string]bool{}
	for _, tree := range trees {
		list = append(list, rulesOf(tree, seen)...)
	}
	return append(list, recordedRules()...)
})

// treesOf returns the schemas of a CRD; none if it cannot be read.
func treesOf(name string, text []byte) (trees []*schematree.Tree) {
	for _, doc := range source.Read(name, text).Documents {
		versions := source.Field(source.Field(doc.Root, "spec"), "versions")
		if versions == nil {
			continue
		}
		for _, v := range versions.Content {
			n := source.Field(source.Field(v, "schema"), "openAPIV3Schema")
			if n == nil {
				continue
			}
			if s, err := schema.FromValue(yamldecode.Node{Node: n, By: &yamldecode.Decoder{}}); err == nil {
				trees = append(trees, schematree.New(s, nil))
			}
		}
	}
	return trees
}

var compiler = celrule.NewCompiler(behaviour.Of(kube.Latest).CEL)

func rulesOf(tree *schematree.Tree, seen map[string]bool) (list []rule) {
	s := assistant.Schema(tree)
	ts := compiler.Types(tree)
	for i := range tree.Nodes {
		n := &tree.Nodes[i]
		if len(n.XValidations()) == 0 {
			continue
		}
		self, err := ts.Self(n.ID)
		if err != nil {
			continue
		}
		for _, r := range n.XValidations() {
			optional := r.OptionalOldSelf != nil && *r.OptionalOldSelf
			add := func(text string, x *celrule.Expression, isMessage bool) {
				if key := text + tree.Nodes[i].Name; text != "" && x.Error == nil && !seen[key] {
					seen[key] = true
					list = append(list, rule{s, tree, Place{Node: n.ID, IsMessage: isMessage, OptionalOldSelf: optional}, text})
				}
			}
			add(r.Rule, compiler.Rule(r.Rule, self, celrule.New, optional), false)
			add(r.MessageExpression, compiler.Message(r.MessageExpression, self, celrule.New, optional), true)
		}
	}
	return list
}

// recordedRules returns the expressions of testdata/cel that compile.
func recordedRules() (list []rule) {
	text, err := os.ReadFile("../../../testdata/cel/schema.json")
	if err != nil {
		panic(err)
	}
	s, err := schema.Parse(text)
	if err != nil {
		panic(err)
	}
	s.OwnRare().XValidations = []schema.ValidationRule{{Rule: "true"}}
	tree := schematree.New(s, nil)
	self, err := compiler.Types(tree).Self(0)
	if err != nil {
		panic(err)
	}
	of := assistant.Schema(tree)
	file, err := os.Open("../../../testdata/cel/expressions.jsonl")
	if err != nil {
		panic(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var line struct{ Rule string }
		if json.Unmarshal(lines.Bytes(), &line) == nil && compiler.Rule(line.Rule, self, celrule.New, false).Error == nil {
			list = append(list, rule{of, tree, Place{}, line.Rule})
		}
	}
	return list
}

// has returns the item with a label, or nil.
func has(c Completion, label string) *Item {
	i := slices.IndexFunc(c.Items, func(i Item) bool { return i.Label == label })
	if i < 0 {
		return nil
	}
	return &c.Items[i]
}
