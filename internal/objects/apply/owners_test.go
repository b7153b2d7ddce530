package apply_test

import (
	"reflect"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/objects/apply"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
)

// TestOwnersMakeNoDifference: what is said of an object, and what becomes of it, is the same whether
// it is to be shown who owns its fields or not, which is worked out only if something asks for it.
func TestOwnersMakeNoDifference(t *testing.T) {
	cases, err := golden.ObjectCases("../../../testdata/dryrun")
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for _, c := range sweep.Part(4, cases) {
		if c.Object == nil {
			continue
		}
		set := crds(t, string(c.CRD))
		for _, verb := range []apply.Verb{apply.VerbApply, apply.VerbReplace, apply.VerbCreate} {
			var of [2]apply.FileReport
			for i := range of {
				opts := apply.RunOptions{FieldValidation: c.FieldValidation, ShowOwners: i == 0, Command: apply.Command{Verb: verb}, Live: apply.NewLive(set, "")}
				if c.Old != nil {
					if err := opts.Live.Add(source.Read("old.yaml", c.Old)); err != nil {
						t.Fatal(err)
					}
				}
				of[i] = apply.New(set, opts).File(source.Read(caseFile(c), c.Object))
			}
			for i := range of[0].Results {
				r := &of[0].Results[i]
				r.Object, r.Stored = withoutOwners(r.Object), withoutOwners(r.Stored)
				tried++
			}
			if !reflect.DeepEqual(of[0], of[1]) {
				t.Errorf("%s, %s: %+v with owners, and %+v without", c.Name, verb, of[0], of[1])
			}
		}
	}
	if tried < sweep.Times(125, 500) {
		t.Errorf("only %d objects", tried)
	}
}

func withoutOwners(object map[string]any) map[string]any {
	if metadata, ok := object["metadata"].(map[string]any); ok {
		delete(metadata, "managedFields")
	}
	return object
}
