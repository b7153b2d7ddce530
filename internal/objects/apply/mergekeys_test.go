package apply_test

import (
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/objects/apply"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
)

// TestMergeKeysOfObjects: a merge key replaces the keys above it in what kubectl sends (recorded as
// fixed/repeated-merge-below in testdata/clientapply), which is worth a warning; keys below it override it.
func TestMergeKeysOfObjects(t *testing.T) {
	set := apply.NewCRDs(kube.Latest, false)
	if err := set.Add(source.Read("crds.yaml", []byte(crd("a.io", "Widget", "Namespaced")))); err != nil {
		t.Fatal(err)
	}
	for spec, warnings := range map[string]int{
		"{a: &m {k: v}, b: {k: w, <<: *m}}": 1,
		"{a: &m {k: v}, b: {<<: *m, k: w}}": 0,
		"{a: &m {k: v}, b: {k: v, <<: *m}}": 0,
	} {
		r := apply.New(set, apply.RunOptions{}).File(source.Read("a.yaml", []byte("apiVersion: a.io/v1\nkind: Widget\nmetadata: {name: a}\nspec: "+spec+"\n")))
		if r.Summary.Created != 1 || len(r.Findings) != warnings {
			t.Errorf("%s: %d created, %v", spec, r.Summary.Created, r.Findings)
			continue
		}
		for _, f := range r.Findings {
			if f.Severity != finding.Warning || f.Path != "spec.b.k" || f.Line != 4 {
				t.Errorf("%s: %+v", spec, f)
			}
		}
	}
}
