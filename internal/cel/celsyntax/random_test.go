package celsyntax_test

import (
	"math/rand/v2"
	"strings"
)

// generator makes expressions by the grammar of CEL.
type generator struct{ *rand.Rand }

func random(seed uint64) generator { return generator{rand.New(rand.NewPCG(seed, 0))} }

func (g generator) one(of ...string) string { return of[g.IntN(len(of))] }

func (g generator) space() string { return g.one("", " ", " ", "\n\t", " // a || \"b\n") }

func (g generator) expr(depth int) string {
	if depth == 0 {
		return g.leaf()
	}
	a, b := func() string { return g.expr(depth - 1) }, g.space()
	switch g.IntN(12) {
	case 0, 1:
		return a() + b + g.one("&&", "||") + b + a()
	case 2:
		return "(" + a() + ")" + b + "?" + " (" + a() + ") :" + b + a()
	case 3, 4:
		return "(" + a() + ")" + b + g.one("==", "!=", "<", "<=", ">", ">=", " in ") + b + "(" + a() + ")"
	case 5:
		return "(" + a() + b + ")" + g.one("+", "-", "*", "/", "%") + g.leaf()
	case 6:
		return g.one("!", "-") + "(" + a() + ")"
	case 7:
		return g.one("f", "x.g", "x.y.f", "x.?y.g") + "(" + b + a() + "," + b + a() + ")"
	case 8:
		return "[" + a() + ", " + g.one("", "?") + "x" + "]" + g.one("", "[0]", "[?0]", ".f(1)")
	case 9:
		return "{" + g.one("", "?") + "'k'" + b + ": " + a() + "}"
	case 10:
		return "T{" + g.one("a", "?a") + ": " + a() + "}"
	}
	return g.leaf()
}

func (g generator) leaf() string {
	return g.one("x", "self.a", "oldSelf.b.c", "x.`a-b`", "1", "2.5", "1e-3", ".5", "0x1F", "7u", "true", "null", `"a\"b"`, `'(&& '`, `r"\"`, "b'x'",
		strings.Repeat(`"`, 3)+"a\"\n||"+strings.Repeat(`"`, 3), ".x.y", "x[0]")
}
