package mutation

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// TestCorpus holds that each mutant of a real CRD differs from it in one place, and that
// the list is the same each time.
func TestCorpus(t *testing.T) {
	dir := sweep.Corpus()
	files, _ := filepath.Glob(filepath.Join(dir, "dev", "*", "crds", "*.yaml"))
	if len(files) == 0 {
		t.Skipf("no corpus in %s; set CRDTOOL_CORPUS", dir)
	}
	by := behaviour.Of(kube.Latest)
	ch := crd.NewChecker(by)
	total, refused := map[Kind]int{}, map[Kind]int{}
	n, r := 0, 0
	for _, name := range sweep.Part(80, files) {
		f, err := source.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Documents {
			if !d.IsCRD() {
				continue
			}
			c, _ := ch.Decode(d)
			if a := ch.Check(c.Copy(), nil); len(a.Findings) > 0 {
				continue
			}
			all := Of(c, by)
			again := Of(c, by)
			ids := map[string]bool{}
			for i := range all {
				m := &all[i]
				if again[i].ID() != m.ID() {
					t.Fatalf("%s: %s is another the second time", name, m.Does)
				}
				if ids[m.ID()] {
					t.Errorf("%s: %s %s is there twice", name, m.Path().Server(), m.Does)
				}
				ids[m.ID()] = true
				damaged := m.Damage(c)
				if damaged == nil {
					t.Errorf("%s: %s %s fits nothing", name, m.Path().Server(), m.Does)
					continue
				}
				if !inOnePlace(m, c, damaged) {
					t.Errorf("%s: %s %s is not the only change", name, m.Path().Server(), m.Does)
				}
				if sweep.Thorough() && i%16 != 0 {
					continue // a whole check of each takes minutes
				}
				total[m.Kind]++
				n++
				if a := ch.Check(damaged, nil); len(a.Findings) > 0 {
					refused[m.Kind]++
					r++
				}
			}
		}
	}
	var b strings.Builder
	for _, k := range Kinds() {
		fmt.Fprintf(&b, "%-30s %6d, %d refused\n", k, total[k], refused[k])
	}
	if n == 0 || r*5 > n {
		t.Errorf("of %d mutants %d are refused", n, r)
	}
	t.Logf("%d mutants tried, %d refused\n%s", n, r, &b)
}

// inOnePlace reports whether a damaged CRD is another, and the CRD itself once what is at
// the place of the damage is as it was.
func inOnePlace(m *Mutant, whole, damaged *crd.CustomResourceDefinition) bool {
	differs := false
	for i := range whole.Spec.Versions {
		was, is := whole.Spec.Versions[i].OpenAPISchema(), damaged.Spec.Versions[i].OpenAPISchema()
		if schema.Equal(was, is) {
			continue
		}
		differs = true
		fixed := changed(is, m.path, func(s *schema.Schema) bool {
			*s = *follow(was, m.path)
			return true
		})
		if !schema.Equal(was, fixed) {
			return false
		}
	}
	return differs
}
