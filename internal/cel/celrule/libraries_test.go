package celrule

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/ast"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/kube"
)

// TestNamesOfOptions checks that the names written beside options are all that
// the options declare.
func TestNamesOfOptions(t *testing.T) {
	of := behaviour.Of(kube.Latest).CEL
	for _, e := range []behaviour.Environment{of.Stored, {}} {
		for i, o := range parts(e, of.Checker) {
			if len(o.names) == 0 {
				continue
			}
			without, err := cel.NewEnv()
			if err != nil {
				t.Fatal(err)
			}
			with, err := without.Extend(o.env...)
			if err != nil {
				t.Fatal(err)
			}
			before, after := declared(without), declared(with)
			for name, what := range after {
				switch {
				case before[name] == what, strings.HasPrefix(name, "@"), slices.Contains(withOneVariable, name):
				case name == "_[_]", strings.HasPrefix(name, "_?"), strings.HasPrefix(name, "_[?"): // need an optional
				default:
					if first, _, _ := strings.Cut(strings.TrimSuffix(name, " macro"), "."); !slices.Contains(o.names, first) {
						t.Errorf("options %d declare %s: %s", i, name, what)
					}
				}
			}
			ofFormat := func(name string) bool { return name == "cel.validator.string_format" } // looks at calls of format
			if a, b := features(without), slices.DeleteFunc(features(with), ofFormat); !slices.Equal(a, b) {
				t.Errorf("options %d change features: %v, %v", i, a, b)
			}
		}
	}
}

// withOneVariable are macros that have another meaning with two.
var withOneVariable = []string{"all macro", "exists macro", "exists_one macro"}

// declared returns what names mean: functions with their overloads, and macros.
func declared(env *cel.Env) map[string]string {
	names := map[string]string{}
	for name, f := range env.Functions() {
		var overloads []string
		for _, o := range f.OverloadDecls() {
			overloads = append(overloads, o.ID())
		}
		slices.Sort(overloads)
		names[name] = strings.Join(overloads, " ")
	}
	for _, m := range env.Macros() {
		// What is declared twice is the later one.
		if name := m.Function() + " macro"; !strings.Contains(names[name], m.MacroKey()) {
			names[name] += m.MacroKey()
		}
	}
	for _, v := range env.Variables() {
		names[v.Name()] += "variable"
	}
	return names
}

func features(env *cel.Env) []string {
	var all []string
	for _, v := range env.Validators() {
		all = append(all, v.Name())
	}
	for f := range 64 {
		if env.HasFeature(f) {
			all = append(all, string(rune('a'+f)))
		}
	}
	return slices.Sorted(slices.Values(all))
}

// TestPlainIsAlone compiles expressions on all servers, with what they have in common
// and without, and compares what comes of it.
func TestPlainIsAlone(t *testing.T) {
	texts := sweep.Part(8, slices.Concat(literals, inferred, uninferred, taken, left, everyName(), asFields()))
	shared := NewShared()
	plain, refused := 0, 0
	decl := Decl(sampleSchema(), false)
	for minor := 25; minor <= kube.Latest.Minor; minor++ {
		c := shared.Compiler(behaviour.Of(kube.Version{Minor: minor}).CEL)
		for _, e := range []Environment{New, Stored} {
			on := c.server(e)
			for _, text := range texts {
				self := c.SelfOf(decl)
				got := c.compile(place{kind: &ruleKind, self: self}, text, e)
				want, err := c.inScope(place{kind: &ruleKind, self: self}, text, on, on.alone())
				if err != nil {
					t.Fatal(err)
				}
				if (got.Error == nil) != (want.Error == nil) || got.Error != nil && (got.Error.Detail != want.Error.Detail || got.Error.Offset != want.Error.Offset || got.Error.Result != want.Error.Result || got.Error.Panics != want.Error.Panics) {
					t.Fatalf("1.%d %v %q: %+v, alone %+v", minor, e, text, got.Error, want.Error)
				}
				if got.Error != nil {
					refused++
					continue
				}
				if got.base.env != want.base.env {
					plain++
				}
				if got.Traits != want.Traits || got.UsesOldSelf != want.UsesOldSelf || !maps.EqualFunc(got.ast.ReferenceMap(), want.ast.ReferenceMap(), (*ast.ReferenceInfo).Equals) ||
					fmt.Sprint(got.ast.TypeMap()) != fmt.Sprint(want.ast.TypeMap()) {
					t.Errorf("1.%d %v %q: another tree", minor, e, text)
				}
			}
		}
	}
	t.Logf("%d plain, %d refused", plain, refused)
	if plain < 60 || refused < 60 || sweep.Thorough() && (plain < 500 || refused < 500) {
		t.Error("too few")
	}
}

// everyName calls each function and macro that any part has, rightly or not.
func everyName() (texts []string) {
	for _, o := range parts(behaviour.Of(kube.Latest).CEL.Stored, behaviour.Checker{}) {
		for _, name := range o.names {
			texts = append(texts, "self.s."+name+"() == self.s", name+"(self.s)", "self.s."+name+"('a') != 'b'", name, "self.s == '"+name+"'")
		}
	}
	return texts
}

// asFields writes names as fields, called ones and others, with what may stand around a dot.
func asFields() (texts []string) {
	names := slices.Concat(sensitiveNames, optionalNames, []string{"namespace", "string", "size"})
	for _, name := range names {
		texts = append(texts, "self.m."+name+" == 'a'", "self . m .\n"+name+" == 'a'", "has(self.m."+name+")", "self.s."+name+" ('a') == 'a'",
			name+" ('a') == 'a'", "."+name+" == 'a'", "'a' in ."+name, "self.b ? ."+name+"('a') == 'a' : true",
			"self.b && // of it.\n "+name+"('a') == 'a'", "self.b && // of it.\n "+name+" == 'a'", "['a'].all(x, x == self.m."+name+")",
			"type(self.s) == "+name, "self.in."+name+" == 'a'", "self.a.?"+name+".orValue(1) == 1", "self.a. ?"+name+".orValue(1) == 1")
	}
	for _, before := range []string{"'//' ", "'\\'//' ", "\"'//\" ", "'' ", "'a' ", "r'\\' ", "'''//''' ", "\"\" "} {
		texts = append(texts, before+"!= 'a' && // of it.\n value == 'a'", before+"!= 'a' && self.m.value == 'a'", before+"!= 'a' && self.m.value('//') == 'a'")
	}
	return append(texts, "self.b ?true : false", "self.l[?0].orValue('') == 'a'", "self.l[ ?0].orValue('') == 'a'", "[?self.?s] == []", "['a', ?self.?s] == []", "{?'a': self.?s} == {}",
		"self.namespace == 'a'", "self.b ? self.namespace == 'a' : true", "self.`namespace` == 'a'", "self.m.if == 'a'")
}

// TestAllOfTwoVariables: all, exists and exists_one with two variables are of the library that
// transformList is of, also where that is known from another text.
func TestAllOfTwoVariables(t *testing.T) {
	decl := Decl(sampleSchema(), false)
	for text, two := range map[string]bool{
		"[1].all(i, x, x > i)":            true,
		"[1].exists( (i) ,\n(x), x > i)":  true,
		"[1].exists_one(i, x, x > i)":     true,
		"[1].all(x, // i,\n x > 0)":       true, // or so it may be
		"[1].all(x, x > 0)":               false,
		"[1].exists(x, size([x, 1]) > 1)": false,
		"[1].all(x, x in [x, 1])":         false,
	} {
		if got := mentionsIn(text)&words()["transformList"] != 0; got != two {
			t.Errorf("%q: %v, want %v", text, got, two)
		}
	}
	c := NewCompiler(behaviour.Of(kube.Version{Minor: 32}).CEL)
	c.Expect("[1].transformList(i, x, x).size() > 0")
	const text = "[1].all(i, x, x > i)"
	if x := c.Rule(text, c.SelfOf(decl), Stored, false); x.Error != nil {
		t.Errorf("1.32 knows it in stored rules: %s", x.Error.Detail)
	}
	if x := c.Rule(text, c.SelfOf(decl), New, false); x.Error == nil {
		t.Error("1.32 knows it in new rules")
	}
}

// TestOptionalEntriesOfOlderServers: where an optional entry is no syntax, a macro that has it in
// an argument reads the rest.
func TestOptionalEntriesOfOlderServers(t *testing.T) {
	decl := Decl(sampleSchema(), false)
	for minor := 25; minor <= 28; minor++ {
		c := NewCompiler(behaviour.Of(kube.Version{Minor: minor}).CEL)
		for _, text := range []string{"[1].all(x, {?'a': x}.all(e, true))", "[1].map(x, google.protobuf.Int32Value{?value: x}).size() > 0"} {
			if x := c.Rule(text, c.SelfOf(decl), New, false); x.Error == nil || !strings.Contains(x.Error.Detail, "'?'") {
				t.Errorf("1.%d, %q: %v", minor, text, x.Error)
			}
		}
	}
}
