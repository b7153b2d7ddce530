package celcheck

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/checker"
	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/apiserver/pkg/cel/environment"
	"k8s.io/apiserver/pkg/cel/library"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/kube"
)

// TestLibrariesEqualKubernetes compares the environments of all versions with
// those of k8s.io/apiserver/pkg/cel/environment.
func TestLibrariesEqualKubernetes(t *testing.T) {
	for minor := 25; minor <= kube.Latest.Minor; minor++ {
		set := environment.MustBaseEnvSet(version.MajorMinor(1, uint(minor)))
		compareEnvironments(t, kube.Version{Minor: minor}, set.NewExpressionsEnv())
		compareEnvironments(t, kube.Latest, set.StoredExpressionsEnv())
	}
}

func compareEnvironments(t *testing.T, v kube.Version, want *cel.Env) {
	t.Helper()
	got, err := celrule.NewEnv(behaviour.Of(v).CEL.Stored, behaviour.Of(kube.Latest).CEL.Checker)
	if err != nil {
		t.Fatal(err)
	}
	g, w := describe(got), describe(want)
	if len(g) != len(w) {
		t.Errorf("%s: %d facts, want %d", v, len(g), len(w))
	}
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			t.Errorf("%s:\ngot  %s\nwant %s", v, g[i], w[i])
			break
		}
	}
}

var eagerly, _ = cel.NewCustomEnv(cel.EagerlyValidateDeclarations(true))

// describe lists what is in an environment, and what it makes of expressions.
func describe(env *cel.Env) []string {
	var facts []string
	fact := func(format string, args ...any) { facts = append(facts, fmt.Sprintf(format, args...)) }
	for name, f := range env.Functions() {
		for _, o := range f.OverloadDecls() {
			fact("function %s %s member=%v %v %v nonstrict=%v off=%v", name, o.ID(), o.IsMemberFunction(),
				o.ArgTypes(), o.ResultType(), o.IsNonStrict(), f.IsDeclarationDisabled())
		}
	}
	for _, l := range env.Libraries() {
		fact("library %s", l)
	}
	for _, v := range env.Variables() {
		fact("variable %s %s", v.Name(), v.Type())
	}
	slices.Sort(facts) // what follows is ordered
	for _, m := range env.Macros() {
		fact("macro %s", m.MacroKey())
	}
	for _, v := range env.Validators() {
		fact("validator %s", v.Name())
	}
	for feature := range 64 {
		if eagerly.HasFeature(feature) {
			continue // says when declarations are checked, not what they are
		}
		fact("feature %d %v", feature, env.HasFeature(feature))
	}
	for _, text := range everyLibrary {
		fact("%s: %s", text, outcome(env, text))
	}
	return facts
}

func outcome(env *cel.Env, text string) string {
	checked, issues := env.Compile(text)
	if issues.Err() != nil {
		return issues.Err().Error()
	}
	cost, err := env.EstimateCost(checked, &library.CostEstimator{SizeEstimator: sizeless{}})
	if err != nil {
		return err.Error()
	}
	program, err := env.Program(checked)
	if err != nil {
		return err.Error()
	}
	value, details, err := program.Eval(cel.NoVars())
	return strings.Join([]string{fmt.Sprint(checked.OutputType(), cost, value, err), fmt.Sprint(*details.ActualCost())}, " ")
}

// everyLibrary uses something of each version of each library.
var everyLibrary = []string{
	`has({'a': 1}.a)`, `1 < 2.0`, `1u == 1`, `[1, 'a'].size()`, `{'a': 1, 'b': 'c'}.size()`, `duration('1s') < duration('1h')`,
	`duration('x')`, `timestamp('x')`, `'a'.matches('[')`, `'abc'.matches('a.c')`, `matches('abc', 'a.c')`, `'a1b2'.find('[0-9]')`, `'a1b2'.findAll('[0-9]', 1)`, `'a'.find('[')`,
	`timestamp('2020-01-01T00:00:00Z').getHours()`, `url('https://a.b:80/c').getHost()`, `isURL('x')`,
	`[1, 3, 2].isSorted()`, `[1, 2].sum()`, `[1, 2].min()`, `[1, 2].max()`, `[1, 2].indexOf(2)`, `['a', 'b'].lastIndexOf('b')`, `[1, 2].includes(1)`,
	`{}.?a.orValue(1)`, `optional.of(1).hasValue()`, `[?optional.none()].size()`, `optional.of([1]).optMap(x, x).hasValue()`,
	`quantity('1Gi').isGreaterThan(quantity('1Mi'))`, `isQuantity('1x')`, `quantity('1') == quantity('1000m')`,
	`'abc'.charAt(1)`, `'a,b'.split(',')`, `['a', 'b'].join(',')`, `'aXb'.lowerAscii()`, `'a%sb'.format(['x'])`, `'%d'.format(['x'])`, `strings.quote('a')`, `'abc'.reverse()`, `'abab'.replace('a', 'b')`, `'abc'.substring(1)`, `' a '.trim()`,
	`sets.contains([1, 2], [1])`, `sets.equivalent([1], [1])`, `sets.intersects([1], [2])`,
	`ip('1.2.3.4').family()`, `isIP('x')`, `ip.isCanonical('::1')`, `cidr('10.0.0.0/8').containsIP('10.1.1.1')`, `isCIDR('10.0.0.0/8')`,
	`format.dns1123Label().validate('x').hasValue()`, `format.named('nope').hasValue()`,
	`[1, 2].all(i, v, i < v)`, `{'a': 1}.transformList(k, v, k)`, `{'a': 1}.transformMap(k, v, v + 1)`, `[1].exists(i, v, v == 1)`,
	`semver('1.2.3').isLessThan(semver('1.2.4'))`, `isSemver('v1', true)`, `semver('1.0', true).major()`,
	`[3, 1].sort()`, `[[1], [2]].flatten()`, `[1, 2, 3].slice(0, 2)`, `lists.range(3)`, `[1, 1].distinct()`, `[1, 2].reverse()`, `[{'a': 2}, {'a': 1}].sortBy(x, x.a)`,
	`{'a': 1}.all(k, k == 'a')`, `'a'.startsWith('b') || 'ab'.endsWith('b') || 'ab'.contains('a')`, `1 + 1 == 2 ? 'x' : 'y'`, `int('1') + int('x')`, `size('äö')`, `b'a' + b'b'`, `string(1)`, `type(1) == int`,
	`cel.bind(x, 1, x)`, `math.greatest(1, 2)`, `base64.encode(b'a')`,
}

// sizeless knows no sizes.
type sizeless struct{}

func (sizeless) EstimateSize(checker.AstNode) *checker.SizeEstimate { return nil }

func (sizeless) EstimateCallCost(string, string, *checker.AstNode, []checker.AstNode) *checker.CallEstimate {
	return nil
}
