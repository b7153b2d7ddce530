package diffrun

import (
	"fmt"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
)

// setOf is the CRDs of files, each of which has CRDs by their names and scopes, as in a=Cluster.
func setOf(files ...string) *Set {
	var s Set
	for i, crds := range files {
		name, crds, _ := strings.Cut(crds, ":")
		if name == "" {
			name = fmt.Sprint(i)
		}
		var text strings.Builder
		for _, crd := range strings.Fields(crds) {
			crd, scope, _ := strings.Cut(crd, "=")
			fmt.Fprintf(&text, "---\napiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: %s}\nspec: {scope: %s}\n", crd, scope)
		}
		s.Add(source.Read(name, []byte(text.String())))
	}
	return &s
}

// TestCopies: copies in one file have to be the same, and those in others may differ.
func TestCopies(t *testing.T) {
	for _, test := range []struct {
		files []string
		want  string // the lines
	}{
		{[]string{"x:a=1 a=1 a=1 b=2 b=2"}, ""},
		{[]string{"x:a=1 b=1 a=1 a=2"}, "x:17: the CRD a is also in line 2, "},
		{[]string{"x:a=1 a=2 b=1 b=2"}, "x:7: the CRD a is also in line 2, "},
		{[]string{"x:b=1 a=1 a=1 b=2"}, "x:17: the CRD b is also in line 2, "},
		{[]string{"x:a=1 a=1", "y:a=2 a=2"}, ""},
		{[]string{"x:a=1", "y:a=2 a=3"}, "y:7: the CRD a is also in line 2, "},
	} {
		err := setOf(test.files...).checkCopies()
		if err == nil && test.want != "" || err != nil && (test.want == "" || !strings.HasPrefix(err.Error(), test.want)) {
			t.Errorf("%q: %v, want %s", test.files, err, test.want)
		}
	}
}

// TestPairsOfCopies: each copy is compared with the one in the file that is named most like
// its own, and copies that say the same count once.
func TestPairsOfCopies(t *testing.T) {
	for _, test := range []struct {
		old, new []string
		want     string
	}{
		{[]string{"x:a=1 a=1"}, []string{"x:a=2 a=2 a=2"}, "a x 2-x 2 "},
		{[]string{"o/x:a=1", "o/y:a=2"}, []string{"n/y:a=3", "n/x:a=3"}, "a o/x 2-n/x 2 a o/y 2-n/y 2 "},
		{[]string{"o/x:a=1", "o/y:a=1"}, []string{"n/y:a=3", "n/x:a=3"}, "a o/y 2-n/y 2 "},
		{[]string{"o/z:a=1", "p/z:a=2"}, []string{"n/y:a=3"}, "a o/z 2-n/y 2 "},
		{nil, []string{"x:a=1 a=1 b=1"}, "a -x 2 b -x 12 "},
		{[]string{"x:b=1 b=1"}, []string{"x:a=1"}, "a -x 2 b x 2- "},
	} {
		var got strings.Builder
		place := func(d *source.Document) string {
			if d == nil {
				return ""
			}
			return fmt.Sprintf("%s %d", d.File.Name, d.Line())
		}
		for _, p := range Pairs(setOf(test.old...), setOf(test.new...)) {
			fmt.Fprintf(&got, "%s %s-%s ", p.Name, place(p.Old), place(p.New))
		}
		if got.String() != test.want {
			t.Errorf("%q and %q: %q, want %q", test.old, test.new, got.String(), test.want)
		}
	}
}
