package edit

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// TestMain lets the collector run as seldom as the command does: little of what
// tests make is needed for long.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}

// TestCorpusPlans makes changes all over real CRDs, in YAML as people and
// generators write it and in JSON: nearly all can be made, and what is not about
// them stays.
func TestCorpusPlans(t *testing.T) {
	names, _ := filepath.Glob(filepath.Join(sweep.Corpus(), "dev/*/crds/*.yaml"))
	if len(names) == 0 {
		t.Skip("no corpus is there")
	}
	asked, planned := map[string]int{}, map[string]int{}
	for i, name := range names {
		if i%10 != 0 || !sweep.Takes(8, i/10) {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		inJSON, err := yaml.YAMLToJSON(text)
		if err != nil {
			t.Fatal(err)
		}
		for form, text := range map[string][]byte{"YAML": text, "JSON": inJSON, "CRLF": bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))} {
			f := source.Read(name, text)
			var requests []Request
			all := changesOf(f.Documents[0])
			for k := 0; k < len(all); k += 7 { // all kinds of changes, at many places
				requests = append(requests, Request{f.Documents[0], []finding.Change{all[k]}})
			}
			plans := Plan(f, requests)
			for k, plan := range plans {
				c := requests[k].Changes[0]
				if !newTree(f.Documents[0]).change(&c) || c.Op == finding.RemoveRepeated {
					continue // there is nothing to plan
				}
				asked[form]++
				if plan == nil {
					t.Logf("%s (%s): no plan for %v at %s", filepath.Base(name), form, c.Op, c.Path.File())
					continue
				}
				planned[form]++
				if k%5 == 0 {
					holds(t, f, requests[k], plan)
				}
				for _, e := range plan {
					if c.Op != finding.Remove && c.Op != finding.Replace && bytes.Count(text[e.Start:e.End], []byte("\n")) > 0 {
						t.Errorf("%s (%s): to change %s, lines are replaced: %q", name, form, c.Path.File(), text[e.Start:e.End])
					}
				}
			}
		}
	}
	t.Logf("of %v changes %v are planned", asked, planned)
	for form := range asked {
		if planned[form]*100 < asked[form]*99 {
			t.Errorf("%s: only %d of %d changes are planned", form, planned[form], asked[form])
		}
	}
}
