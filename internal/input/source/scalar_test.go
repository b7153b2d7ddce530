package source

import (
	"reflect"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// The fuzz tests compare with the libraries of kubectl and the server; this
// tells people what comes out.
func TestScalar(t *testing.T) {
	for _, test := range []struct {
		text string
		want any
		key  string // "" if it is no key
	}{
		{"word", "word", "word"},
		{"yes", true, "true"}, {"No", false, "false"}, {"y", true, "true"}, {"n", false, "false"}, {"ON", true, "true"}, {"off", false, "false"}, {"yEs", "yEs", "yEs"},
		{"~", nil, ""}, {"null", nil, ""}, {"nULL", "nULL", "nULL"},
		{"12", int64(12), "12"}, {"+12", int64(12), "12"}, {"-0", int64(0), "0"}, {"1_000", int64(1000), "1000"},
		{"010", int64(8), "8"}, {"0o10", int64(8), "8"}, {"08", int64(8), "8"}, {"0x1F", int64(31), "31"}, {"0b101", int64(5), "5"}, {"0b-1", int64(-1), "-1"},
		{"1.0", int64(1), "1"}, {"1.5", 1.5, "1.5"}, {"1e3", int64(1000), "1000"}, {"1e21", 1e21, "1e+21"}, {".5", 0.5, "0.5"}, {"-0.0", int64(0), "-0"},
		{"3.14159265358979", 3.14159265358979, "3.1415927"}, {"1e39", 1e39, ".inf"}, {"1e400", "1e400", "1e400"},
		{"9223372036854775807", int64(9223372036854775807), "9223372036854775807"}, {"9223372036854775808", float64(9223372036854775808), ""},
		{"18446744073709551616", float64(18446744073709551616), "1.8446744e+19"}, {"1152921504606846976.0", int64(1152921504606847000), "1.1529215e+18"},
		{"1:30", "1:30", "1:30"}, {"2024-01-01", "2024-01-01", "2024-01-01"}, {"2001-12-14t21:59:43.10-05:00", "2001-12-14t21:59:43.10-05:00", "2001-12-14t21:59:43.10-05:00"},
		{"1.2.3", "1.2.3", "1.2.3"}, {"100Mi", "100Mi", "100Mi"}, {"5e", "5e", "5e"}, {"0x", "0x", "0x"}, {".", ".", "."}, {"<<x", "<<x", "<<x"},
		{"'1'", "1", "1"}, {`"yes"`, "yes", "yes"}, {`""`, "", ""},
		{"!!str 1", "1", "1"}, {"!!int '0x10'", int64(16), "16"}, {"!!float 2", int64(2), "2"}, {"!!bool 'y'", true, "true"}, {"!!binary aGk=", "hi", "hi"}, {"!!binary 0000", "\ufffdM4", "\ufffdM4"},
		{"!local 1", "1", "1"}, {"!!timestamp 2024-01-01", "2024-01-01", "2024-01-01"},
	} {
		f := Read("f", []byte("v: "+test.text+"\n"))
		if len(f.Documents) != 1 {
			t.Errorf("%s: %+v", test.text, f.Problems)
			continue
		}
		n := Field(f.Documents[0].Root, "v")
		if got := Scalar(n); got != test.want {
			t.Errorf("%s is %#v, want %#v", test.text, got, test.want)
		}
		if s, ok := String(n); ok != (reflect.TypeOf(test.want) == reflect.TypeOf("")) || ok && s != test.want {
			t.Errorf("%s: String gives %q, %v", test.text, s, ok)
		}
		if IsNull(n) != (test.want == nil) {
			t.Errorf("%s: IsNull gives %v", test.text, IsNull(n))
		}
		if got, ok := Key(n); got != test.key || ok != (test.key != "" || test.text == `""`) {
			t.Errorf("%s is key %q, %v, want %q", test.text, got, ok, test.key)
		}
	}
}

func TestScalarJSON(t *testing.T) {
	for text, want := range map[string]any{
		`"a"`: "a", `"\u00e9\n"`: "é\n", "true": true, "false": false, "null": nil,
		"1": int64(1), "-0": int64(0), "1.0": 1.0, "1e3": 1000.0, "9223372036854775808": float64(9223372036854775808),
		`"yes"`: "yes", `"1"`: "1", `"\ud800"`: "\ufffd",
	} {
		f := Read("f", []byte(`{"v": `+text+"}"))
		if len(f.Documents) != 1 || !f.Documents[0].JSON() {
			t.Errorf("%s: %+v", text, f.Problems)
			continue
		}
		if got := Scalar(Field(f.Documents[0].Root, "v")); got != want {
			t.Errorf("%s is %#v, want %#v", text, got, want)
		}
	}
}

func TestEntries(t *testing.T) {
	f := Read("f", []byte("a: &x {p: 1, q: 2}\nb: &y {q: 3}\nm:\n  q: 0\n  <<: [*x, *y]\n  r: 4\n  r: 5\n"))
	var got []string
	for e := range Entries(Field(f.Documents[0].Root, "m")) {
		s := e.Key + "=" + Resolve(e.Value).Value
		if e.Merged {
			s += "*"
		}
		got = append(got, s)
	}
	if want := "q=0 q=3* p=1* q=2* r=4 r=5"; strings.Join(got, " ") != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for range Entries(nil) {
		t.Error("an entry of nothing")
	}
	for e := range Entries(f.Documents[0].Root) {
		if e.Key != "a" {
			t.Errorf("%s after break", e.Key)
		}
		break
	}
}

func TestReadersDoNotAllocate(t *testing.T) {
	f := Read("f", []byte("type: object\nname: x\nnullable: 1\nobject: {a: b, c: d}\n"))
	root := f.Documents[0].Root
	path := segs("object", "c")
	count := 0
	if n := testing.AllocsPerRun(100, func() {
		for e := range Entries(root) {
			count += len(e.Key)
		}
		EachEntry(root, func(key string, _, v *yamlnode.Node) { count += len(key) })
		if v, ok := String(Field(root, "type")); ok {
			count += len(v)
		}
		if _, exact := f.Documents[0].Node(path); exact {
			count++
		}
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
