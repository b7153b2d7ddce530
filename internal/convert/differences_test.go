package convert

import (
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/source"
)

// TestDifferencesByPairs: that two mappings have the same few keys in one order makes no
// difference. With many more keys below they are compared by tables.
func TestDifferencesByPairs(t *testing.T) {
	texts := []string{
		"a: 1\nb: 2\n", "b: 2\na: 1\n", "a: 1\nb: 3\n", "a: 1\n", "a: 1\nb: {c: 1, d: [x, {e: 1}]}\n", "a: 1\nb: {c: 1, d: [x, {e: 2}]}\n",
		"a: 1\nb: {d: [x, {e: 1}], c: 1}\n", "a: 1\na: 2\n", "a: 2\na: 1\n", "a: 1\nc: 2\n", "a: &a {x: 1}\nb: *a\n", "a: {x: 1}\nb: {x: 2}\n",
		"'a': 1\nb: 2\n", "1: a\nb: 2\n", "'1': b\nb: 2\n", "b: &b {c: 1}\n<<: *b\n", "b: &b {c: 2}\n<<: *b\n", "b: &b {c: 2}\n'<<': *b\n", "a: []\nb: 2\n", "a: ~\nb: 2\n", "a:\nb: 3\n",
	}
	var more strings.Builder
	for i := range 20 {
		more.WriteString("more" + strconv.Itoa(i) + ": 1\n")
	}
	some := false
	for _, a := range texts {
		for _, b := range texts {
			read := func(text string) *source.Document { return source.Read("a", []byte(text)).Documents[0] }
			got := differences(read(a), read(b))
			want := differences(read(a+more.String()), read(b+more.String()))
			if !reflect.DeepEqual(got, want) {
				t.Errorf("from %q to %q: %v, want %v", a, b, got, want)
			}
			some = some || len(got) > 0
			if same := reflect.DeepEqual(source.Value(read(a).Root), source.Value(read(b).Root)); same && len(got) > 0 {
				t.Errorf("from %q to %q: %v", a, b, got)
			}
		}
	}
	if !some {
		t.Error("no differences")
	}
}
