package lint

import "testing"

// TestOnlyQuoted: who is told to write a text without quotes writes a value of the type that is wanted.
func TestOnlyQuoted(t *testing.T) {
	for _, c := range []struct {
		text, want string
		quoted     bool
	}{
		{"63", "int64", true}, {"-1", "int32", true}, {"x", "int64", false}, {"", "int64", false}, {"1.5", "int64", false}, {"063", "int64", false}, {"0x10", "int64", false},
		{"100", "float64", true}, {"1.5", "float64", true}, {"1e3", "float64", true}, {"many", "float64", false}, {"null", "float64", false},
		{"true", "bool", true}, {"false", "bool", true}, {"yes", "bool", false}, {"1", "bool", false}, {"true", "int64", false}, {"1", "[]string", false},
	} {
		if got := onlyQuoted(c.text, c.want); got != c.quoted {
			t.Errorf("%q, where %s is wanted: %t", c.text, c.want, got)
		}
	}
}
