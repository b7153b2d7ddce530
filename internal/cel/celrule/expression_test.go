package celrule

import (
	"strings"
	"sync"
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/kube"
)

func compileSample(c *Compiler, text string, e Environment) *Expression {
	return c.Rule(text, c.SelfOf(Decl(sampleSchema(), false)), e, false)
}

// TestErrors has the server's words in short; the conformance tests compare
// them in full.
func TestErrors(t *testing.T) {
	c := NewCompiler(behaviour.Of(kube.Latest).CEL)
	for _, test := range []struct {
		text, detail string
		at           string // the rest of the text where the error points
	}{
		{`self.`, "compilation failed: ERROR: <input>:1:6: Syntax error", ``},
		{`self.a == 'x'`, "compilation failed: ERROR: <input>:1:8: found no matching overload for '_==_' applied to '(int, string)'", `== 'x'`},
		{`self.nope == 1`, "compilation failed: ERROR: <input>:1:5: undefined field 'nope'", `.nope == 1`},
		{"self.a > 0 &&\n  nope", "compilation failed: ERROR: <input>:2:3: undeclared reference to 'nope'", `nope`},
		{"'ä' == '' ||\r\n self.a", "compilation failed: ERROR: <input>:2:6: expected type 'bool' but found 'int'", ".a"},
		{"'ä' == '' || nope", "compilation failed: ERROR: <input>:1:14: undeclared reference to 'nope'", "nope"},
		{`self.o == self`, "compilation failed: ERROR: <input>:1:8: found no matching overload for '_==_' applied to '(list(selfType00.o.@idx), selfType00)'", `== self`},
		{`[1, 'a'] == []`, "compilation failed: ERROR: <input>:1:5: expected type 'int' but found 'string'", `'a'] == []`},
		{`duration('x') == self.d`, "compilation failed: ERROR: <input>:1:10: invalid duration argument", `'x') == self.d`},
		{`self.s.matches('[')`, "compilation failed: ERROR: <input>:1:16: invalid matches argument", `'[')`},
		{`self.a`, "cel expression must evaluate to a bool", `self.a`},
		{`int('x') > 1`, "program instantiation failed: type conversion error from 'string' to 'int'", "-"},
		{`self.s.find('[') == ''`, "program instantiation failed: error parsing regexp: missing closing ]: `[`", "-"},
		{`type(self.d) == duration`, "program instantiation failed: reference to undefined type: duration", "-"},
	} {
		x := compileSample(c, test.text, New)
		if x.Error == nil || !strings.HasPrefix(x.Error.Detail, test.detail) {
			t.Errorf("%q: %+v, want %s", test.text, x.Error, test.detail)
			continue
		}
		rest := "-"
		if x.Error.Offset >= 0 {
			rest = test.text[x.Error.Offset:]
		}
		if rest != test.at {
			t.Errorf("%q: the error points at %q, want %q", test.text, rest, test.at)
		}
	}
}

func TestOldSelf(t *testing.T) {
	c := NewCompiler(behaviour.Of(kube.Latest).CEL)
	self := c.SelfOf(Decl(sampleSchema(), false))
	for _, test := range []struct {
		text     string
		optional bool
		good     bool
		uses     bool
	}{
		{`self.a > 0`, false, true, false},
		{`self.a > oldSelf.a`, false, true, true},
		{`self.a > oldSelf.a`, true, false, false},
		{`!oldSelf.hasValue() || oldSelf.value().a < self.a`, true, true, true},
		{`oldSelf.hasValue()`, false, false, false},
		{`self.l.all(oldSelf, oldSelf != '')`, false, true, true}, // the server goes by the name
	} {
		x := c.Rule(test.text, self, New, test.optional)
		if (x.Error == nil) != test.good || x.UsesOldSelf != test.uses {
			t.Errorf("%q optional=%v: error %v, uses oldSelf %v", test.text, test.optional, x.Error, x.UsesOldSelf)
		}
	}
}

func TestEnvironments(t *testing.T) {
	for _, test := range []struct {
		minor       int // of the server
		text        string
		new, stored bool
	}{
		{37, `self.l.includes('a')`, false, true},
		{38, `self.l.includes('a')`, true, true},
		{37, `self.l.indexOf('a') > 0`, true, true},
		{34, `self.l.slice(0, 1) == self.l`, false, true},
		{33, `isSemver(self.s)`, false, true},
		{31, `self.namespace == ''`, false, true},
		{32, `self.namespace == ''`, true, true},
		{30, `isIP(self.s)`, false, true},
		{28, `self.a < 1.5`, false, true},
	} {
		c := NewCompiler(behaviour.Of(kube.Version{Minor: test.minor}).CEL)
		if x := compileSample(c, test.text, New); (x.Error == nil) != test.new {
			t.Errorf("1.%d, new %q: %v", test.minor, test.text, x.Error)
		}
		if x := compileSample(c, test.text, Stored); (x.Error == nil) != test.stored {
			t.Errorf("1.%d, stored %q: %v", test.minor, test.text, x.Error)
		}
	}
}

func TestSameTypeIsCompiledOnce(t *testing.T) {
	c := NewCompiler(behaviour.Of(kube.Latest).CEL)
	a := compileSample(c, `self.a > 0`, New)
	if b := compileSample(c, `self.a > 0`, New); a != b {
		t.Error("compiled twice for types that are the same")
	}
	if b := compileSample(c, `self.a > 0`, Stored); a != b {
		t.Error("compiled twice for environments that are the same for it")
	}
	other := sampleSchema()
	other.Property("s").MaxLength = ptr(int64(3))
	if b := c.Rule(`self.a > 0`, c.SelfOf(Decl(other, false)), New, false); a == b {
		t.Error("compiled once for types with other bounds, which may cost something else")
	}
}

func TestCompilerIsSafeForConcurrentUse(t *testing.T) {
	c := NewCompiler(behaviour.Of(kube.Latest).CEL)
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for _, text := range append(append([]string(nil), inferred...), uninferred...) {
				compileSample(c, text, New)
			}
		})
	}
	wait.Wait()
}
