package lint

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/report"
)

// TestWitnesses sends the requests of all witnesses in the cases again, each to a server
// with the CRD that it names: the answers are those that the witness has.
func TestWitnesses(t *testing.T) {
	t.Parallel()
	proved := map[string]int{}
	for _, r := range rules.All() {
		text, err := os.ReadFile(filepath.Join(ruleCases, r.ID+".txtar"))
		if err != nil {
			t.Fatal(err)
		}
		var old []byte
		for _, f := range golden.Parse(text).Files {
			if f.Name == "old.yaml" {
				old = f.Data
			}
			if !strings.HasPrefix(f.Name, "bad") {
				continue
			}
			for _, found := range foundBy(t, r, f.Name, f.Data, old, nil) {
				if found.Witness != nil {
					proved[r.ID]++
					t.Run(r.ID+"/"+f.Name+"/"+found.Path, func(t *testing.T) { holdWitness(t, f.Data, old, &found) })
				}
			}
		}
	}
	for _, id := range []string{
		"transition-bypass", "lost-content", "conversion-loses", "conversion-missing", "rule-added", "branches-changed",
		"field-to-map", "versions-disagree", "spec-optional", "negative-count",
	} {
		if proved[id] == 0 {
			t.Errorf("no finding of %s has a witness", id)
		}
	}
}

func holdWitness(t *testing.T, now, old []byte, f *report.Finding) {
	resource := func(text []byte) *dryrun.Resource {
		var whole map[string]any
		if err := yaml.Unmarshal(text, &whole); err != nil {
			t.Fatal(err)
		}
		return resourceOf(t, whole)
	}
	var stored map[string]any
	for i := range f.Witness.Requests {
		q := &f.Witness.Requests[i]
		crd := now
		if q.StoredCRD {
			crd = old
		}
		r := resource(crd)
		text, err := json.Marshal(q.Object)
		if err != nil {
			t.Fatal(err)
		}
		sent, err := dryrun.FromJSON(text)
		if err != nil {
			t.Fatal(err)
		}
		opts := dryrun.RequestOptions{FillResourceVersion: true, Version: q.Version, FieldValidation: dryrun.Ignore}
		var result *dryrun.Result
		switch q.Operation {
		case "create":
			result = r.Create(sent, opts)
		case "update":
			if result, err = r.Update(sent, dryrun.FromValue(stored), opts); err != nil {
				t.Fatal(err)
			}
		default:
			continue // TestLosses
		}
		if a := result.APIServer; a.Accepted != q.Accepted || a.Message != q.Message {
			t.Errorf("%s: request %d (%s %s) is answered %v %q, and the witness says %v %q",
				f.Message, i, q.Operation, q.Version, a.Accepted, a.Message, q.Accepted, q.Message)
		}
		if result.APIServer.Accepted {
			stored = result.Stored
		}
	}
}
