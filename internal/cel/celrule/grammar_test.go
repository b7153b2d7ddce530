package celrule

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"sync"
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/testkit/sweep"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/ast"
	apiservercel "k8s.io/apiserver/pkg/cel"

	"github.com/crdtool/crdtool/internal/testkit/celgen"
	"github.com/crdtool/crdtool/internal/testkit/steer"
	"github.com/crdtool/crdtool/kube"
)

// FuzzGrammar compares what is compiled here with what cel-go makes of it, on
// expressions over real schemas with all functions, macros and forms of literals:
// the trees, the types, and the words of all errors.
func FuzzGrammar(f *testing.F) {
	for seed := range uint64(60) {
		data := steer.Random(seed, 10+3*int(seed))
		data[0] = 0 // the schemas of others take longer to read than the seeds have
		if seed%8 == 0 {
			data[0] = 5
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1000 {
			return
		}
		compareGrammar(t, data)
	})
}

// TestSeedsGrammar is about the schemas of others, too, if more than a few seeds are asked for.
func TestSeedsGrammar(t *testing.T) {
	steer.Seeds(t, 300, func(t *testing.T, seed uint64) {
		data := steer.Bytes(seed, 10, 200)
		if seed < 1000 {
			data[0] = 0
		}
		compareGrammar(t, data)
	})
}

func compareGrammar(t *testing.T, data []byte) (taken, inferred bool, refused string) {
	c := steer.By(data)
	s := subjects()[c.Of(len(subjects()))]
	in := s.in(t, situation{c.Of(len(s.decls())), steer.From(c, 36, 36, 36, 37, 33, 30, 28), c.Seldom(8)})
	text := in.generator.Expression(c, celgen.Options{OldSelf: true, Optional: in.optional})
	if len(text) > 5000 {
		return
	}
	taken = parseBoth(t, in.base, text)
	inferred = inferBoth(t, in.unoptional, text)
	x, err := in.base.compile(text, &ruleKind, in.scope)
	if err != nil {
		t.Fatal(err)
	}
	if x.Error != nil {
		refused = x.Error.Detail
	}
	comparePlain(t, in, text, x)
	if want := compileIn(in.env, text); unnumbered(refused) != unnumbered(want) {
		t.Errorf("%+v, %q\ngot  %q\nwant %q", in.base.has, text, refused, want)
	}
	return taken, inferred, refused
}

var typeParameter = regexp.MustCompile(`_var[0-9]+`)

// unnumbered takes the numbers off the types that cel-go could not find out. It
// tries overloads in any order, and so counts differently each time.
func unnumbered(message string) string { return typeParameter.ReplaceAllString(message, "_var") }

// TestGrammarIsMostlyGood holds that the generator makes what it is meant to.
func TestGrammarIsMostlyGood(t *testing.T) {
	all, here, typed, good := 0, 0, 0, 0
	for seed := range uint64(300) {
		data := steer.Random(seed, 10+int(seed)/2)
		data[0] = 0
		taken, inferred, refused := compareGrammar(t, data)
		all++
		for n, is := range map[*int]bool{&here: taken, &typed: inferred, &good: refused == ""} {
			if is {
				*n++
			}
		}
	}
	t.Logf("of %d, %d were parsed here, the types of %d found, %d are good", all, here, typed, good)
	if here*2 < all || typed*6 < all || good*4 < all {
		t.Error("few are parsed here, or typed, or good")
	}
}

// A subject is what expressions are about: a type, and what compares them in each
// environment.
type subject struct {
	decls func() []*apiservercel.DeclType

	mu    sync.Mutex
	built map[situation]*inside
}

type situation struct {
	decl, compat int
	optional     bool
}

type inside struct {
	base       *base
	decl       *apiservercel.DeclType
	scope      *scope
	unoptional *scope // in which oldSelf is no optional
	shared     map[*base]*scope
	env        *cel.Env
	optional   bool
	generator  *celgen.Scope
}

// in returns one of the types of a subject in an environment.
func (s *subject) in(t *testing.T, at situation) *inside {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.built[at] == nil {
		b := basesOf(at.compat)
		decl := s.decls()[at.decl]
		s.built[at] = &inside{
			base: b, decl: decl, scope: mustScope(t, b, decl, at.optional), unoptional: mustScope(t, b, decl, false), shared: map[*base]*scope{},
			env: environmentOf(t, b, decl, at.optional), optional: at.optional, generator: celgen.NewScope(decl),
		}
	}
	return s.built[at]
}

var (
	bases   = map[int]*base{}
	basesMu sync.Mutex
)

func basesOf(compat int) *base {
	basesMu.Lock()
	defer basesMu.Unlock()
	if bases[compat] == nil {
		bases[compat] = mustBase(compat)
	}
	return bases[compat]
}

// subjects are the sample, and types of CRDs in this repository and, where it is
// checked out, the corpus. There are always as many.
var subjects = sync.OnceValue(func() []*subject {
	sample := func() []*apiservercel.DeclType { return []*apiservercel.DeclType{Decl(sampleSchema(), false)} }
	var all []*subject
	add := func(decls func() []*apiservercel.DeclType) {
		all = append(all, &subject{decls: sync.OnceValue(decls), built: map[situation]*inside{}})
	}
	for range 5 {
		add(sample)
	}
	add(func() []*apiservercel.DeclType { return declsOf("../../../examples/widgets.yaml") })
	for _, pattern := range []string{"*gateway-api.standard/crds/*httproutes*", "*karpenter*/crds/*nodepools*", "*kueue/crds/*workloads*", "*cert-manager/crds/*certificates*"} {
		dir := sweep.Corpus()
		files, _ := filepath.Glob(filepath.Join(dir, "dev", pattern))
		if len(files) == 0 {
			add(sample)
			continue
		}
		add(func() []*apiservercel.DeclType { return declsOf(files[0]) })
	}
	return all
})

// declsOf are the types of the places of a CRD that rules stand at.
func declsOf(file string) (decls []*apiservercel.DeclType) {
	for _, tree := range treesOf(noTest{}, file) {
		ts := NewCompiler(behaviour.Of(kube.Latest).CEL).Types(tree)
		for _, n := range tree.Nodes {
			if n.ID == 0 || len(n.XValidations()) > 0 {
				if self, err := ts.Self(n.ID); err == nil {
					decls = append(decls, self.Decl)
				}
			}
		}
	}
	return decls
}

// noTest stands for a test where a file that cannot be read ends all of them.
type noTest struct{ testing.TB }

func (noTest) Fatal(args ...any) { panic(args) }

var plainly = sync.OnceValue(func() *Compiler { return NewCompiler(behaviour.Of(kube.Latest).CEL) })

// comparePlain compiles a text with no more than it speaks of, if it is plain, and compares
// it with what it is with everything.
func comparePlain(t *testing.T, in *inside, text string, whole *Expression) {
	on := newServer(in.base.of, in.base.has)
	b, err := plainly().base(on, func() setting { common, _ := on.settings(text, in.optional); return common }())
	if err != nil {
		t.Fatal(err)
	}
	if in.shared[b] == nil {
		in.shared[b] = mustScope(t, b, in.decl, in.optional)
	}
	x := b.plain(text, &ruleKind, in.shared[b])
	switch {
	case x == nil:
	case whole.Error != nil:
		t.Errorf("%+v, %q: plain, but %s", in.base.has, text, whole.Error.Detail)
	case fmt.Sprint(x.ast.TypeMap()) != fmt.Sprint(whole.ast.TypeMap()), !maps.EqualFunc(x.ast.ReferenceMap(), whole.ast.ReferenceMap(), (*ast.ReferenceInfo).Equals):
		t.Errorf("%+v, %q: another tree if it is plain", in.base.has, text)
	}
}

// TestSharedAsAlone holds that an expression is the same whichever server it was compiled for
// first, where servers share what they compile.
func TestSharedAsAlone(t *testing.T) {
	type asked struct{ together, alone *Compiler }
	var all []asked
	shared := NewShared()
	for _, v := range kube.Versions() {
		of := behaviour.Of(v).CEL
		all = append(all, asked{shared.Compiler(of), NewCompiler(of)})
	}
	decl := Decl(sampleSchema(), false)
	scope := celgen.NewScope(decl)
	again := 0
	steer.Seeds(t, 60, func(t *testing.T, seed uint64) {
		c := steer.By(steer.Bytes(seed, 10, 200))
		optional := c.Seldom(4)
		text := scope.Expression(c, celgen.Options{OldSelf: true, Optional: optional})
		shared.Expect(text)
		seen := map[*Expression]bool{}
		r := rand.New(rand.NewPCG(seed, 1))
		for _, i := range r.Perm(2 * len(all)) {
			of, env := all[i/2], Environment(i%2 == 1)
			x := of.together.Rule(text, of.together.SelfOf(decl), env, optional)
			want := of.alone.Rule(text, of.alone.SelfOf(decl), env, optional)
			if seen[x] {
				again++
			}
			seen[x] = true
			if (x.Error == nil) != (want.Error == nil) || x.Error != nil && unnumbered(x.Error.Detail) != unnumbered(want.Error.Detail) {
				t.Errorf("%q in %v of %v: together %v, alone %v", text, env, kube.Versions()[i/2], x.Error.Detail, want.Error)
			} else if x.Error == nil && (fmt.Sprint(x.ast.TypeMap()) != fmt.Sprint(want.ast.TypeMap()) || !maps.EqualFunc(x.ast.ReferenceMap(), want.ast.ReferenceMap(), (*ast.ReferenceInfo).Equals)) {
				t.Errorf("%q in %v: another tree", text, env)
			}
		}
	})
	if again < 500 {
		t.Errorf("%d expressions were not compiled again", again)
	}
}
