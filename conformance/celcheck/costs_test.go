package celcheck

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"k8s.io/apiserver/pkg/cel/environment"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/kube"
)

func corpus(t testing.TB) string {
	dir := filepath.Join(sweep.Corpus(), "dev")
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("NOT RUN: the corpus is not at %s; set CRDTOOL_CORPUS", sweep.Corpus())
	}
	return dir
}

func eachLine(t testing.TB, path string, f func(line []byte)) {
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	s := bufio.NewScanner(file)
	s.Buffer(nil, 64<<20)
	for s.Scan() {
		f(s.Bytes())
	}
	if s.Err() != nil {
		t.Fatal(s.Err())
	}
}

func mustRead(t testing.TB, path string) *document {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	d, err := read(path, text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func everythingClean(int32) bool { return true }

// TestRecordedCosts compares with the costs recorded from a real server.
func TestRecordedCosts(t *testing.T) {
	dir := corpus(t)
	checker := celcost.NewChecker(behaviour.Of(kube.Latest))
	type truth struct {
		Base, Path, Rule                                      string
		MaxCost, MaxCardinality, SerializedCardinality, Total uint64
		Bounded                                               bool
	}
	ours := map[string]map[string]celcost.Expression{}
	rules, equal := 0, 0
	eachLine(t, filepath.Join(dir, "truth-cel-costs.jsonl"), func(line []byte) {
		var want truth
		if err := json.Unmarshal(line, &want); err != nil {
			t.Fatal(err)
		}
		if ours[want.Base] == nil {
			ours[want.Base] = map[string]celcost.Expression{}
			for _, p := range mustRead(t, filepath.Join(dir, want.Base)).schemas() {
				for _, e := range checker.Check(p.tree, everythingClean, celcost.Options{}).Expressions {
					ours[want.Base][e.Path.Server()] = e
				}
			}
		}
		rules++
		got, ok := ours[want.Base][want.Path]
		if !ok || got.Cost != want.MaxCost || got.Executions.Max != want.MaxCardinality || got.Total != want.Total ||
			got.Executions.Bounded != want.Bounded || got.Text != want.Rule {
			t.Errorf("%s %s\n\tgot  %+v\n\twant %+v", want.Base, want.Path, got, want)
			return
		}
		equal++
	})
	t.Logf("%d rules, %d equal", rules, equal)
}

// TestServerCosts compares with the server's code on all CRDs of the corpus,
// message expressions included.
func TestServerCosts(t *testing.T) {
	dir := corpus(t)
	checker := celcost.NewChecker(behaviour.Of(kube.Latest))
	env := environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion())
	files, err := filepath.Glob(filepath.Join(dir, "*", "crds", "*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatal("no CRDs in the corpus", err)
	}
	expressions, equal := 0, 0
	for _, file := range files {
		for _, p := range mustRead(t, file).schemas() {
			n, same := compareCosts(t, file, p, checker, env)
			expressions, equal = expressions+n, equal+same
		}
	}
	t.Logf("%d CRDs, %d expressions, %d equal", len(files), expressions, equal)
}

func compareCosts(t testing.TB, name string, p pair, checker *celcost.Checker, env *environment.EnvSet) (n, equal int) {
	want, err := serverCosts(p.server, p.at, env)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return 0, 0
	}
	got := map[string]cost{}
	result := checker.Check(p.tree, everythingClean, celcost.Options{})
	for _, e := range result.Expressions {
		got[e.Path.Server()] = cost{Cost: e.Cost, Cardinality: e.Executions.Max, Bounded: e.Executions.Bounded}
	}
	for _, f := range result.Findings {
		if check := f.Code.Rule(); check == "cel-rule" || check == "cel-message" { // not about a cost
			got[f.Path.Server()] = cost{Error: f.Detail}
		}
	}
	for path, w := range want {
		n++
		g, ok := got[path]
		w.Error, g.Error = mask(w.Error), mask(g.Error)
		if !ok || g != w {
			t.Errorf("%s %s\n\tgot  %+v\n\twant %+v", name, path, g, w)
			continue
		}
		equal++
	}
	if len(got) != len(want) {
		t.Errorf("%s: %d expressions, want %d", name, len(got), len(want))
	}
	return n, equal
}
