package source

import (
	"reflect"
	"strings"
	"testing"
	"unsafe"
)

// TestOwned: an owned value is the same, and no string of it stands in the text of the file.
func TestOwned(t *testing.T) {
	text := []byte("plain: a text that stands in the file\n\"quoted\": \"another text\"\nlist: [some, 'more', 1, 1.5, true, ~, yes, \"2020\", 2020-01-01]\n1: {a: 0x10}\n")
	f := ReadOwn("a", text)
	root := f.Documents[0].Root
	got := Owned(root)
	if want := Value(root); !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	within := func(s string) bool {
		if s == "" {
			return false
		}
		at, from := uintptr(unsafe.Pointer(unsafe.StringData(s))), uintptr(unsafe.Pointer(&f.Text[0]))
		return at >= from && at < from+uintptr(len(f.Text))
	}
	if !within(root.Content[0].Value) {
		t.Error("no string of the nodes stands in the text")
	}
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for k, e := range v {
				if within(k) {
					t.Errorf("the key %s stands in the text", k)
				}
				walk(e)
			}
		case []any:
			for _, e := range v {
				walk(e)
			}
		case string:
			if within(v) {
				t.Errorf("%s stands in the text", v)
			}
		}
	}
	walk(got)
}

func TestOpening(t *testing.T) {
	f := Read("a", []byte("a: "+strings.Repeat("x", 50)+"\r\nb: 1\n\n"))
	for _, test := range []struct {
		line, most int
		want       string
	}{{1, 5, "a: xx"}, {1, 100, f.Line(1)}, {2, 4, "b: 1"}, {2, 5, "b: 1"}, {2, 0, ""}, {3, 5, ""}, {9, 5, ""}, {0, 5, ""}} {
		if got := f.Opening(test.line, test.most); got != test.want {
			t.Errorf("line %d, %d bytes: %q, want %q", test.line, test.most, got, test.want)
		}
	}
}
