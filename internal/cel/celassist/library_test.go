package celassist

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/kube"
)

// TestAllFunctionsAreDocumented: each function and macro of each version has a sentence and names of its parameters, and
// no sentence is about a function that no version has.
func TestAllFunctionsAreDocumented(t *testing.T) {
	l := newLibrary()
	used := map[*functionDoc]bool{}
	for _, name := range l.names {
		for i := range l.functions[name] {
			o := &l.functions[name][i]
			doc := docOf(name, o)
			if doc == nil {
				t.Errorf("%s (%s) has no documentation", name, o.ID())
				continue
			}
			used[doc] = true
			for _, p := range parameters(doc, o) {
				if strings.HasPrefix(p, "arg") && p != "arguments" {
					t.Errorf("%s (%s): the parameter %s has no name", name, o.ID(), p)
				}
			}
		}
	}
	for i := range functionDocs {
		if d := &functionDocs[i]; !used[d] || !strings.HasSuffix(d.text, ".") && !strings.HasSuffix(d.text, "`.") {
			t.Errorf("the documentation of %s %s is of no function, or no sentence", d.target, d.name)
		}
	}
	if known := slices.Sorted(maps.Keys(macros)); !slices.Equal(known, l.macroList) {
		t.Errorf("macros %q are documented, want %q", known, l.macroList)
	}
	for name, forms := range l.macros {
		for _, f := range forms {
			if !slices.ContainsFunc(macros[name].forms, func(d form) bool { return len(d.names) == f.args }) {
				t.Errorf("%s has a form with %d arguments without documentation", name, f.args)
			}
		}
		if len(forms) != len(macros[name].forms) {
			t.Errorf("%s: %d forms are documented, want %d", name, len(macros[name].forms), len(forms))
		}
	}
}

// TestDocumentedVersions: the first version of each function is the first that lets new rules use it.
func TestDocumentedVersions(t *testing.T) {
	l := newLibrary()
	for _, v := range kube.Versions() {
		want := celrule.NewCompiler(behaviour.Of(v).CEL).Names()
		var got []string
		since := func(of kube.Version) bool { return of.Minor > 0 && of.Minor <= v.Minor }
		for _, name := range l.names {
			if slices.ContainsFunc(l.functions[name], func(o overload) bool { return since(o.since) }) {
				got = append(got, name)
			}
		}
		for name, forms := range l.macros {
			if slices.ContainsFunc(forms, func(f macroForm) bool { return since(f.since) }) {
				got = append(got, name)
			}
		}
		slices.Sort(got)
		want = slices.DeleteFunc(want, func(name string) bool { return strings.Contains(name, "@") })
		if !slices.Equal(got, want) {
			t.Errorf("Kubernetes %s: got %q, want %q", v, got, want)
		}
	}
}

// TestNewerVersionsHaveAllOfOlderOnes: what the oldest of some versions has may be offered for all of them.
func TestNewerVersionsHaveAllOfOlderOnes(t *testing.T) {
	var before map[string]bool
	for _, v := range kube.Versions() {
		functions, macros := celrule.NewCompiler(behaviour.Of(v).CEL).Declared(celrule.New)
		now := map[string]bool{}
		for _, f := range functions {
			for _, o := range f.OverloadDecls() {
				now[f.Name()+" "+o.ID()] = true
			}
		}
		for _, m := range macros {
			now[m.Name+" "+string(rune('0'+m.Args))] = true
		}
		for name := range before {
			if !now[name] && name != "duration "+alwaysFails {
				t.Errorf("Kubernetes %s lacks %s", v, name)
			}
		}
		before = now
	}
	if len(before) < 200 {
		t.Errorf("the newest version has %d functions", len(before))
	}
}
