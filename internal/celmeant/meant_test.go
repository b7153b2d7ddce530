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

// However much there is to try, the compiler is not asked for ever.
func TestBudgetEnds(t *testing.T) {
	fields := map[string]string{}
	for _, a := range "abcdefghijklmnop" {
		for _, b := range "abcdefghijklmnop" {
			name := "field" + string(a) + string(b)
			fields[name] = name
		}
	}
	asked, asks := 0, 0
	var budget Budget
	for range 1000 {
		e := Expression{
			Text: "self.fieldxx", Detail: "ERROR: <input>:1:5: undefined field 'fieldxx'\n", Fields: fields,
			Compile: func(text string) string {
				asked++
				asks += len(text)
				return "ERROR: <input>:1:5: undefined field 'fieldyy'\n"
			},
		}
		if found := budget.Find(&e); found != nil {
			t.Fatal(found)
		}
	}
	if asked == 0 || asked > mostTries || asks > mostBytes {
		t.Errorf("asked %d times for %d bytes", asked, asks)
	}
}
