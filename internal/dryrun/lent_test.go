package dryrun_test

import (
	"reflect"
	"testing"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/dryrun"
)

// TestLent makes the requests of objects that may be shared and of those that may not: they
// end alike, and leave the objects as they were.
func TestLent(t *testing.T) {
	for _, c := range readCases(t) {
		if c.Object == nil || c.Operation != "create" && c.Operation != "update" && c.Operation != "update-status" {
			continue
		}
		r := resourceWith(t, c.CRD, frugal)
		lent := laterObject(t, c)
		if lent.Value() == nil || lent.Repeats() {
			continue
		}
		before := runtime.DeepCopyJSON(lent.Value())
		alone := dryrun.FromValue(runtime.DeepCopyJSON(before))
		var old dryrun.Object
		if c.Old != nil {
			old = dryrun.FromDocument(document(t, "old.yaml", c.Old))
		}
		send := func(o dryrun.Object) *dryrun.Result {
			opts := dryrun.RequestOptions{FieldValidation: c.FieldValidation, Version: c.Version, FillResourceVersion: true}
			var result *dryrun.Result
			var err error
			switch c.Operation {
			case "create":
				result = r.Create(o, opts)
			case "update":
				result, err = r.Update(o, old, opts)
			default:
				result, err = r.UpdateStatus(o, old, opts)
			}
			if err != nil {
				t.Fatal(err)
			}
			return result
		}
		got, want := send(lent), send(alone)
		if !reflect.DeepEqual(got.Object, want.Object) || !reflect.DeepEqual(got.Stored, want.Stored) || !reflect.DeepEqual(got.Kept, want.Kept) ||
			got.APIServer.Code != want.APIServer.Code || len(got.APIServer.Causes) != len(want.APIServer.Causes) {
			t.Errorf("%s: %+v\n%v, and alone %+v\n%v", c.Name, got.APIServer, got.Object, want.APIServer, want.Object)
		}
		if !reflect.DeepEqual(lent.Value(), before) {
			t.Errorf("%s: the object was changed from %v to %v", c.Name, before, lent.Value())
		}
	}
}
