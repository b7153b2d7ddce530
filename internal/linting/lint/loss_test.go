package lint

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// TestLosses sends the witnesses of findings about lost values to a server with the CRD:
// all requests succeed, gets return what the witness says, and what is said to be lost was
// sent, or was there, and is not there any more.
func TestLosses(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"lost-content", "conversion-loses", "conversion-missing"} {
		text, err := os.ReadFile(filepath.Join(ruleCases, id+".txtar"))
		if err != nil {
			t.Fatal(err)
		}
		proved := 0
		for _, f := range golden.Parse(text).Files {
			if !strings.HasPrefix(f.Name, "bad") {
				continue
			}
			for _, found := range foundBy(t, rules.Find(id), f.Name, f.Data, nil, nil) {
				if found.Witness == nil {
					if !strings.HasPrefix(found.Message, "status") && !strings.Contains(found.Message, " is of type ") {
						t.Errorf("%s: %s: no witness", f.Name, found.Message)
					}
					continue
				}
				proved++
				t.Run(id+"/"+f.Name+"/"+found.Path, func(t *testing.T) { holdLoss(t, f.Data, found.Witness) })
			}
		}
		if proved == 0 {
			t.Errorf("%s: no finding has a witness", id)
		}
	}
}

func holdLoss(t *testing.T, text []byte, w *finding.Witness) {
	var whole map[string]any
	if err := yaml.Unmarshal(text, &whole); err != nil {
		t.Fatal(err)
	}
	r := resourceOf(t, whole)
	opts := dryrun.RequestOptions{FillResourceVersion: true, FieldValidation: dryrun.Ignore}
	var stored map[string]any
	var lost string
	before := false // whether what is lost was there
	for i := range w.Requests {
		q := &w.Requests[i]
		text, err := json.Marshal(q.Object)
		if err != nil {
			t.Fatal(err)
		}
		sent, err := dryrun.FromJSON(text)
		if err != nil {
			t.Fatal(err)
		}
		opts.Version = q.Version
		var result *dryrun.Result
		switch q.Operation {
		case "create":
			result = r.Create(sent, opts)
			before = holds(q.Object, w)
		case "update":
			if result, err = r.Update(sent, dryrun.FromValue(stored), opts); err != nil {
				t.Fatal(err)
			}
		case "get":
			got, err := r.Read(q.Version, stored)
			if err != nil {
				t.Fatal(err)
			}
			var said, is any
			is = roundTrip(t, got)
			said = roundTrip(t, q.Object)
			if !reflect.DeepEqual(said, is) {
				t.Errorf("request %d: a get returns %v, not %v", i, is, said)
			}
			if lost != "" && holds(got, w) {
				t.Errorf("%s is there: %v", lost, got)
			}
			continue
		}
		if !result.APIServer.Accepted || !q.Accepted {
			t.Fatalf("request %d is refused: %s", i, result.APIServer.Message)
		}
		stored = result.Stored
		if len(q.Lost) > 0 {
			lost = q.Lost[0]
		}
	}
	if lost == "" || !before {
		t.Errorf("%v: nothing was there, or nothing is lost", w.Requests)
	}
	if last := w.Requests[len(w.Requests)-1]; last.Operation != "get" {
		t.Error("nobody looks for what is lost")
	}
}

// holds reports whether an object has the value that a witness says is lost.
func holds(o map[string]any, w *finding.Witness) bool {
	path := ""
	for _, q := range w.Requests {
		if len(q.Lost) > 0 {
			path = q.Lost[0]
		}
	}
	all := []any{o}
	for _, name := range strings.Split(strings.ReplaceAll(path, "[*]", ".[*]"), ".") {
		var next []any
		for _, v := range all {
			switch in := v.(type) {
			case map[string]any:
				for k, e := range in {
					if k == name || name == "[*]" {
						next = append(next, e)
					}
				}
			case []any:
				next = append(next, in...)
			}
		}
		all = next
	}
	return len(all) > 0
}

func roundTrip(t *testing.T, v any) (out any) {
	t.Helper()
	text, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(text, &out)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}
