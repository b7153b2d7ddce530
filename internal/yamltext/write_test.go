package yamltext

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"go.yaml.in/yaml/v2"

	"github.com/crdtool/crdtool/internal/sweep"
)

// All short strings of letters that mean something in YAML are written as the library does it,
// wherever they are.
func TestStringsAreTheLibrarys(t *testing.T) {
	letters := []string{"a", "y", "N", "o", "f", "1", " ", ":", "#", "-", ".", "\n", "/", "_", "'", "\"", "~", "é", "\u2028", "\u0085", "\r", "\t", ",", "{", "\\", "\x7f", "<", "$", "(", "!", "`", "^", "日", "\u00a0", "\ufeff", "\ufffd", "😀", "[", "@"}
	var all []string
	add := func(more []string) []string {
		var out []string
		for _, s := range more {
			for _, l := range letters {
				out = append(out, s+l)
			}
		}
		all = append(all, out...)
		return out
	}
	add(add(add([]string{""})))
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		s := ""
		for range 4 + r.IntN(6) {
			s += letters[r.IntN(len(letters))]
		}
		all = append(all, s)
	}
	all = append(all, "", "yes", "no", "on", "off", "true", "True", "tRue", "null", "Null", "false", "FALSE", "Off", "oN", "y", "---", "--- a", "...", "=", "<<", "0x1F", "1_000", "1:30", "2020-01-01", ".inf", "one\ntwo\nthree", "one\n\n two\n")
	const few = 40
	all = sweep.Part(3, all)
	tries, written := len(all), 0
	for len(all) > 0 {
		// Several at a time, for a writer of YAML takes as long to make as these to write.
		some := all[:min(few, len(all))]
		all = all[len(some):]
		value, want := map[string]any{}, yaml.MapSlice{}
		var list, wanted []any
		for _, s := range some {
			in := map[string]any{"k": s, "l": []any{s, []any{s, s}, "x"}}
			list = append(list, s, in)
			wanted = append(wanted, s, yaml.MapSlice{{Key: "k", Value: s}, {Key: "l", Value: in["l"]}})
			key, ok := write(map[string]any{s: "x"})
			if ok && string(key) != marshaled(t, yaml.MapSlice{{Key: s, Value: "x"}}) {
				t.Errorf("the key %q is\n%s", s, key)
			}
		}
		value["v"], want = list, append(want, yaml.MapItem{Key: "v", Value: wanted})
		if got, ok := write(value); ok && string(got) != marshaled(t, want) {
			t.Errorf("%q are\n%s\nnot\n%s", some, got, marshaled(t, want))
		}
		for _, s := range some {
			got, ok := write(map[string]any{"a": map[string]any{"b": s, "c": []any{s}}, "z": s})
			want := marshaled(t, yaml.MapSlice{{Key: "a", Value: yaml.MapSlice{{Key: "b", Value: s}, {Key: "c", Value: []any{s}}}}, {Key: "z", Value: s}})
			if ok && string(got) != want {
				t.Errorf("%q is\n%s\nnot\n%s", s, got, want)
			}
			if ok {
				written++
			}
		}
	}
	t.Log(written)
	if written < tries/2 {
		t.Errorf("only %d are written", written)
	}
}

// Long texts go on in other lines where the library has them do so, however deep they are.
func TestLongTextsAreTheLibrarys(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	written, folded := 0, 0
	tries := sweep.Times(1000, 4000)
	for range tries {
		s := []string{"a", "a", "a", "!", "(", "`", "é"}[r.IntN(7)]
		for range r.IntN(40) {
			s += []string{" ", " ", "  ", "", ": ", " '"}[min(r.IntN(60), 5)%6] + []string{"word"[:1+r.IntN(4)], "wörd"}[r.IntN(9)/8]
		}
		v, want := any(s), any(s)
		for range 1 + r.IntN(50) {
			key := []string{"a", "key", "a: b", "aLongerKey"}[min(r.IntN(30), 3)]
			switch r.IntN(3) {
			case 0:
				v, want = []any{v, s}, []any{want, s}
			case 1:
				v, want = map[string]any{key: v}, yaml.MapSlice{{Key: key, Value: want}}
			default:
				v, want = map[string]any{key: v, "z": s}, yaml.MapSlice{{Key: key, Value: want}, {Key: "z", Value: s}}
			}
		}
		got, ok := write(v)
		if !ok {
			continue
		}
		written++
		if text := marshaled(t, want); string(got) != text {
			t.Fatalf("%s\nis not\n%s", got, text)
		}
		if strings.Contains(string(got), "\n "+s[strings.LastIndexByte(s, ' ')+1:]) || strings.Count(string(got), "\n") > 60 {
			folded++
		}
	}
	t.Log(written, folded)
	if written < tries/8 || folded < tries/40 {
		t.Errorf("%d are written, %d folded", written, folded)
	}
}

func TestNumbersAreTheLibrarys(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	numbers := []any{0.0, math.Copysign(0, -1), 1e15, -1e15, 1e15 - 1, 1e-5, 1.1e-5, 123456.5, 1e20, 1e21, float64(1 << 53), int64(math.MinInt64), 0.1, 5e-324, math.MaxFloat64}
	for range 3000 {
		numbers = append(numbers, math.Float64frombits(r.Uint64()&^(1<<62)), (r.Float64()-0.5)*math.Pow10(r.IntN(40)-20), float64(r.IntN(100)), r.Int64())
	}
	for _, n := range numbers {
		if f, ok := n.(float64); ok && (math.IsNaN(f) || math.IsInf(f, 0)) {
			continue
		}
		number, _ := inOrder(n)
		got, ok := write(map[string]any{"n": n})
		if want := marshaled(t, yaml.MapSlice{{Key: "n", Value: number}}); !ok || string(got) != want {
			t.Errorf("%v is %q, not %q", n, got, want)
		}
	}
}

// Maps in order are written as the library does it, with the same key twice, numbers of all
// types and what is empty or nil.
func TestOrderedIsTheLibrarys(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	leaves := []any{nil, true, "", "a", "yes", "1", "é", "<<", "a: b", "one\ntwo\n", "of several words, as many as " + strings.Repeat("are ", 20) + "there",
		0, -1, math.MaxInt, int64(math.MinInt64), uint64(math.MaxUint64), 0.0, 1.0, -1.5, 1e5, 1e6, 1e14, 1e15, 1e20, 1e21, 1e-4, 1e-5, 5e-324, math.MaxFloat64, math.Copysign(0, -1),
		yaml.MapSlice{}, yaml.MapSlice(nil), []any{}, []any(nil)}
	rare := []any{math.Inf(1), math.Inf(-1), math.NaN(), "one \ntwo", "a\u2028b", "\xff", strings.Repeat("k", longestKey+1), int8(1), float32(0.1), yaml.MapSlice{{Key: 1, Value: "a"}}}
	keys := []string{"b", "a", "true", "1", "a b", "é", "<<", "", "aFieldWhoseNameIsQuiteLongSoThatWhatIsBehindItIsFolded"}
	var value func(depth int) any
	value = func(depth int) any {
		switch k := r.IntN(5); {
		case r.IntN(400) == 0:
			return rare[r.IntN(len(rare))]
		case depth == 0 || k > 2:
			return leaves[r.IntN(len(leaves))]
		case k == 0:
			list := []any{}
			for range r.IntN(4) {
				list = append(list, value(depth-1))
			}
			return list
		}
		object := yaml.MapSlice{}
		for range r.IntN(5) {
			object = append(object, yaml.MapItem{Key: keys[r.IntN(len(keys))], Value: value(depth - 1)})
		}
		return object
	}
	written := 0
	tries := sweep.Times(3000, 12_000)
	for range tries {
		v := yaml.MapSlice{{Key: "a", Value: value(4)}, {Key: "a", Value: value(2)}}
		want := marshaled(t, v)
		if text, ok := writeAsIs(v); ok {
			written++
			if string(text) != want {
				t.Fatalf("%#v is\n%s\nnot\n%s", v, text, want)
			}
		}
		if text, err := Ordered(v); err != nil || string(text) != want {
			t.Fatalf("%#v is\n%s%v\nnot\n%s", v, text, err, want)
		}
	}
	t.Log(written)
	if written < tries/2 {
		t.Errorf("only %d are written", written)
	}
}

// Strings that are left to the library stand where they belong, however many there are.
func TestManyStringsAreTheLibrarys(t *testing.T) {
	for _, n := range []int{atOnce - 1, atOnce, atOnce + 1, 2*atOnce + 3} {
		list := make([]any, n)
		for i := range list {
			list[i] = strconv.Itoa(i)
		}
		if text, ok := write(map[string]any{"list": list}); !ok || string(text) != marshaled(t, map[string]any{"list": list}) {
			t.Errorf("%d strings are not written as the library does it", n)
		}
	}
}

func marshaled(t *testing.T, v any) string {
	t.Helper()
	text, err := byLibrary(v) // TestUnsafeTexts is about what the library alone writes otherwise
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
