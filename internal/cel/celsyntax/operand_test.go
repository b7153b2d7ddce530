package celsyntax_test

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/cel/celsyntax"
)

// The caret stands in front of the byte that is asked for.
func TestOperandAt(t *testing.T) {
	for _, c := range [][2]string{
		{"self ^== 1", "self == 1"},
		{"!has(self.a) ^|| self.a > 3", "!has(self.a) || self.a > 3"},
		{"^!has(self.a) || self.a > 3", "!has(self.a)"},
		{"!has(self.a) || self.a ^> 3", "self.a > 3"},
		{"a && (b ^|| c) && d", "(b || c)"},
		{"a && (b || ^c) && d", "c"},
		{"self.l.all(x, x > 1 && x ^< 5) || b", "x < 5"},
		{"self.l^.all(x, x > 1 && x < 5) || b", "self.l.all(x, x > 1 && x < 5)"},
		{"a ? ^b : c", "b"},
		{"a ? b : x ^> y", "x > y"},
		{"^a ? b : c", "a"},
		{"a?b:^c", "c"},
		{"f(a, ^b) && c", "f(a, b)"},
		{"self.?a.orValue(^true) && c", "self.?a.orValue(true)"},
		{"[?a, ^b] == c || d", "[?a, b] == c"},
		{"{'a': ^b} == c", "{'a': b} == c"},
		{"x == ' && ^' && b", "x == ' && '"},
		{`x.matches(r'\') ^&& b`, `x.matches(r'\') && b`},
		{"a && // b || c\n ^d", "d"},
		{"(a + ^b) > 3 && c", "(a + b) > 3"},
	} {
		at := strings.IndexByte(c[0], '^')
		text := c[0][:at] + c[0][at+1:]
		s := celsyntax.OperandAt(text, at)
		if got := text[s.Start:s.End]; got != c[1] {
			t.Errorf("%s: %q, want %q", c[0], got, c[1])
		}
	}
}
