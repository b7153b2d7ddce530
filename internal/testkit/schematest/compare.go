package schematest

import (
	"reflect"
	"slices"
	"testing"

	"github.com/crdtool/crdtool/schema"
)

// Heeds checks that a function tells schemas apart that differ in one keyword,
// whichever it is, and that it does not tell those apart that differ in the
// keywords of a list: what the function leaves out on purpose.
func Heeds[T any](t *testing.T, f func(*schema.Schema) T, but ...string) {
	t.Helper()
	for _, name := range but {
		if !slices.ContainsFunc(Keywords(), func(k Keyword) bool { return k.Name == name }) {
			t.Errorf("%s is no keyword", name)
		}
	}
	for _, k := range Keywords() {
		all := k.Schemas()
		told := false
		for _, s := range all[1:] {
			none, some := *all[0], *s // for f to change
			told = told || !reflect.DeepEqual(f(&none), f(&some))
		}
		switch out := slices.Contains(but, k.Name); {
		case !told && !out:
			t.Errorf("%s (the field %s) is passed over", k.Name, k.Field)
		case told && out:
			t.Errorf("%s makes a difference and is said not to", k.Name)
		}
	}
}
