package prose_test

import (
	"testing"

	"github.com/crdtool/crdtool/internal/text/prose"
)

func TestOneLine(t *testing.T) {
	for text, want := range map[string]string{
		"é, \"a\" and b": "é, \"a\" and b",
		"a\nb\x1b[31m":   `a\nb\x1b[31m`,
		"":               "",
	} {
		if got := prose.OneLine(text); got != want {
			t.Errorf("%q is written %s, want %s", text, got, want)
		}
	}
}
