package lint

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/testkit/sweep"

	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// TestBypasses sends the witnesses of transition-bypass to a server with the CRD, and to
// one with the CRD that the help makes of it, in both ways that it offers: there none of
// the updates gets around the rule.
func TestBypasses(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(ruleCases, "transition-bypass.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	proved, unproven := 0, 0
	for _, f := range golden.Parse(text).Files {
		if !strings.HasPrefix(f.Name, "bad") {
			continue
		}
		for _, found := range foundBy(t, rules.Find("transition-bypass"), f.Name, f.Data, nil, nil) {
			if found.Witness == nil {
				unproven++
				if !strings.Contains(found.Message, " may be ") {
					t.Errorf("%s: said without a witness: %s", f.Name, found.Message)
				}
				continue
			}
			proved++
			t.Run(f.Name+"/"+found.Path, func(t *testing.T) { holdBypass(t, f.Data, &found) })
		}
	}
	if proved < 5 || unproven == 0 {
		t.Errorf("%d findings have a witness, %d have none", proved, unproven)
	}
}

// TestBypassesOfTheCorpus does the same with CRDs of public projects.
func TestBypassesOfTheCorpus(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join(sweep.Corpus(), "dev/*/crds/*.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skip("the corpus is absent")
	}
	only := &rules.Selection{Active: []rules.Active{{Rule: rules.Find("transition-bypass")}}}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range linter.File(source.Read(name, text), Options{Rules: only}).Findings {
			if found.Witness != nil {
				t.Run(filepath.Base(name)+"/"+found.Path, func(t *testing.T) { holdBypass(t, text, &found) })
			}
		}
	}
}

func holdBypass(t *testing.T, text []byte, f *report.Finding) {
	crd := func() map[string]any {
		var whole map[string]any
		if err := yaml.Unmarshal(text, &whole); err != nil {
			t.Fatal(err)
		}
		return whole
	}
	var got []bool
	for _, r := range f.Witness.Requests {
		got = append(got, r.Accepted)
	}
	if !slices.Equal(got, []bool{true, false, true, true}) || !slices.Equal(replay(t, crd(), f.Witness), got) {
		t.Fatalf("%s: the witness says %v, the server %v", f.Message, got, replay(t, crd(), f.Witness))
	}
	ways := map[string]map[string]any{"rules": byRules(t, crd(), f)}
	if strings.Contains(f.Help, ", or list ") { // not of what may have to be absent
		ways["required"] = byRequired(t, crd(), f)
	}
	for way, closed := range ways {
		text, err := yaml.Marshal(closed)
		if err != nil {
			t.Fatal(err)
		}
		after := linter.File(source.Read("closed.yaml", text), Options{})
		if !after.Documents[0].APIServer.Accepted {
			t.Errorf("%s: with the %s of the help the server refuses the CRD: %s", f.Help, way, after.Documents[0].APIServer.Message)
			continue
		}
		if got := replay(t, closed, f.Witness); !got[0] || got[1] || got[2] {
			t.Errorf("%s: with the %s of the help the answers are %v", f.Help, way, got)
		}
	}
}

// replay sends the requests of a witness, and returns which are accepted. Each update
// replaces what the one before it left.
func replay(t *testing.T, whole map[string]any, w *finding.Witness) []bool {
	t.Helper()
	r := resourceOf(t, whole)
	opts := dryrun.RequestOptions{FillResourceVersion: true}
	var stored dryrun.Object
	var all []bool
	for _, q := range w.Requests {
		text, err := json.Marshal(q.Object)
		if err != nil {
			t.Fatal(err)
		}
		sent, err := dryrun.FromJSON(text)
		if err != nil {
			t.Fatal(err)
		}
		var result *dryrun.Result
		if q.Operation == "create" {
			result = r.Create(sent, opts)
		} else if result, err = r.Update(sent, stored, opts); err != nil {
			t.Fatal(err)
		}
		all = append(all, result.APIServer.Accepted)
		if result.APIServer.Accepted {
			stored = dryrun.FromValue(result.Stored)
		}
	}
	return all
}

// schemaIn returns the schema of a field that a finding's help names, in the version
// that the finding is about.
func schemaIn(t *testing.T, whole map[string]any, f *report.Finding, field string) map[string]any {
	t.Helper()
	var object any
	for _, v := range whole["spec"].(map[string]any)["versions"].([]any) {
		if v := v.(map[string]any); v["name"] == f.Version {
			object = v["schema"].(map[string]any)["openAPIV3Schema"]
		}
	}
	if field == "the object" {
		return object.(map[string]any)
	}
	for _, name := range strings.Split(strings.ReplaceAll(field, "[*]", ".[*]"), ".") {
		s := object.(map[string]any)
		switch {
		case name != "[*]":
			object = at(t, s, []string{"properties", name})
		case s["items"] != nil:
			object = s["items"]
		default:
			object = s["additionalProperties"]
		}
	}
	return object.(map[string]any)
}

var (
	ruleInHelp     = regexp.MustCompile(`give (\S+|the object) the rule (!has\(oldSelf\.\w+\) \|\| has\(self\.\w+\))`)
	requiredInHelp = regexp.MustCompile(`([\w.-]+) in required of (the object|[^\s,;]+)`)
)

func byRules(t *testing.T, whole map[string]any, f *report.Finding) map[string]any {
	found := ruleInHelp.FindAllStringSubmatch(f.Help, -1)
	if len(found) == 0 {
		t.Fatalf("no rule in the help: %s", f.Help)
	}
	for _, m := range found {
		s := schemaIn(t, whole, f, m[1])
		list, _ := s["x-kubernetes-validations"].([]any)
		s["x-kubernetes-validations"] = append(list, map[string]any{"rule": m[2]})
	}
	return whole
}

func byRequired(t *testing.T, whole map[string]any, f *report.Finding) map[string]any {
	found := requiredInHelp.FindAllStringSubmatch(f.Help, -1)
	if len(found) == 0 {
		t.Fatalf("no required in the help: %s", f.Help)
	}
	for _, m := range found {
		s := schemaIn(t, whole, f, m[2])
		list, _ := s["required"].([]any)
		s["required"] = append(list, m[1])
	}
	return whole
}
