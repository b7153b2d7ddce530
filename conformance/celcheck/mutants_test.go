package celcheck

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	jsonpatch "gopkg.in/evanphx/json-patch.v4"
	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/kube"
)

// TestRecordedMutants compares the verdicts on CRDs with damaged rules.
func TestRecordedMutants(t *testing.T) {
	dir := corpus(t)
	checker := crd.NewChecker(behaviour.Of(kube.Latest))
	bases := map[string][]byte{}
	mutants, equal, onDefaults, skipped := 0, 0, 0, 0
	eachLine(t, filepath.Join(dir, "truth-crd-mutants.jsonl"), func(line []byte) {
		var m struct {
			ID, Base, Class, Panic, Decode string
			Patch                          json.RawMessage
			Causes                         []cause
		}
		if err := json.Unmarshal(line, &m); err != nil {
			t.Fatal(err)
		}
		if m.Panic != "" || m.Decode != "" && len(m.Causes) == 0 {
			skipped++
			return
		}
		text, err := mutate(dir, bases, m.Base, m.Patch)
		if err != nil {
			t.Fatal(m.ID, err)
		}
		d, err := read("mutant.json", text)
		if err != nil {
			t.Fatal(m.ID, err)
		}
		for i := range m.Causes {
			m.Causes[i].Message = mask(m.Causes[i].Message)
		}
		got := d.findings(checker)
		if ruleOnDefault(m.Causes, got) {
			onDefaults++
			return
		}
		if !strings.HasPrefix(m.Class, "cel/") {
			// Their other causes belong to package crd.
			m.Causes, got = onlyCEL(m.Causes), onlyCEL(got)
		}
		mutants++
		if diff := difference(got, m.Causes); diff != "" {
			t.Errorf("%s\n%s", m.ID, diff)
			return
		}
		equal++
	})
	t.Logf("%d mutants, %d equal; not compared: %d whose defaults break rules, %d that do not decode", mutants, equal, onDefaults, skipped)
}

// ruleOnDefault reports whether the server refused a default for what a rule
// says of it. That takes rules at run time, which these packages leave to
// others; and then the server looks at no rule any more.
func ruleOnDefault(want, got []cause) bool {
	for _, c := range want {
		if strings.Contains(c.Field, ".default") && !slices.Contains(got, c) {
			return true
		}
	}
	return false
}

func mutate(dir string, bases map[string][]byte, base string, patch []byte) ([]byte, error) {
	if bases[base] == nil {
		text, err := os.ReadFile(filepath.Join(dir, base))
		if err != nil {
			return nil, err
		}
		if bases[base], err = yaml.YAMLToJSON(text); err != nil {
			return nil, err
		}
	}
	p, err := jsonpatch.DecodePatch(patch)
	if err != nil {
		return nil, err
	}
	return p.Apply(bases[base])
}

func onlyCEL(all []cause) []cause {
	var kept []cause
	for _, c := range all {
		if strings.Contains(c.Field, "x-kubernetes-validations") || strings.Contains(c.Message, "x-kubernetes-validations") {
			kept = append(kept, c)
		}
	}
	return kept
}

const contributed = "contributed to estimated rule cost total"

// difference compares two sets of causes. Of the rules that contributed most to
// a total, the server names any four, so only their number counts.
func difference(got, want []cause) string {
	got, gotMost := separate(got)
	want, wantMost := separate(want)
	var b strings.Builder
	for _, c := range want {
		if i := slices.Index(got, c); i >= 0 {
			got = slices.Delete(got, i, i+1)
			continue
		}
		b.WriteString("\tmissing: " + c.Reason + " " + c.Field + ": " + c.Message + "\n")
	}
	for _, c := range got {
		b.WriteString("\textra:   " + c.Reason + " " + c.Field + ": " + c.Message + "\n")
	}
	if gotMost != wantMost {
		b.WriteString("\tanother number of contributing rules\n")
	}
	return b.String()
}

func separate(all []cause) (rest []cause, most int) {
	for _, c := range all {
		if strings.Contains(c.Message, contributed) {
			most++
			continue
		}
		rest = append(rest, c)
	}
	return rest, most
}
