package lint

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/report"
)

// inGo is what is added to a help about a generated CRD, and about a type that is used
// in several places.
var inGo = regexp.MustCompile(`(^|; )in Go(: |, put).*|; with controller-gen: .*|; the same type is used .*`)

// TestHelpHelps does what every help and every fix says, to the CRDs of the cases of
// the rules, to those that the server accepts in its own, and to real ones: no other finding of any profile appears
// for it, and the server refuses nothing that it accepted. It does the same as an update
// of the CRD, where no rule about upgrades may have anything to say, unless the help is
// said to be for a new version.
func TestHelpHelps(t *testing.T) {
	t.Parallel()
	h := helper{t: t, done: map[string]int{}}
	for _, r := range rules.All() {
		if r.Profile == rules.ByName {
			continue
		}
		text, err := os.ReadFile(filepath.Join(ruleCases, r.ID+".txtar"))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range golden.Parse(text).Files {
			if strings.HasPrefix(f.Name, "bad") {
				h.try(r.ID+"/"+f.Name, f.Data, r.ID)
			}
		}
	}
	for _, c := range sweep.Part(8, readCases(t)) {
		if c.Answer != nil && c.Answer.Accepted && c.FieldValidation == "" {
			h.try(c.Name, c.CRD, "")
		}
	}
	for _, name := range sweep.Part(32, corpusFiles()) {
		f := readCorpus(t, name)
		if len(f.Text) < 200_000 {
			h.try(name, f.Text, "")
		}
	}
	t.Logf("%d fixes were made, and helps carried out: %v", h.fixed, h.done)
	if len(h.done) < 30 || h.fixed < 30 {
		t.Errorf("only the helps of %d rules were carried out, and %d fixes", len(h.done), h.fixed)
	}
}

type helper struct {
	t *testing.T
	// done is how often what a rule says was done, fixed how many fixes were made.
	done  map[string]int
	fixed int
	// versions is how many the CRD has that is tried.
	versions int
}

// mostTries is how many findings of a rule are tried in real CRDs.
const mostTries = 60

// try does what the findings about a text say, one at a time; only those of one rule
// unless that is "".
func (h *helper) try(name string, text []byte, only string) {
	h.t.Helper()
	var crd map[string]any
	if err := yaml.Unmarshal(text, &crd); err != nil || crd["spec"] == nil {
		return
	}
	before, err := json.Marshal(crd)
	if err != nil {
		h.t.Fatal(err)
	}
	was := h.lint(before, nil)
	shared := sharesSchema(crd)
	h.versions = len(list(reach(crd, "spec", "versions")))
	tried := map[string]int{}
	h.fix(name, text, nil)
	if len(source.Read(name, text).Documents) == 1 { // a file with a CRD twice stores neither
		h.fix(name, text, text)
	}
	for _, old := range [][]byte{nil, before} {
		found := was
		if old != nil {
			found = h.lint(before, old)
		}
		for i := range found.Findings {
			f := &found.Findings[i]
			r := rules.Find(f.Rule)
			help := inGo.ReplaceAllString(f.Help, "")
			if r == nil || r.Topic == rules.Upgrade || only != "" && f.Rule != only {
				continue
			}
			if strings.Contains(f.Help, "the same type is used in") || shared {
				continue // to be done there as well, or the two are no longer alike
			}
			if only == "" {
				key := fmt.Sprint(f.Rule, old != nil)
				if tried[key]++; tried[key] > 1 || h.done[f.Rule] >= mostTries {
					continue
				}
			}
			if old != nil && strings.HasPrefix(help, "in a new version: ") {
				continue
			}
			known := false
			for _, each := range helps {
				m := each.form.FindStringSubmatch(help)
				if m == nil {
					continue
				}
				known = true
				var again map[string]any
				if err := json.Unmarshal(before, &again); err != nil {
					h.t.Fatal(err)
				}
				a := &applied{crd: again, path: steps(f.Path), finding: *f}
				if !each.do(a, m) {
					continue
				}
				after, err := json.Marshal(again)
				if err != nil {
					h.t.Fatal(err)
				}
				h.done[f.Rule]++
				h.compare(fmt.Sprintf("%s: %s [%s]\n  help: %s\n  done: %s", name, f.Message, f.Rule, help, m[0]), found, h.lint(after, old))
			}
			if !known && !saidOnly.MatchString(help) {
				h.t.Errorf("%s: the test does not know how to do this: %s [%s]", name, help, f.Rule)
			}
		}
	}
}

// sharesSchema reports whether versions have the same schema, of which everything is
// said once.
func sharesSchema(crd map[string]any) bool {
	versions := list(reach(crd, "spec", "versions"))
	for i := range versions {
		for j := range i {
			if reflect.DeepEqual(reach(versions[i], "schema"), reach(versions[j], "schema")) {
				return true
			}
		}
	}
	return false
}

// fix makes the fixes of a text, all at once.
func (h *helper) fix(name string, text, old []byte) {
	h.t.Helper()
	opts := h.options(old)
	f := source.Read(name, text)
	fixed := linter.Fix(f, opts)
	if fixed.Made > 0 {
		h.fixed += fixed.Made
		h.compare(name+": fixed", linter.File(f, opts), fixed.Report)
	}
}

// steps is a path in the decoded document.
func steps(path string) []string {
	var steps []string
	for _, m := range step.FindAllStringSubmatch(path, -1) {
		steps = append(steps, m[1]+m[2])
	}
	return steps
}

func (h *helper) options(old []byte) Options {
	h.t.Helper()
	opts := Options{Rules: rules.Of(rules.APIReview)}
	if old != nil {
		var stored Stored
		if err := stored.AddText("old.yaml", old); err != nil {
			h.t.Fatal(err)
		}
		opts.Old = stored.Find
	}
	return opts
}

func (h *helper) lint(text, old []byte) FileReport {
	h.t.Helper()
	return linter.File(source.Read("crd.json", text), h.options(old))
}

// compare fails for what is found after a help and was not before.
func (h *helper) compare(what string, before, after FileReport) {
	h.t.Helper()
	if len(after.Documents) != 1 || before.Documents[0].APIServer.Accepted && !after.Documents[0].APIServer.Accepted {
		h.t.Errorf("%s\n  after which the server says: %s", what, listed(after.Findings))
		return
	}
	had := map[string]int{}
	for i := range before.Findings {
		had[before.Findings[i].Rule]++
	}
	for id := range had {
		// Of a type that is used twice these speak once. One copy may have been changed.
		if r := rules.Find(id); r != nil && (r.ByType || strings.HasPrefix(id, "description-")) {
			had[id] = 1 << 20
		}
	}
	if strings.Contains(what, "done: write enum: ") {
		had["enum-case"] = 1 << 20 // the values were in the CEL rule
	}
	if h.versions > 1 {
		// What is done in one version is to be done in the others.
		for _, id := range []string{"versions-disagree", "lost-content", "conversion-loses", "conversion-missing"} {
			had[id] = 1 << 20
		}
	}
	var fresh []report.Finding
	for i := range after.Findings {
		f := &after.Findings[i]
		if had[f.Rule]--; had[f.Rule] < 0 {
			fresh = append(fresh, *f)
		}
	}
	if len(fresh) == 0 {
		return
	}
	// Of a rule that has more to say, what was not said before.
	fresh = slices.DeleteFunc(after.Findings, func(f report.Finding) bool {
		return had[f.Rule] >= 0 || slices.ContainsFunc(before.Findings, func(b report.Finding) bool { return b.Rule == f.Rule && b.Message == f.Message && b.Path == f.Path })
	})
	h.t.Errorf("%s\n  after which there is more to say:\n%s", what, listed(fresh))
}
