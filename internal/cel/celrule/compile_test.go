package celrule

import (
	"testing"

	"github.com/google/cel-go/cel"
	apiservercel "k8s.io/apiserver/pkg/cel"
)

// literals are texts about which the checks of literals, or the planning of the
// program, have something to say, and some that only look so.
var literals = []string{
	`duration('x') == self.d`, `duration('1s') == self.d`, `timestamp('x') == self.t`, `self.t > timestamp('2020-01-01T00:00:00Z')`,
	`self.s.matches('[')`, `self.s.matches('a')`, `'duration' == self.s`, `'%d'.format(['a']) == ''`, `'%s'.format([self.s]) == ''`, `'%'.format([]) == ''`,
	`matches('[', self.s)`, `matches(self.s, '[')`, `'['.matches('a')`, `self.s.matches('[') && self.s.matches('a')`, `self.s.matches('a') && self.s.matches('[')`, `self.s.matches('a{1001}')`, `self.s.matches('(?i)a')`, `self.s.find('a') == '' || self.s.find('(?<a') == ''`,
	`[1, 'a'] == []`, `[1, 2] == [1]`, `{'a': 1, 'b': 'c'} == {}`, `[[1], ['a']] == []`, `{1: 2} == {}`,
	`int('x') > 1`, `self.s.find('[') == ''`, `self.s.findAll('(') == []`, `type(self.d) == duration`, `1 / 0 > 1`, `self.l.all(x, x.matches('('))`,
	`duration == duration`, `int == int`, `self.s != string`, `timestamp in [timestamp]`, `google.protobuf.Duration == duration`, `[int, bool] == []`, `optional_type == optional_type`,
	`self.l[0] == 'a'`, `{true: 1}[true] == 1`, `{1u: 1}[1u] == 1`, `dyn({'a': 1})[b'a'] == 1`, `dyn({'a': 1})[null] == 1`, `dyn([1])[1.5] == 1`,
	`{dyn(duration('1s')): 1}[duration('1s')] == 1`, `dyn(self).x['a'] == self`, `[1, 2][dyn('a')] == 1`, `{'a': 1, 'a': 2} == {}`, `1 in [1, 1u, b'a']`,
	`[?self.x] == []`, `{?'a': dyn(1)} == {}`, `[1, ?dyn(optional.of(1))] == []`, `[?optional.of(1)] == [1]`, `{?'a': optional.of(self.x)} == {}`,
}

// TestCompileEqualsCELGo holds the expressions that are compiled here against
// what cel-go's own Env says of them: parsing, types, literals and programs.
func TestCompileEqualsCELGo(t *testing.T) {
	decl := Decl(sampleSchema(), false)
	refused := 0
	for _, compat := range []int{28, 30, 33, 36} {
		b := mustBase(compat)
		for _, list := range [][]string{literals, inferred, uninferred, taken, left} {
			for _, text := range list {
				got := ""
				s, err := b.scope(decl, false)
				if err != nil {
					t.Fatal(err)
				}
				x, err := b.compile(text, &ruleKind, s)
				if err != nil {
					t.Fatal(err)
				}
				if x.Error != nil {
					got = x.Error.Detail
					refused++
				}
				if want := compileByLibrary(t, b, decl, text); got != want {
					t.Errorf("1.%d, %q: %q, want %q", compat, text, got, want)
				}
			}
		}
	}
	if refused == 0 {
		t.Error("nothing was refused")
	}
}

// compileByLibrary returns why the server refuses a rule, "" if it does not.
func compileByLibrary(t *testing.T, b *base, decl *apiservercel.DeclType, text string) string {
	t.Helper()
	return compileIn(environmentOf(t, b, decl, false), text)
}

// environmentOf returns cel-go's own environment for self of a type.
func environmentOf(t testing.TB, b *base, decl *apiservercel.DeclType, optional bool) *cel.Env {
	t.Helper()
	s, err := b.scope(decl, optional)
	if err != nil {
		t.Fatal(err)
	}
	env, err := b.env.Extend(cel.CustomTypeProvider(s.provider), cel.Variable(self, s.self), cel.Variable(oldSelf, s.old))
	if err != nil {
		t.Fatal(err)
	}
	return env
}

func compileIn(env *cel.Env, text string) (refused string) {
	defer func() {
		if recover() != nil {
			refused = ruleKind.compilation + errLiteralsPanic.Error()
		}
	}()
	a, issues := env.Compile(text)
	if issues.Err() != nil {
		return ruleKind.compilation + issues.String()
	}
	if a.OutputType() != ruleKind.result {
		return ruleKind.wrongResult
	}
	if _, err := env.Program(a); err != nil {
		return ruleKind.instantiation + err.Error()
	}
	return ""
}
