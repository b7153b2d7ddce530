package ownership

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v6/value"

	"github.com/crdtool/crdtool/internal/sweep"
)

// TestSimpleBranches: what is put in order and printed without the library is so as by it.
func TestSimpleBranches(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	letters := []rune(`ab! "\<~.[]=é`)
	text := func() string {
		out := ""
		for range r.IntN(4) {
			out += string(letters[r.IntN(len(letters))])
		}
		return out
	}
	simple, other := 0, 0
	for range sweep.Times(20000, 200000) {
		s := &pathSet{}
		wide := r.IntN(2) == 0
		for range 1 + r.IntN(6) {
			var pe fieldpath.PathElement
			number := func() value.Value { return value.NewValueInterface(int64(r.IntN(4)-2) << (10 * r.IntN(3))) }
			plain := func() value.Value { return value.NewValueInterface([]string{"", "a", "a b", "a!", "ab"}[r.IntN(5)]) }
			switch kind := r.IntN(24); {
			case kind == 0:
				v := plain()
				pe.Value = &v
			case kind == 1:
				pe.Key = &value.FieldList{{Name: text(), Value: value.NewValueInterface(text())}}
			case kind < 8:
				name := text()
				pe.FieldName = &name
			case wide:
				pe.Key = &value.FieldList{{Name: "a", Value: plain()}, {Name: "b", Value: number()}}
			default:
				pe.Key = &value.FieldList{{Name: "a", Value: plain()}}
			}
			element, err := fieldpath.SerializePathElement(pe)
			if err != nil {
				t.Fatal(err)
			}
			s.put(element, leaf)
		}
		got := s.simpleBranches()
		if got == nil {
			other++
			continue
		}
		simple++
		for _, read := range []bool{true, false} {
			want, err := s.branches(read)
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Fatalf("%v: %v, and by the library %v, %v", s.below, got, want, err)
			}
		}
	}
	if simple < other/4 || other < simple/4 {
		t.Errorf("%d are simple, %d are not", simple, other)
	}
}
