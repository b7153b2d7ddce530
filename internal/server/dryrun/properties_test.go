package dryrun_test

import (
	"reflect"
	"sync"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/internal/testkit/steer"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/internal/text/code"
)

// TestOwnOutput creates again what was created, and updates it with itself:
// neither changes anything, nor does anything happen on the way.
func TestOwnOutput(t *testing.T) {
	for _, c := range sweep.Part(4, readCases(t)) {
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
			same := reflect.DeepEqual(result, results[0])
			if result.Refusal == code.StrictDecoding { // whose Later is a function, which equals no other
				same = reflect.DeepEqual(result.APIServer, results[0].APIServer) && reflect.DeepEqual(result.Trace, results[0].Trace)
			}
			if !same {
				t.Errorf("%s: %+v\n%+v", c.Name, result, results[0])
			}
		}
	}
}

// FuzzRequest makes requests of any two texts on the CRD of any case: nothing
// may panic, what is created from an object that was created is the same and so is
// what is updated with itself, and an answer does not depend on those before it.
func FuzzRequest(f *testing.F) {
	cases := readCases(f)
	var seeds []int
	for i := range cases {
		seeds = append(seeds, i)
	}
	for _, i := range sweep.Seeds(6, seeds) {
		f.Add(i, cases[i].Object, cases[i].Old)
	}
	all := served{cases, make([]*dryrun.Resource, len(cases))}
	f.Fuzz(func(t *testing.T, i int, object, old []byte) {
		if i >= 0 && i < len(cases) {
			holdRequests(t, all.of(t, i), cases[i].Version, object, old)
		}
	})
}

// TestSeedsRequest changes the objects of the cases.
func TestSeedsRequest(t *testing.T) {
	cases := readCases(t)
	var all []string
	for _, c := range cases {
		all = append(all, string(c.Object), string(c.Old))
	}
	texts := steer.NewTexts(all, "null", "[]", "{}", `""`, "- ", ": ", "spec:", "status:", "metadata:", "1e400", "-0", "1.0", "9007199254740993", "true", "&a ", "*a")
	resources := served{cases, make([]*dryrun.Resource, len(cases))}
	steer.Seeds(t, 200, func(t *testing.T, seed uint64) {
		i := int(seed % uint64(len(cases)))
		old := all[2*i+1]
		if old == "" || seed%3 == 0 {
			old = texts.Text(2*i+int(seed/3)%2, seed+1)
		}
		holdRequests(t, resources.of(t, i), cases[i].Version, []byte(texts.Text(2*i, seed)), []byte(old))
	})
}

// served are what the CRDs of cases serve, each made when it is first needed.
type served struct {
	cases []*golden.ObjectCase
	made  []*dryrun.Resource
}

func (s *served) of(t *testing.T, i int) *dryrun.Resource {
	if s.made[i] == nil {
		s.made[i] = resourceWith(t, s.cases[i].CRD, frugal)
	}
	return s.made[i]
}

func holdRequests(t *testing.T, r *dryrun.Resource, version string, object, old []byte) {
	t.Helper()
	sent, ok := anyObject(object)
	if !ok {
		return
	}
	opts := dryrun.RequestOptions{FieldValidation: dryrun.Warn, Version: version, FillResourceVersion: true}
	result := r.Create(sent, opts)
	if result.APIServer.Accepted {
		own := dryrun.FromValue(result.Object)
		again := r.Create(own, opts)
		if again.APIServer.Accepted && !reflect.DeepEqual(again.Object, result.Object) {
			t.Errorf("first %v\nthen %v", result.Object, again.Object)
		}
		updated, err := r.Update(own, dryrun.FromValue(result.Stored), opts)
		if err == nil && updated.APIServer.Accepted && !updated.Unchanged() {
			t.Errorf("%v is updated with itself to %v", result.Object, updated.Object)
		}
	}
	before, ok := anyObject(old)
	if !ok {
		before = sent
	}
	// The errors are those of objects that no server could hold.
	for i, request := range []func() (*dryrun.Result, error){
		func() (*dryrun.Result, error) { return r.Create(sent, opts), nil },
		func() (*dryrun.Result, error) { return r.Update(sent, before, opts) },
		func() (*dryrun.Result, error) { return r.UpdateStatus(sent, before, opts) },
		func() (*dryrun.Result, error) { return r.UpdateScale(7, before, opts) },
	} {
		first, err := request()
		again, otherwise := request()
		if !reflect.DeepEqual(again, first) || (err == nil) != (otherwise == nil) {
			t.Errorf("request %d: %+v, %v\nand when it is made again\n%+v, %v", i, first, err, again, otherwise)
		}
	}
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
