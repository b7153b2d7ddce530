package yamldecode

import (
	"slices"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// An int32 that does not fit leaves what was there.
func TestDecodeInt32(t *testing.T) {
	for text, want := range map[string]int64{
		"2147483647": 2147483647, "2147483648": 7, "-2147483648": -2147483648, "-2147483649": 7, "null": 7, "a": 7, "[1]": 7,
	} {
		var n yaml.Node
		if err := yaml.Unmarshal([]byte(text), &n); err != nil {
			t.Fatal(err)
		}
		var d Decoder
		got := int64(7)
		d.Int(yamlnode.Of(n.Content[0]), 32, &got)
		if fits := got != 7 || text == "null"; got != want || fits != (len(d.Flaws) == 0) {
			t.Errorf("%s is read as %d, want %d, flaws %+v", text, got, want, d.Flaws)
		}
		for _, f := range d.Flaws {
			if f.Want != "int32" {
				t.Errorf("%s: %q is wanted", text, f.Want)
			}
		}
	}
}

// TestRelist: items are read over those that are there, also over those behind a
// list that was shortened, as encoding/json does.
func TestRelist(t *testing.T) {
	list := Relist([]int(nil), 3)
	copy(list, []int{1, 2, 3})
	for _, test := range []struct {
		length int
		want   []int
	}{{3, []int{1, 2, 3}}, {1, []int{1}}, {3, []int{1, 2, 3}}, {4, []int{1, 2, 3, 0}}, {0, []int{}}, {2, []int{0, 0}}} {
		if list = Relist(list, test.length); !slices.Equal(list, test.want) {
			t.Errorf("of %d items: %v, want %v", test.length, list, test.want)
		}
	}
}
