package celrule

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/testkit/sweep"

	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/ast"

	"github.com/crdtool/crdtool/internal/testkit/steer"
	"github.com/crdtool/crdtool/kube"
)

// mustBase returns the environment of a version that has all it knows, with errors as
// cel-go has them today.
func mustBase(minor int) *base {
	of, today := behaviour.Of(kube.Version{Minor: minor}).CEL, behaviour.Of(kube.Latest).CEL
	of.Checker, of.NoRuleVariable = today.Checker, today.NoRuleVariable
	b, err := newBase(of, of.Stored, present(of.Stored))
	if err != nil {
		panic(err)
	}
	return b
}

// parseBoth parses a text with both parsers, and fails if this package's takes
// it and makes something else of it than cel-go's. It reports whether it does.
func parseBoth(t testing.TB, b *base, text string) bool {
	t.Helper()
	got, ok := b.parser.parse(text, common.NewTextSource(text))
	if !ok {
		return false
	}
	want, issues := b.env.Parse(text)
	if issues.Err() != nil {
		t.Fatalf("%q is not CEL, but was taken: %v", text, issues.Err())
	}
	if g, w := dump(got.whole()), dump(want.NativeRep()); g != w {
		t.Fatalf("%q\ngot  %s\nwant %s", text, g, w)
	}
	return true
}

// whole is the tree with the places of its nodes.
func (p *parsed) whole() *ast.AST {
	p.info()
	return p.tree
}

// dump writes all that a tree holds.
func dump(a *ast.AST) string {
	var b strings.Builder
	dumpExpr(&b, a.Expr())
	info := a.SourceInfo()
	fmt.Fprint(&b, info.LineOffsets(), info.Description(), len(info.MacroCalls()), "\n")
	fmt.Fprint(&b, info.OffsetRanges()) // sorted by number
	return b.String()
}

func dumpExpr(b *strings.Builder, e ast.Expr) {
	fmt.Fprintf(b, "%d:", e.ID())
	switch e.Kind() {
	case ast.LiteralKind:
		fmt.Fprintf(b, "%T(%#v)", e.AsLiteral(), e.AsLiteral().Value())
	case ast.IdentKind:
		fmt.Fprintf(b, "%s", e.AsIdent())
	case ast.SelectKind:
		s := e.AsSelect()
		dumpExpr(b, s.Operand())
		fmt.Fprintf(b, ".%s test=%v", s.FieldName(), s.IsTestOnly())
	case ast.CallKind:
		c := e.AsCall()
		fmt.Fprintf(b, "%s member=%v(", c.FunctionName(), c.IsMemberFunction())
		if c.IsMemberFunction() {
			dumpExpr(b, c.Target())
			b.WriteString(";")
		}
		dumpAll(b, c.Args()...)
		b.WriteString(")")
	case ast.ListKind:
		fmt.Fprint(b, "[", e.AsList().OptionalIndices(), " ")
		dumpAll(b, e.AsList().Elements()...)
		b.WriteString("]")
	case ast.MapKind:
		b.WriteString("{")
		for _, entry := range e.AsMap().Entries() {
			m := entry.AsMapEntry()
			fmt.Fprintf(b, "%d optional=%v ", entry.ID(), m.IsOptional())
			dumpAll(b, m.Key(), m.Value())
		}
		b.WriteString("}")
	case ast.ComprehensionKind:
		c := e.AsComprehension()
		fmt.Fprintf(b, "fold %s %s %s(", c.IterVar(), c.IterVar2(), c.AccuVar())
		dumpAll(b, c.IterRange(), c.AccuInit(), c.LoopCondition(), c.LoopStep(), c.Result())
		b.WriteString(")")
	default:
		fmt.Fprintf(b, "kind %d", e.Kind())
	}
}

func dumpAll(b *strings.Builder, all ...ast.Expr) {
	for _, e := range all {
		dumpExpr(b, e)
		b.WriteString(", ")
	}
}

// taken are texts that this package's parser takes.
var taken = []string{
	`self`, `.self`, `self.a.b`, `self.a.b()`, `self.a.b(1, 'x', "y")`, `f()`, `.f(a)`, `self[0]`, `self['a'].b[1][2]`,
	`1`, `-1`, `- 1`, `1 - 1`, `1 -1`, `1 - -1`, `-1.5`, `1.5e10`, `.5`, `1e-3`, `7u`, `-7u`, `007`, `-x`, `-(1)`, `-1.abs()`,
	`!a`, `!!a`, `!!!a.b`, `! a`, `!-1`, `9223372036854775807`, `-9223372036854775808`,
	`true && false || null == a`, `a && b && c && d && e`, `a || b || c || d || e || f || g`, `a && b || c && d || e`,
	`a == b`, `a != b != c`, `a < b`, `a <= b`, `a > b`, `a >= b`, `a in b`, `a in [1, 2]`, `a in b in c`,
	`a + b - c * d / e % f`, `(a + b) * c`, `a ? b : c`, `a ? b : c ? d : e`, `a || b ? c && d : e`, `(a ? b : c) ? d : e`,
	`[]`, `[1]`, `[1,]`, `[1, [2, 3], {}]`, `{}`, `{'a': 1}`, `{'a': 1,}`, `{'a': {'b': [1]}, "c": d.e}`,
	`self.?a`, `self.?a.?b.c`, `self[?0]`, `[?a, b, ?c]`, `{?'a': b}`,
	`has(self.a)`, `has(self.a.b) && has(c.d)`, `self.all(x, x > 0)`, `self.exists(x, x.all(y, y == x))`,
	`self.exists_one(x, x == 1)`, `self.existsOne(x, x == 1)`, `self.map(x, x + 1)`, `self.map(x, x > 1, x + 1)`, `self.filter(x, has(x.a))`,
	`self.all(k, v, k == v)`, `self.exists(k, v, k == v)`, `self.transformList(k, v, v)`, `self.transformMap(k, v, k > 1, v)`,
	`self.transformMapEntry(k, v, {v: k})`, `self.sortBy(x, x.a)`, `self.a.sortBy(x, {'a': [x.b, x[0]]}.a)`,
	`self.?a.optMap(x, x + 1).orValue(2)`, `self.optFlatMap(x, x.?a)`, `optional.none()`, `self.map(x, self.map(y, [x, y]))`,
	`all(x)`, `self.all(x)`, `self.has(a)`, `cel.f(a)`,
	`1.a`, `has(self.a, b)`, `'''a'''`, `r"""a\d"b"""`, "'''a\r\nb\rc\n\\n'''", `""""""`, `r''''''`, `R'''\'''`,
	`''`, `'a'`, `"it's"`, `'say "x"'`, `'a\\.b\n\t\"\'\?'`, `r'\d+\.'`, `R"\x"`, `'' == ""`,
	"a //b\n && c", "a\n  .b\r\n\f == 1", "// all\na", `a.namespace`, `a.if`, `self.__dot__x`, `_a1`,
	`self.matches('^[a-z0-9]([-a-z0-9]*[a-z0-9])?$')`, `size(self) > 0`, `type(a) == int`, `duration('1s') < self`,
}

// left are texts that the parser leaves to cel-go's, or that are not CEL.
var left = []string{
	``, ` `, `a b`, `a.`, `a.in`, `in`, `if`, `if(a)`, `a.?`, `a.?b(c)`, `a{b: c}`, `a.b{}`, `{a}`, `{,}`, `[,]`, `f(a,)`, `f(,)`,
	`a &`, `a = b`, `a === b`, `a ? b`, `a ? b : `, `a ? b ? c : d : e`, `(a`, `a)`, `[a`, `{a: b`, `a[`, `a[]`, `a[0`, `!`, `-`, `--1`, `--a`, `!-a`, `-!a`,
	`1x`, `1.`, `1e`, `1.2.3`, `0x1F`, `0x`, `1ux`, `9223372036854775808`, `1 2`, `a.5`,
	`'a`, `'\x41'`, `'\u0041'`, `'\101'`, `'\q'`, "'a\nb'", `'''a`, `'''it's \'''' '''`, `r'''a''''`, `'''\q'''`, `b'a'`, `r'a`, "a.`b-c`", `'ä'`, `a // ä`, `@`, `#`, `a $ b`, `a \ b`, "a\x00",
	`has(a)`, `self.all(x.y, z)`, `self.all(1, x)`, `self.map(x.y, z)`,
}

func TestParserEqualsCELGo(t *testing.T) {
	b := mustBase(36)
	for _, text := range taken {
		if !parseBoth(t, b, text) {
			t.Errorf("%q was left to cel-go's parser", text)
		}
	}
	for _, text := range left {
		if parseBoth(t, b, text) {
			t.Errorf("%q was taken", text)
		}
	}
	before := mustBase(27) // without optional types
	for _, text := range append(taken, left...) {
		parseBoth(t, before, text)
	}
}

func TestDeepTextsAreLeft(t *testing.T) {
	b := mustBase(36)
	for _, unit := range []string{"(%s)", "[%s]", "f(%s)", "a[%s]", "a ? b : %s", "{'a': %s}", "a.b.c.d.e(%s)", "1 + 2 * %s", "!%s", "a && %s", "a || (b && %s)"} {
		for _, n := range []int{1, 30, 99, 150, 260} {
			text := "x"
			for range n {
				text = fmt.Sprintf(unit, text)
			}
			if taken := parseBoth(t, b, text); n == 1 && !taken {
				t.Errorf("%q was left", text)
			}
		}
	}
	for _, unit := range []string{".a", " + 1", " * 2", " == 3", "[0]", ".f()", " && b", " || c"} {
		for _, n := range []int{1, 99, 150, 300} {
			parseBoth(t, b, "x"+strings.Repeat(unit, n))
		}
	}
}

// TestParserOnCorpus parses all rules of public projects.
func TestParserOnCorpus(t *testing.T) {
	dir := sweep.Corpus()
	file, err := os.Open(filepath.Join(dir, "dev", "truth-cel-costs.jsonl"))
	if err != nil {
		t.Skip("NOT RUN: no corpus; set CRDTOOL_CORPUS")
	}
	defer file.Close()
	b := mustBase(36)
	all, here := 0, 0
	s := bufio.NewScanner(file)
	s.Buffer(nil, 1<<24)
	for s.Scan() {
		var line struct{ Rule string }
		if err := json.Unmarshal(s.Bytes(), &line); err != nil {
			t.Fatal(err)
		}
		all++
		if parseBoth(t, b, line.Rule) {
			here++
		} else {
			t.Logf("left: %q", line.Rule)
		}
	}
	t.Logf("%d rules, %d parsed here", all, here)
}

func FuzzParser(f *testing.F) {
	for _, text := range slices.Concat(taken, left) {
		f.Add(text)
	}
	b := mustBase(36)
	f.Fuzz(func(t *testing.T, text string) { parseBoth(t, b, text) })
}

func TestSeedsParser(t *testing.T) {
	texts := steer.NewTexts(slices.Concat(taken, left, inferred, literals), pieces...)
	b := mustBase(36)
	here := 0
	steer.Seeds(t, 3000, func(t *testing.T, seed uint64) {
		if parseBoth(t, b, texts.Any(seed)) {
			here++
		}
	})
	t.Logf("%d are parsed here", here)
}

// pieces are what CEL gives a meaning to.
var pieces = []string{
	"self", ".", "self.", "a", "'a'", `"b"`, "1", "-1", "1.5", "7u", "b'a'", "r'a'", "true", "null", "in", " in ", "has(", "has(self.a)", ".all(x, ", ".exists(", ".map(x, ", ".filter(x, ", ".all(k, v, ", "x", "(", ")", "()", "[", "]", "[0]", "{", "}", "{'a': 1}",
	",", ", ", ":", "?", " ? ", ".?", "[?", "!", "-", "+", " + ", "*", "/", "%", "&&", " && ", "||", " || ", "==", " == ", "!=", "<", "<=", ">", ">=", "//", "\n", "\\", "'", "\"", "'''", "`", "`a-b`", "size(", ".size()", "type(", "dyn(", "int(", "duration('1s')", "optional.of(", ".orValue(", "cel.bind(x, ", "__", "if", "namespace", "oldSelf", "0x1F", "1e3", "9223372036854775808", "\\x41", "\\u00e9", " ",
}
