package yamltext

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/internal/sweep"
)

func TestMarshal(t *testing.T) {
	value := map[string]any{
		"foo2bar": 1.0, "Foo2Bar": true, "foo10": "yes", "n": nil, "list": []any{map[string]any{"b2": 1e21, "b10": "1", "B": []any{}}, "x: y", []any{map[string]any{"z": 1, "Y": 2, "x1y": 3, "X1Y": 4}}},
		"text": "a\nb\n", "": map[string]any{}, "true": int64(1) << 60, "null": "~",
	}
	first, err := Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	for range 50 {
		if again, _ := Marshal(value); string(again) != string(first) {
			t.Fatalf("%s\nand then\n%s", first, again)
		}
	}
	reference, err := yaml.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	var got, want any
	if yaml.Unmarshal(first, &got) != nil || yaml.Unmarshal(reference, &want) != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%s\nis not what kubectl writes but for the order of keys:\n%s", first, reference)
	}
	if text, err := FromJSON([]byte(" [1, \"a\"]\n")); err != nil || string(text) != "- 1\n- a\n" {
		t.Errorf("%s, %v", text, err)
	}
}

// fromYAML is FromJSON with nothing but the library.
func fromYAML(text []byte) ([]byte, error) {
	v, err := readYAML(text)
	if err != nil {
		return nil, err
	}
	return byLibrary(v)
}

// TestMarshalNeedsNoJSON: a value that JSON was read into is written as the text of it is.
func TestMarshalNeedsNoJSON(t *testing.T) {
	leaves := []any{nil, true, false, "", "a", "yes", "1", "0x1F", "1e3", "~", "<<", "a: b", "- a", "a\nb\n", " a ", "\u2028<&>\x00", "2020-01-01", "\xff", strings.Repeat("long word ", 20),
		int64(0), int64(-1), int64(math.MaxInt64), int64(math.MinInt64), 0.0, 1.0, -1.5, 1e20, 1e21, 1e300, 5e-324, 9.3e18, 1.9e19, math.Inf(-1)}
	r := rand.New(rand.NewPCG(5, 6))
	var value func(depth int) any
	value = func(depth int) any {
		switch k := r.IntN(6); {
		case depth == 0 || k > 3:
			return leaves[r.IntN(len(leaves))]
		case k == 0:
			return []any(nil)
		case k == 1:
			return map[string]any(nil)
		case k == 2:
			list := []any{}
			for range r.IntN(4) {
				list = append(list, value(depth-1))
			}
			return list
		}
		object := map[string]any{}
		for range r.IntN(4) {
			key, ok := leaves[r.IntN(len(leaves))].(string)
			if ok {
				object[key] = value(depth - 1)
			}
		}
		return object
	}
	direct := 0
	for range 3000 {
		v := value(3)
		if _, ok := inOrder(v); ok {
			direct++
		}
		got, err := Marshal(v)
		text, wrong := json.Marshal(v)
		if wrong != nil {
			if err == nil {
				t.Errorf("%#v is written, and is no JSON", v)
			}
			continue
		}
		want, wrong := fromYAML(text)
		if (err == nil) != (wrong == nil) || string(got) != string(want) {
			t.Fatalf("%#v:\n%s%v\nand by JSON\n%s%v", v, got, err, want, wrong)
		}
	}
	if direct < 2000 {
		t.Errorf("only %d are written without JSON", direct)
	}
}

// What is read as JSON is written as what is read as YAML, with the same keys twice and with
// spaces, too.
func TestPlain(t *testing.T) {
	leaves := []string{"null", "true", "false", "0", "-0", "-1", "12", "1.5", "-1.0", "1e3", "1E3", "1e21", "1.0e-7", "123456789012345678", "1234567890123456789", "99999999999999999999", "0.1",
		`""`, `"a"`, `"a\nb\tc\"\\"`, `"yes"`, `"1"`, `"~"`, `"<<"`, `"a: b # c"`, `" a "`, `"\u0041\u2028\u0000"`, `"é"`, `"` + strings.Repeat("long word ", 30) + `"`, "{}", "[]"}
	keys := []string{`"a"`, `"B"`, `"a10"`, `"a2"`, `"<<"`, `""`, `"1"`, `"true"`, `"null"`, `"a b"`, `"\u0062"`}
	r := rand.New(rand.NewPCG(7, 8))
	var value func(depth int) string
	value = func(depth int) string {
		var parts []string
		switch k := r.IntN(5); {
		case depth == 0 || k > 2:
			return leaves[r.IntN(len(leaves))]
		case k == 0:
			for range r.IntN(4) {
				parts = append(parts, value(depth-1))
			}
			return "[" + strings.Join(parts, ",") + "]"
		}
		for range r.IntN(4) {
			parts = append(parts, keys[r.IntN(len(keys))]+": "+value(depth-1))
		}
		return "{\n" + strings.Join(parts, ",\n") + "}"
	}
	read := 0
	tries := sweep.Times(6000, 20_000)
	for range tries {
		text := []byte(value(3))
		v, ok := plain(text)
		if !ok {
			continue
		}
		read++
		order(v)
		got, _ := byLibrary(v)
		if want, err := fromYAML(text); err != nil || string(got) != string(want) {
			t.Fatalf("%s:\n%s\nand read as YAML\n%s%v", text, got, want, err)
		}
	}
	if read < tries/2 {
		t.Errorf("only %d are read", read)
	}
	for _, text := range []string{"", "{", "[1", "{\"a\":}", "1 2", "a", "'a'", "{a: 1}", "[1,]"} {
		if v, ok := plain([]byte(text)); ok {
			t.Errorf("%s is read as %v", text, v)
		}
	}
}

// TestFromJSONIsTheLibrarys compares what FromJSON writes with what the library alone does.
func TestFromJSONIsTheLibrarys(t *testing.T) {
	leaves := []string{"null", "true", "0", "-0", "-1", "12", "1.5", "-1.0", "1000000.0", "1e6", "1E3", "1e21", "9.3e18", "1.0e-7", "1234567890123456789", "18446744073709551615", "99999999999999999999", "1e999",
		`""`, `"a"`, `"a\nb\tc"`, `"a\nb\n"`, `"yes"`, `"1"`, `"~"`, `"<<"`, `"a: b # c"`, `" a "`, `"\u2028"`, `"é"`, `"` + strings.Repeat("long word ", 30) + `end"`, `"` + strings.Repeat("é words ", 30) + `"`, "{}", "[]"}
	keys := []string{`"a"`, `"B"`, `"a10"`, `"a2"`, `"<<"`, `""`, `"1"`, `"true"`, `"a b"`, `"é"`, `"` + strings.Repeat("k", 101) + `"`}
	r := rand.New(rand.NewPCG(9, 10))
	var value func(depth int) string
	value = func(depth int) string {
		var parts []string
		switch k := r.IntN(6); {
		case depth == 0 || k > 2:
			return leaves[r.IntN(len(leaves))]
		case k == 0:
			for range r.IntN(4) {
				parts = append(parts, value(depth-1))
			}
			return "[" + strings.Join(parts, ",") + "]"
		}
		for range r.IntN(4) {
			parts = append(parts, keys[r.IntN(len(keys)-r.IntN(2))]+":"+value(depth-1))
		}
		return "{" + strings.Join(parts, ",") + "}"
	}
	written := 0
	tries := sweep.Times(2000, 10_000)
	for range tries {
		text := []byte(value(4))
		got, err := FromJSON(text)
		want, wrong := fromYAML(text)
		if err != nil || wrong != nil || string(got) != string(want) {
			t.Fatalf("%s:\n%s%v\nand by the library\n%s%v", text, got, err, want, wrong)
		}
		v, _ := read(text)
		if _, ok := writeAsIs(v); ok {
			written++
		}
	}
	t.Log(written)
	if written < tries/8 {
		t.Errorf("only %d are written without the library", written)
	}
}

// What is no JSON is not plain: texts of which a letter is another one, is missing or there twice.
func TestPlainIsJSON(t *testing.T) {
	const text = `{"a": [1, -2.5e3, true, null, {}, []], "b\n\u0041": "x\\y", "c": {"d": false}}`
	letters := "{}[]\",:\\ntfu0-1.e+ \nax"
	r := rand.New(rand.NewPCG(11, 12))
	valid := 0
	tries := sweep.Times(20_000, 100_000)
	for range tries {
		b := []byte(text)
		for range 1 + r.IntN(3) {
			at := r.IntN(len(b))
			switch r.IntN(3) {
			case 0:
				b[at] = letters[r.IntN(len(letters))]
			case 1:
				b = slices.Delete(b, at, at+1)
			default:
				b = slices.Insert(b, at, letters[r.IntN(len(letters))])
			}
		}
		if json.Valid(b) {
			valid++
		}
		if v, ok := plain(b); ok != json.Valid(b) {
			t.Fatalf("%s is read as %v, %t", b, v, ok)
		}
	}
	if valid < tries/20 || valid > tries*19/20 {
		t.Errorf("%d of %d are valid", valid, tries)
	}
}
