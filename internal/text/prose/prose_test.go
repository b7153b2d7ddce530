package prose

import (
	"math"
	"testing"
)

func TestLists(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{And(nil), ""},
		{And([]string{"a"}), "a"},
		{And([]string{"a", "b"}), "a and b"},
		{And([]string{"a", "b", "c"}), "a, b and c"},
		{Or([]string{"a", "b", "c"}), "a, b or c"},
		// To count one other would take as many words as to name it.
		{AndMore([]string{"a", "b", "c"}, 2), "a, b and c"},
		{AndMore([]string{"a", "b", "c", "d"}, 2), "a, b and 2 more"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

func TestCounts(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Count(0, "field"), "0 fields"}, {Count(1, "field"), "1 field"}, {Count(2, "field"), "2 fields"},
		{Thousands(0), "0"}, {Thousands(999), "999"}, {Thousands(1000), "1,000"}, {Thousands(1048576), "1,048,576"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

func TestJSON(t *testing.T) {
	if got := JSON(map[string]any{"b": nil, "a": []any{int64(1), "x"}}); got != `{"a":[1,"x"],"b":null}` {
		t.Error(got)
	}
	if got := JSON(math.Inf(1)); got != "the value" {
		t.Error(got)
	}
}
