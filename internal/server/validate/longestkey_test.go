package validate

import "testing"

// Keys may have dots and brackets, and begin with each other.
func TestLongestKey(t *testing.T) {
	object := map[string]any{"": 1, "a": 1, "a.b": 1, "a[0]": 1, "ab": 1, "b": 1}
	for _, test := range [...]struct{ path, key, rest string }{
		{"a", "a", ""}, {"a.b", "a.b", ""}, {"a.b.c", "a.b", "c"}, {"a.bc", "a", "bc"}, {"a.b[0]", "a.b", "[0]"},
		{"ab.c", "ab", "c"}, {"abc", "", ""}, {"a[0].b", "a[0]", "b"}, {"a[1]", "a", "[1]"}, {"b[0][1]", "b", "[0][1]"},
		{"c.a", "", ""}, {".a", "", ""}, {"[0]", "", ""}, {"", "", ""},
	} {
		if key, rest := longestKey(object, test.path); key != test.key || rest != test.rest {
			t.Errorf("%q begins with %q before %q, want %q before %q", test.path, key, rest, test.key, test.rest)
		}
	}
}
