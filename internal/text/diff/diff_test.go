package diff

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestUnified(t *testing.T) {
	for _, c := range []struct{ name, a, b, want string }{
		{"equal", "a\nb\n", "a\nb\n", ""},
		{"changed", "a\nb\nc\n", "a\nx\nc\n", "--- old\n+++ new\n@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n"},
		{"from nothing", "", "a\nb\n", "--- old\n+++ new\n@@ -0,0 +1,2 @@\n+a\n+b\n"},
		{"to nothing", "a\n", "", "--- old\n+++ new\n@@ -1 +0,0 @@\n-a\n"},
		{
			"two hunks", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "x\n2\n3\n4\n5\n6\n7\n8\ny\n",
			"--- old\n+++ new\n@@ -1,4 +1,4 @@\n-1\n+x\n 2\n 3\n 4\n@@ -6,4 +6,4 @@\n 6\n 7\n 8\n-9\n+y\n",
		},
		{
			"one hunk", "1\n2\n3\n4\n5\n6\n7\n8\n", "x\n2\n3\n4\n5\n6\n7\ny\n",
			"--- old\n+++ new\n@@ -1,8 +1,8 @@\n-1\n+x\n 2\n 3\n 4\n 5\n 6\n 7\n-8\n+y\n",
		},
		{"no line end", "a\nb", "a\n", "--- old\n+++ new\n@@ -1,2 +1 @@\n a\n-b\n\\ No newline at end of file\n"},
	} {
		if got := Unified("old", "new", c.a, c.b); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// The edits of any two texts turn the one into the other.
func TestEditsLeadFromOneToTheOther(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	text := func() string {
		var b strings.Builder
		for range random.IntN(30) {
			fmt.Fprintln(&b, random.IntN(6))
		}
		return b.String()
	}
	for range 2000 {
		a, b := text(), text()
		var olds, news strings.Builder
		left, right := lines(a), lines(b)
		for _, op := range compare(left, right) {
			if op != '+' {
				olds.WriteString(left[0])
				left = left[1:]
			}
			if op != '-' {
				news.WriteString(right[0])
				right = right[1:]
			}
		}
		if olds.String() != a || news.String() != b {
			t.Fatalf("from\n%s\nto\n%s\nthe edits lead from\n%s\nto\n%s", a, b, olds.String(), news.String())
		}
	}
}
