package celsyntax_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/cel/celsyntax"
)

func TestLex(t *testing.T) {
	kinds := map[celsyntax.TokenKind]string{celsyntax.Symbol: "symbol", celsyntax.Name: "name", celsyntax.QuotedName: "quoted",
		celsyntax.Numeral: "number", celsyntax.String: "string", celsyntax.Comment: "comment"}
	for text, want := range map[string]string{
		`self.?a >= 1.5e-3 // end`: "name self|symbol .|symbol ?|name a|symbol >=|number 1.5e-3|comment // end",
		`r"\" + b'x' + rb"y"`:      `string r"\"|symbol +|string b'x'|symbol +|string rb"y"`,
		"'open\nself":              "string 'open|name self",
		"'''two\nlines''' in x":    "string '''two\nlines'''|name in|name x",
		"'''open\nself":            "string '''open\nself",
		"a.`b-c` `d":               "name a|symbol .|quoted `b-c`|quoted `d",
		`brb == r`:                 "name brb|symbol ==|name r",
		`"\"" 'a' '\`:              `string "\""|string 'a'|string '\`,
		`.5 ü`:                     "number .5|symbol \xc3|symbol \xbc",
		" \n":                      "",
	} {
		var got []string
		for _, token := range celsyntax.Lex(text) {
			got = append(got, fmt.Sprint(kinds[token.Kind], " ", text[token.Start:token.End]))
		}
		if s := strings.Join(got, "|"); s != want {
			t.Errorf("%q: got %q, want %q", text, s, want)
		}
	}
}
