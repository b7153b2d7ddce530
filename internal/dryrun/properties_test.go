package dryrun_test

import (
	"reflect"
	"sync"
	"testing"

	"github.com/crdtool/crdtool/internal/crd"
	"github.com/crdtool/crdtool/internal/dryrun"
	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/internal/sweep"
)

// TestOwnOutput creates again what was created, and updates it with itself:
// neither changes anything, nor does anything happen on the way.
func TestOwnOutput(t *testing.T) {
	for _, c := range readCases(t) {
		if c.Operation != "create" {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			first := play(t, c)
			if !first.APIServer.Accepted {
				t.Skip("refused")
			}
			if c.Name == "lists/set-of-numbers" {
				t.Skip("1 and 1.0 are stored as 1 and 1, which the server itself refuses then")
			}
			r := resource(t, c.CRD)
			opts := dryrun.RequestOptions{FieldValidation: dryrun.Strict, FillResourceVersion: true}
			out := dryrun.FromValue(first.Object)

			again := r.Create(out, opts)
			if !again.APIServer.Accepted || !reflect.DeepEqual(again.Object, first.Object) {
				t.Errorf("created again: %+v, want %v", again.APIServer, first.Object)
			}
			updated, err := r.Update(out, dryrun.FromValue(first.Stored), opts)
			if err != nil {
				t.Fatal(err)
			}
			if !updated.Unchanged() || !reflect.DeepEqual(updated.Object, first.Object) {
				t.Errorf("updated with itself: %+v\n%v\nwant\n%v", updated.APIServer, updated.Object, first.Object)
			}
			for _, result := range []*dryrun.Result{again, updated} {
				for _, e := range result.Trace {
					switch e.Stage {
					case dryrun.Prune, dryrun.Nulls, dryrun.Metadata, dryrun.Convert:
						t.Errorf("%s: %+v", result.Operation, e)
					case dryrun.Default:
						// The default of a subresource's status is set before status is dropped.
						if e.Path != "status" && len(e.Path) < len("status.") {
							t.Errorf("%s: %+v", result.Operation, e)
						}
					}
				}
			}
		})
	}
}

// TestInputsStayAsTheyAre makes each request from many goroutines on one
// resource, and compares the results. It is worth most with the race detector.
func TestInputsStayAsTheyAre(t *testing.T) {
	for _, c := range sweep.Part(4, readCases(t)) {
		if c.Operation != "update" && c.Operation != "create" {
			continue
		}
		r := resourceWith(t, c.CRD, frugal)
		name := "object.yaml"
		if c.JSON {
			name = "object.json"
		}
		sent := dryrun.FromDocument(document(t, name, c.Object))
		var old dryrun.Object
		if c.Old != nil {
			old = dryrun.FromDocument(document(t, "old.yaml", c.Old))
		}
		results := make([]*dryrun.Result, 4)
		var wait sync.WaitGroup
		for i := range results {
			wait.Go(func() {
				opts := dryrun.RequestOptions{FieldValidation: c.FieldValidation, Version: c.Version, FillResourceVersion: true}
				if c.Old == nil {
					results[i] = r.Create(sent, opts)
					return
				}
				var err error
				if results[i], err = r.Update(sent, old, opts); err != nil {
					t.Error(err)
				}
			})
		}
		wait.Wait()
		for _, result := range results[1:] {
			if !reflect.DeepEqual(result, results[0]) {
				t.Errorf("%s: %+v\n%+v", c.Name, result, results[0])
			}
		}
	}
}

// FuzzRequest makes requests of any two texts on the CRD of any case: nothing
// may panic, and what is created from an object that was created is the same.
func FuzzRequest(f *testing.F) {
	cases := readCases(f)
	resources := make([]*dryrun.Resource, len(cases))
	for i, c := range cases {
		resources[i] = resourceWith(f, c.CRD, frugal)
		f.Add(i, c.Object, c.Old)
	}
	f.Fuzz(func(t *testing.T, i int, object, old []byte) {
		if i < 0 || i >= len(cases) {
			return
		}
		r := resources[i]
		sent, ok := anyObject(object)
		if !ok {
			return
		}
		opts := dryrun.RequestOptions{FieldValidation: dryrun.Warn, Version: cases[i].Version, FillResourceVersion: true}
		result := r.Create(sent, opts)
		if result.APIServer.Accepted {
			again := r.Create(dryrun.FromValue(result.Object), opts)
			if again.APIServer.Accepted && !reflect.DeepEqual(again.Object, result.Object) {
				t.Errorf("first %v\nthen %v", result.Object, again.Object)
			}
		}
		before, ok := anyObject(old)
		if !ok {
			before = sent
		}
		// The errors are those of objects that no server could hold.
		_, _ = r.Update(sent, before, opts)
		_, _ = r.UpdateStatus(sent, before, opts)
		_, _ = r.UpdateScale(7, before, opts)
	})
}

func anyObject(text []byte) (dryrun.Object, bool) {
	f := source.Read("object.yaml", text)
	if len(f.Documents) == 0 {
		return dryrun.Object{}, false
	}
	return dryrun.FromDocument(f.Documents[0]), true
}

// BenchmarkCreate reports the time of one object, in a process that has built
// the resources.
func BenchmarkCreate(b *testing.B) {
	type job struct {
		r    *dryrun.Resource
		sent dryrun.Object
	}
	var jobs []job
	for _, c := range readCases(b) {
		if c.Operation != "create" || c.JSON {
			continue
		}
		decoded, _ := crd.Decode(document(b, "crd.yaml", c.CRD))
		r, err := dryrun.New(decoded, dryrun.Server{Rules: dryrun.CEL(compiler)})
		if err != nil {
			b.Fatal(err)
		}
		jobs = append(jobs, job{r, dryrun.FromDocument(document(b, "object.yaml", c.Object))})
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		j := jobs[i%len(jobs)]
		j.r.Create(j.sent, dryrun.RequestOptions{FieldValidation: dryrun.Warn})
	}
}
