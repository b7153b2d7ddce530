package celrun

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Of each operand, what is seen: T for true, F for false.
func TestBranches(t *testing.T) {
	r := newRules()
	for _, c := range []struct {
		rule   string
		values []map[string]any
		want   []string
	}{
		{"self.n > 3", nil, nil},
		{"!has(self.absent) || self.absent == 'x'", []map[string]any{{}}, []string{"!has(self.absent) T", "self.absent == 'x' "}},
		{"!has(self.absent) || self.absent == 'x'", []map[string]any{{"absent": "x"}, {"absent": "y"}}, []string{"!has(self.absent) F", "self.absent == 'x' TF"}},
		{"self.l.all(x, x == 'a' || x == 'b') && self.n > 0", []map[string]any{{"l": []any{"a", "b"}, "n": int64(0)}},
			[]string{"self.l.all(x, x == 'a' || x == 'b') T", "x == 'a' TF", "x == 'b' T", "self.n > 0 F"}},
		{"self.n > 1 ? self.s == 'a' : true", []map[string]any{{"n": int64(2), "s": "b"}}, []string{"self.n > 1 T", "self.s == 'a' F"}},
		{"(self.n > 1 ? 'a' : 'b') == self.s", []map[string]any{{"n": int64(0), "s": "b"}}, []string{"self.n > 1 F"}},
		{"self.l.exists_one(x, x == 'a') || !(self.n == 1 && self.s == 'é')", []map[string]any{{"l": []any{}, "n": int64(1), "s": "é"}},
			[]string{"self.l.exists_one(x, x == 'a') F", "!(self.n == 1 && self.s == 'é') F", "self.n == 1 T", "self.s == 'é' T"}},
		{"self.l.filter(x, x == 'a').size() > 0 && self.l.map(x, x + 'b').size() > 0", []map[string]any{{"l": []any{"a"}}},
			[]string{"self.l.filter(x, x == 'a').size() > 0 T", "self.l.map(x, x + 'b').size() > 0 T"}},
		{"self.s in ['a', 'b'] && self.s.matches('^a')", []map[string]any{{"s": "a"}},
			[]string{"self.s in ['a', 'b'] T", "self.s.matches('^a') T"}},
		// An operand that ends in an error is neither.
		{"self.absent == 'a' || self.n == 1", []map[string]any{{"n": int64(1)}}, []string{"self.absent == 'a' ", "self.n == 1 T"}},
		{"self.?absent.optMap(a, a == 'x' && a != 'y').orValue(true)", []map[string]any{{"absent": "x"}}, []string{"a == 'x' T", "a != 'y' T"}},
	} {
		x := r.compile(t, c.rule)
		b := NewBranches(x, c.rule, newest)
		if b == nil {
			if c.want != nil {
				t.Errorf("%s has no branches", c.rule)
			}
			continue
		}
		program, err := Program(x, newest)
		if err != nil {
			t.Fatal(err)
		}
		for _, value := range c.values {
			_, before, _ := program.Evaluate(context.Background(), r.on(value))
			b.Evaluate(context.Background(), r.on(value))
			_, after, _ := program.Evaluate(context.Background(), r.on(value))
			if before != after {
				t.Errorf("%s costs %d, then %d", c.rule, before, after)
			}
		}
		var got []string
		for i, s := range b.Operands {
			seen := ""
			isTrue, isFalse := b.Seen(i)
			if isTrue {
				seen = "T"
			}
			if isFalse {
				seen += "F"
			}
			got = append(got, fmt.Sprintf("%s %s", c.rule[s.Start:s.End], seen))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s:\n%s\nwant\n%s", c.rule, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}
