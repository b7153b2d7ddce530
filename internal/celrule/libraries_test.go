package celrule

import (
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/kube"

	"github.com/google/cel-go/cel"
)

// TestNamesOfOptions checks that the names written beside options are all that
// the options declare.
func TestNamesOfOptions(t *testing.T) {
	all := parts(kube.Latest.Behaviour().CEL.Stored, kube.Latest.Behaviour().CEL.Checker)
	for i, o := range all {
		if len(o.names) == 0 {
			continue
		}
		var others []cel.EnvOption
		for j, p := range all {
			if j != i && p.in && !slices.Equal(p.names, o.names) {
				others = append(others, p.env...)
			}
		}
		without, err := cel.NewEnv(others...)
		if err != nil {
			t.Fatal(err)
		}
		with, err := without.Extend(o.env...)
		if err != nil {
			t.Fatal(err)
		}
		before, after := declared(without), declared(with)
		for name, what := range after {
			if before[name] != what && !slices.ContainsFunc(o.names, func(n string) bool { return strings.Contains(name, n) }) {
				t.Errorf("options %d declare %s: %s", i, name, what)
			}
		}
		if a, b := features(without), features(with); !slices.Equal(a, b) {
			t.Errorf("options %d change features: %v, %v", i, a, b)
		}
	}
}

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
		names[m.Function()+" macro"] += m.MacroKey()
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

// TestStoredAndNewAreAlike checks that no expression is thought to mean the
// same in both environments when a name in it does not.
func TestStoredAndNewAreAlike(t *testing.T) {
	for minor := 28; minor <= kube.Latest.Minor+1; minor++ {
		of := kube.Version{Minor: minor}.Behaviour().CEL
		c := NewCompiler(of)
		if !c.alike {
			continue
		}
		young, err := NewEnv(of.New, of.Checker)
		if err != nil {
			t.Fatal(err)
		}
		old, err := NewEnv(of.Stored, of.Checker)
		if err != nil {
			t.Fatal(err)
		}
		a, b := declared(young), declared(old)
		for name, what := range b {
			if text, _, _ := strings.Cut(name, " "); a[name] != what && c.enough(text, Stored) != Stored {
				t.Errorf("1.%d: %q differs", minor, name)
			}
		}
	}
}
