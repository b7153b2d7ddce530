package celrule

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/types"
	apiservercel "k8s.io/apiserver/pkg/cel"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamldecode"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/testkit/steer"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// inferBoth finds the types of an expression by inference and with cel-go's
// checker, and fails if inference finds something else. It reports whether
// inference found them at all.
func inferBoth(t testing.TB, s *scope, text string) bool {
	t.Helper()
	b := s.base
	from := parseAny(b, text)
	if from == nil {
		return false
	}
	got, ok := infer(from, b.overloads, s)
	if !ok {
		return false
	}
	want, errs, err := s.check(parseAny(b, text), common.NewTextSource(text))
	if err != nil {
		t.Fatal(err)
	}
	if len(errs.GetErrors()) > 0 {
		t.Fatalf("%q was found good: %s", text, errs.ToDisplayString())
	}
	for id, w := range want.TypeMap() {
		if g := got.TypeMap()[id]; !w.IsExactType(g) {
			t.Fatalf("%q, node %d: %s, want %s", text, id, g, w)
		}
	}
	for id, w := range want.ReferenceMap() {
		if g := got.ReferenceMap()[id]; g == nil || !w.Equals(g) {
			t.Fatalf("%q, node %d: %v, want %v", text, id, g, w)
		}
	}
	if len(got.TypeMap()) != len(want.TypeMap()) || len(got.ReferenceMap()) != len(want.ReferenceMap()) {
		t.Fatalf("%q: %d types and %d references, want %d and %d", text,
			len(got.TypeMap()), len(got.ReferenceMap()), len(want.TypeMap()), len(want.ReferenceMap()))
	}
	root := got.Expr().ID()
	for _, k := range []*types.Type{types.BoolType, types.StringType} {
		if (got.GetType(root) == k) != (want.GetType(root) == k) {
			t.Fatalf("%q: another instance of type %s", text, k)
		}
	}
	return true
}

// parseAny parses a text by the parser of this package or by cel-go's; nil if it is not CEL.
func parseAny(b *base, text string) *parsed {
	if from, ok := b.parser.parse(text, common.NewTextSource(text)); ok {
		return from
	}
	if a, issues := b.env.Parse(text); issues.Err() == nil {
		return &parsed{tree: a.NativeRep(), filled: true}
	}
	return nil
}

func sampleSchema() *schema.Schema {
	text := func(format string) *schema.Schema { return &schema.Schema{Type: "string", Format: format} }
	list := func(s *schema.Schema) *schema.Schema {
		return &schema.Schema{Type: "array", Items: &schema.Items{Schema: s}}
	}
	values := func(s *schema.Schema) *schema.Schema {
		return &schema.Schema{Type: "object", AdditionalProperties: &schema.SchemaOrBool{Allows: true, Schema: s}}
	}
	object := func(p ...schema.Property) *schema.Schema {
		return &schema.Schema{Type: "object", Properties: schema.NewProperties(p)}
	}
	item := object(schema.Property{Name: "name", Schema: text("")}, schema.Property{Name: "port", Schema: &schema.Schema{Type: "integer"}})
	return object(
		schema.Property{Name: "a", Schema: &schema.Schema{Type: "integer"}},
		schema.Property{Name: "b", Schema: &schema.Schema{Type: "boolean"}},
		schema.Property{Name: "c", Schema: &schema.Schema{Type: "number"}},
		schema.Property{Name: "s", Schema: text("")},
		schema.Property{Name: "d", Schema: text("duration")},
		schema.Property{Name: "t", Schema: text("date-time")},
		schema.Property{Name: "y", Schema: text("byte")},
		schema.Property{Name: "x", Schema: &schema.Schema{XIntOrString: true}},
		schema.Property{Name: "l", Schema: list(text(""))},
		schema.Property{Name: "ll", Schema: list(list(&schema.Schema{Type: "integer"}))},
		schema.Property{Name: "o", Schema: list(item)},
		schema.Property{Name: "m", Schema: values(text(""))},
		schema.Property{Name: "mo", Schema: values(item)},
		schema.Property{Name: "lx", Schema: list(&schema.Schema{XIntOrString: true})},
		schema.Property{Name: "namespace", Schema: text("")},
		schema.Property{Name: "e", Schema: &schema.Schema{Type: "object", XEmbeddedResource: true, XPreserveUnknownFields: ptr(true)}},
	)
}

func ptr[T any](v T) *T { return &v }

// inferred are expressions whose types inference finds.
var inferred = []string{
	`self.a > 1`, `self.a == 1 && self.s == 'x' || !self.b`, `self.c < 1.5`, `self.a < 1.5`, `self.a in [1, 2]`, `self.s in self.l`, `'k' in self.m`,
	`has(self.s) ? self.s.matches('a') : self.b`, `size(self.s) + size(self.l) == self.l.size()`, `self.s + 'a' != ''`, `self.l == self.l`,
	`self.l.all(x, x.startsWith('a'))`, `self.o.exists(x, x.name == self.s && x.port > 0)`, `self.o.exists_one(x, has(x.name))`,
	`self.m.all(k, self.m[k] != '')`, `self.m.all(k, v, k != v)`, `self.mo.exists(k, v, v.port == 1)`, `self.l.all(i, v, i < 3 && v != '')`,
	`self.l.filter(x, x != 'a').size() <= 1`, `self.l.map(x, x + 'a') == self.l`, `self.l.map(x, x != 'a', x.size()).all(x, x > 1)`,
	`self.o.filter(f, f.name == 'a').map(f, f.port).exists(x, x in self.o.map(f, f.port))`, `self.m.filter(k, k != '') == self.m.map(k, self.m[k])`,
	`self.ll.map(x, x.filter(y, y > 0)).map(x, x.map(y, [y])) == [[[1]]]`, `self.l.map(x, self.l.map(y, x + y)).all(x, x.size() > 0)`,
	`self.l.filter(self, self == 'a').size() == 1`, `self.l.filter(x, x == 'a' ? true : false) + ['b'] == self.l`, `self.l.map(x, x == 'a') == [true]`,
	`self.ll[0][1] == -1`, `self.ll.all(x, x.all(y, y > 0))`, `self.o[0].name`, `self.mo['a'].port`, `self.m.a`, `has(self.m.a)`,
	`self.d > duration('1s')`, `self.t < timestamp('2020-01-01T00:00:00Z')`, `self.t - self.t == self.d`, `self.t.getFullYear() > 2000`, `self.y == b'a'`,
	`oldSelf.a <= self.a`, `self == oldSelf`, `self.namespace == 'x'`, `self.__namespace__ == 'x'`, `self.e.metadata.name == self.e.kind`,
	`self.ll[0].sum() > 0`, `self.l.isSorted()`, `self.l.indexOf('a') > 0`, `self.s.split(',')[0]`, `self.l.join(',')`, `self.s.find('a')`,
	`url(self.s).getHost() == ''`, `quantity(self.s) == quantity('1')`, `quantity(self.s).isLessThan(quantity('2'))`, `isQuantity(self.s)`,
	`ip(self.s).family() == 4`, `cidr(self.s).containsIP('1.1.1.1')`, `semver(self.s).major() > 1`, `self.s.lowerAscii().trim().replace('a', 'b').substring(1) == ''`,
	`string(self.a)`, `int(self.s) > 1`, `double(self.a) > 0.1`, `[self.a, 1, 2].size()`, `[[1], [2]].size() == 2`, `self.l.slice(0, 1) == ['a']`, `'%s'.format([self.s])`,
	`self.l.all(self, self == 'a')`, `-self.a < 0`, `self.a % 2 == 0 ? 'x' : 'y'`, `self.l.reverse() == self.l.distinct()`,
}

// uninferred are left to cel-go's checker: some are good, some are not.
var uninferred = []string{
	`self.x == 1`, `type(self.a) == int`, `self.x == 'a' || self.b`, `self.l.map(x, x)`, `self.l.filter(x, x == '')`, `[] == self.l`, `{}`, `{'a': 1}`, `self.?a`, `self.m[?'a']`,
	`optional.of(1)`, `null`, `self.s == null`, `[1, 'a']`, `self.lx[0]`, `self.nope`, `nope`, `self.a.b`, `self.a + 's'`, `self.s > 1`, `self.a()`, `f(self.a)`, `self.s.f()`,
	`self.a ? 1 : 2`, `self.b ? 1 : 'a'`, `!self.a`, `self.b && self.a`, `self.b || 1`, `self.a.all(x, true)`, `self.l.all(x, x)`, `sets.contains(self.l, ['a'])`, `format.dns1123Label()`, `int`, `dyn(self.a)`, `.self.a`,
	`self.o.all(x, x.nope)`, `self.l.all(x, y)`, `selfType00`, `selfType00{}`, `math`, `self.m.all(k, self.m[1])`, `self.o.sortBy(x, x.name)`,
}

func TestInferenceEqualsCELGo(t *testing.T) {
	decl := Decl(sampleSchema(), false)
	s := mustScope(t, mustBase(36), decl, false)
	for _, text := range inferred {
		if !inferBoth(t, s, text) {
			t.Errorf("%q was left to cel-go's checker", text)
		}
	}
	for _, text := range uninferred {
		if inferBoth(t, s, text) {
			t.Logf("%q was not left to cel-go's checker", text)
		}
	}
	for compat := 28; compat < 40; compat++ {
		s := mustScope(t, mustBase(compat), decl, false)
		for _, text := range slices.Concat(inferred, uninferred) {
			inferBoth(t, s, text)
		}
	}
}

// TestInferenceOnCorpus finds the types of all rules of public projects.
func TestInferenceOnCorpus(t *testing.T) {
	dir := sweep.Corpus()
	files, _ := filepath.Glob(filepath.Join(dir, "dev", "*", "crds", "*.yaml"))
	if len(files) == 0 {
		t.Skip("NOT RUN: no corpus; set CRDTOOL_CORPUS")
	}
	b := mustBase(36)
	all, here := 0, 0
	for _, file := range sweep.Part(4, files) {
		for _, tree := range treesOf(t, file) {
			ts := NewCompiler(behaviour.Of(kube.Latest).CEL).Types(tree)
			for _, n := range tree.Nodes {
				if len(n.XValidations()) == 0 {
					continue
				}
				self, err := ts.Self(n.ID)
				if err != nil {
					t.Fatal(err)
				}
				s := mustScope(t, b, self.Decl, false)
				for _, r := range n.XValidations() {
					all++
					if inferBoth(t, s, r.Rule) {
						here++
					}
				}
			}
		}
	}
	t.Logf("%d rules, the types of %d inferred", all, here)
}

func treesOf(t testing.TB, file string) (trees []*schematree.Tree) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, doc := range source.Read(file, text).Documents {
		spec := source.Field(doc.Root, "spec")
		for _, v := range source.Field(spec, "versions").Content {
			n := source.Field(source.Field(v, "schema"), "openAPIV3Schema")
			s, err := schema.FromValue(yamldecode.Node{Node: n, By: &yamldecode.Decoder{}})
			if err != nil {
				t.Fatal(err)
			}
			trees = append(trees, schematree.New(s, nil))
		}
	}
	return trees
}

func FuzzInference(f *testing.F) {
	for _, text := range slices.Concat(inferred, uninferred) {
		f.Add(text)
	}
	s := mustScope(f, mustBase(36), Decl(sampleSchema(), false), false)
	f.Fuzz(func(t *testing.T, text string) { inferBoth(t, s, text) })
}

func TestSeedsInference(t *testing.T) {
	texts := steer.NewTexts(slices.Concat(inferred, uninferred), pieces...)
	s := mustScope(t, mustBase(36), Decl(sampleSchema(), false), false)
	found := 0
	steer.Seeds(t, 1000, func(t *testing.T, seed uint64) {
		if inferBoth(t, s, texts.Any(seed)) {
			found++
		}
	})
	t.Logf("the types of %d are found", found)
}

func mustScope(t testing.TB, b *base, decl *apiservercel.DeclType, optional bool) *scope {
	t.Helper()
	s, err := b.scope(decl, optional)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
