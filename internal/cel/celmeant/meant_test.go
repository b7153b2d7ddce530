package celmeant

import (
	"strings"
	"testing"
)

func TestScan(t *testing.T) {
	for text, want := range map[string]string{
		`self.a == 'b and c'`:        "self .a ==",
		`"x" in self.m && f(g)`:      "in self .m && f() g",
		`r'\' == a // and b`:         "== a",
		`'''it's''' + b"\"" < 1.5e3`: "<",
		"a\n.b":                      "a .b",
		`a. b ( c)`:                  "a .b() c",
		`x1 = 0x1f`:                  "x1 =",
		`'open`:                      "",
	} {
		var got []string
		for _, w := range scan(text) {
			s := text[w.start:w.end]
			if w.field {
				s = "." + s
			}
			if w.called {
				s += "()"
			}
			got = append(got, s)
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%s: got %q, want %q", text, s, want)
		}
	}
}
