package yamltext

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/sweep"
)

// anyValue is a random one of few keys and texts, with lines of all kinds.
func anyValue(r *rand.Rand, depth int) any {
	leaves := []any{nil, true, int64(1), 1.5, 1e300, "a", "yes", "1", "a: b", "", "x y", "one\ntwo\n", "one\n\ntwo", "é", "/a#b:c", "of several words, as many as " + strings.Repeat("are ", 1+r.IntN(30)) + "there", map[string]any{}, []any{}, map[string]any(nil), []any(nil)}
	if r.IntN(60) == 0 {
		leaves = []any{"one \ntwo", "é\nö", "a\u2028b", "a\rb", "\n", "a\n\n", " a\nb", "\xff", "a\nb ", 7}
	}
	switch k := r.IntN(5); {
	case depth == 0 || k > 2:
		return leaves[r.IntN(len(leaves))]
	case k == 0:
		list := []any{}
		for range r.IntN(4) {
			list = append(list, anyValue(r, depth-1))
		}
		return list
	}
	object := map[string]any{}
	for range r.IntN(5) {
		object[[]string{"a", "b", "c", "true", "1", "a b", "é", "quite a long name of a field", "aFieldWhoseNameIsQuiteLongSoThatWhatIsBehindItIsFolded"}[r.IntN(9)]] = anyValue(r, depth-1)
	}
	return object
}

// changed is a value in which something is another, or nothing.
func changed(r *rand.Rand, v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for key, of := range v {
			out[key] = of
		}
		for _, key := range []string{"a", "b", "c", "true"} {
			switch of, has := out[key]; r.IntN(8) {
			case 0:
				delete(out, key)
			case 1:
				out[key] = anyValue(r, 1)
			case 2, 3:
				if has {
					out[key] = changed(r, of)
				}
			}
		}
		return out
	case []any:
		out := slices.Clone(v)
		if len(out) == 0 {
			return out
		}
		switch i := r.IntN(len(out)); r.IntN(5) {
		case 0:
			return slices.Delete(out, i, i+1)
		case 1:
			return slices.Insert(out, i, anyValue(r, 1))
		case 2:
			return append(out, out[i])
		default:
			out[i] = changed(r, out[i])
		}
		return out
	}
	if r.IntN(3) == 0 {
		return anyValue(r, 1)
	}
	return v
}

// The lines that Differing leaves out are the same in both texts, and the others are there.
func TestDiffering(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 9))
	const around = 3
	parts, left, out := 0, 0, 0
	tries := sweep.Times(6000, 20_000)
	for range tries {
		was := any(map[string]any{"a": anyValue(r, 3), "b": anyValue(r, 4), "c": anyValue(r, 1)})
		is := changed(r, was)
		p, ok := Differing(was, is, around)
		if !ok {
			left++
			continue
		}
		of := func(v any) []string {
			text, err := Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			return strings.SplitAfter(string(text), "\n")
		}
		a, b := of(was), of(is)
		lastA, lastB := len(a)-1-p.After, len(b)-1-p.After // behind the last line is an empty one
		if lastA < p.Before || lastB < p.Before || p.Old != strings.Join(a[p.Before:lastA], "") || p.New != strings.Join(b[p.Before:lastB], "") {
			t.Fatalf("%q\n%q\nwithout %d and %d lines are\n%s\n%s", a, b, p.Before, p.After, p.Old, p.New)
		}
		if !slices.Equal(a[:p.Before], b[:p.Before]) || !slices.Equal(a[lastA:], b[lastB:]) {
			t.Fatalf("%q\n%q\ndiffer in the first %d or the last %d lines", a, b, p.Before, p.After)
		}
		// At least as many lines are the same.
		if lead, trail := min(p.Before, 1)*around, min(p.After, 1)*around; p.Before+lead > len(a)-1 || !slices.Equal(a[:p.Before+lead], b[:p.Before+lead]) || !slices.Equal(a[lastA-trail:], b[lastB-trail:]) {
			t.Fatalf("%q\n%q\nhave less than %d lines around what differs: without %d and %d", a, b, around, p.Before, p.After)
		}
		parts++
		out += p.Before + p.After
	}
	t.Log(parts, left, out)
	if parts < tries*13/20 || out < 3*parts {
		t.Errorf("%d parts, without %d lines, and %d left", parts, out, left)
	}
}

// What is the same in two large values is not written.
func TestDifferingIsShort(t *testing.T) {
	value := func(middle, last any) map[string]any {
		many := []any{}
		for i := range 1000 {
			many = append(many, map[string]any{"n": int64(i), "m": map[string]any{"x": "one\ntwo", "y": []any{"a"}}})
		}
		many[500].(map[string]any)["m"].(map[string]any)["middle"] = middle
		return map[string]any{"a": many, "b": many[:10], "c": last}
	}
	for _, c := range []struct {
		name     string
		was, is  map[string]any
		old, new int // lines
	}{
		{"nothing", value(nil, "z"), value(nil, "z"), 3, 3},
		{"one line", value("x", "z"), value("y", "z"), 7, 7},
		{"one line and the last", value("x", "y"), value("y", "z"), 3 + 1 + 6 + 499*7 + 1 + 10*7 + 1, 3 + 1 + 6 + 499*7 + 1 + 10*7 + 1},
		{"an item that is larger", value("x", "z"), value(map[string]any{"a": "b"}, "z"), 7, 8},
	} {
		p, ok := Differing(c.was, c.is, 3)
		if old, new := strings.Count(p.Old, "\n"), strings.Count(p.New, "\n"); !ok || old != c.old || new != c.new {
			t.Errorf("%s: %t, lines %d and %d, want %d and %d", c.name, ok, old, new, c.old, c.new)
		}
	}
}
