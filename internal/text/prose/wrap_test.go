package prose

import "testing"

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  string
	}{
		{"", 10, ""},
		{"one two three", 10, "one two\nthree"},
		{"one  two", 20, "one  two"},
		{"  one two", 9, "  one two"},
		{"one\n\ntwo\n", 10, "one\n\ntwo\n"},
		{"a verylongword b", 8, "a\nverylongword\nb"},
		{"verylongword", 8, "verylongword"},
		{"one two    ", 8, "one two"},
		{"größer schön", 6, "größer\nschön"},
		{"a\u00a0b c", 3, "a\u00a0b\nc"},
	} {
		if got := Wrap(c.text, c.width); got != c.want {
			t.Errorf("%q at %d: %q, want %q", c.text, c.width, got, c.want)
		}
	}
}
