package lint

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/testkit/sweep"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// corpus returns the projects of the corpus, and skips the test where it is not
// checked out beside the module.
func corpus(tb testing.TB) []string {
	tb.Helper()
	dir := sweep.Corpus()
	projects, err := filepath.Glob(filepath.Join(dir, "dev", "*", "crds"))
	if err != nil {
		tb.Fatal(err)
	}
	if len(projects) == 0 {
		tb.Skipf("no corpus in %s; set CRDTOOL_CORPUS to test against real CRDs", dir)
	}
	for i := range projects {
		projects[i] = filepath.Dir(projects[i])
	}
	return projects
}

// celRules are the CEL rules of one version of a CRD and the estimates of their
// cost.
type celRules struct {
	rules     *validate.Rules
	estimates map[string]uint64
}

// TestEstimateIsNeverBelowTheCost evaluates the CEL rules of real CRDs over real
// objects, and compares what each evaluation cost with the estimate.
func TestEstimateIsNeverBelowTheCost(t *testing.T) {
	evaluations := 0
	for _, project := range corpus(t) {
		kinds := celRulesOf(t, project)
		for _, f := range read(t, filepath.Join(project, "objects", "*.yaml")) {
			for _, doc := range f.Documents {
				apiVersion, kind := doc.TypeMeta()
				k := kinds[apiVersion+" "+kind]
				if k == nil {
					continue
				}
				value := source.Value(doc.Root)
				for _, old := range []any{nil, value} {
					k.rules.Evaluate(context.Background(), nil, value, old, validate.Evaluation{
						Budget: validate.RuntimeBudget,
						Observe: func(at *finding.Path, cost uint64) {
							evaluations++
							if estimate, ok := k.estimates[at.Server()]; !ok || cost > estimate {
								t.Errorf("%s: %s cost %d, estimated %d", f.Name, at.Server(), cost, estimate)
							}
						},
					})
				}
			}
		}
	}
	t.Logf("%d evaluations", evaluations)
	if evaluations < 1000 {
		t.Errorf("only %d evaluations", evaluations)
	}
}

func celRulesOf(t *testing.T, project string) map[string]*celRules {
	kinds := map[string]*celRules{}
	for _, f := range read(t, filepath.Join(project, "crds", "*.yaml")) {
		for _, doc := range f.Documents {
			c, _ := crd.Decode(doc)
			estimates := map[string]uint64{}
			for _, cost := range linter.checker.Check(c, nil).Costs {
				for _, x := range cost.Expressions {
					estimates[x.Path.Server()] = x.Cost
				}
			}
			for i := range c.Spec.Versions {
				v := &c.Spec.Versions[i]
				root := finding.Root("spec", "versions").Index(i).Child("schema", "openAPIV3Schema")
				if c.Spec.Shared.Schema {
					root = finding.Root("spec", "validation", "openAPIV3Schema")
				}
				rules := validate.NewRules(linter.checker.Compiler(), schematree.New(v.OpenAPISchema(), root), 0, true)
				if rules != nil {
					kinds[c.Spec.Group+"/"+v.Name+" "+c.Spec.Names.Kind] = &celRules{rules, estimates}
				}
			}
		}
	}
	return kinds
}

func read(t *testing.T, pattern string) []*source.File {
	names, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	var files []*source.File
	for _, name := range names {
		f, err := source.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, ".yaml") {
			files = append(files, f)
		}
	}
	return files
}
