package main

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/crdtool/crdtool/internal/objects/coverage"
	"github.com/crdtool/crdtool/internal/schemas/constraint"
	"github.com/crdtool/crdtool/report"
)

// tested is the coverage of existing tests, by CRD.
type tested struct {
	crds  map[string]map[string]bool
	tests int
}

// runExisting runs the tests of the paths and of the output folder, and returns their coverage. Tests in files
// that will be overwritten do not count.
func runExisting(cmd *cobra.Command, f *testFlags, paths []string, over []string) (*tested, error) {
	c, err := f.config.read(cmd)
	if err != nil {
		return nil, err
	}
	to, err := f.output.outputs(nil)
	if err != nil {
		return nil, err
	}
	r := newTestRun(cmd, f, c, to)
	r.stdout, r.stderr = io.Discard, io.Discard // crdtool test reports errors of the tests
	r.recorder = coverage.New()
	r.recorder.All = true
	for _, s := range r.servers {
		s.Coverage = r.recorder
	}
	paths = slices.Clone(configured(paths))
	if _, err := os.Stat(f.generate.out); f.generate.out != "" && err == nil {
		paths = append(paths, f.generate.out)
	}
	if err := r.find(paths); err != nil {
		return nil, err
	}
	r.suites = slices.DeleteFunc(r.suites, func(j job) bool {
		return slices.Contains(over, filepath.Clean(j.suite.File))
	})
	out := &tested{crds: map[string]map[string]bool{}}
	for _, j := range r.suites {
		out.tests += len(j.suite.Tests)
	}
	if out.tests == 0 {
		return out, nil
	}
	if err := r.run(cmd.Context()); err != nil {
		return nil, err
	}
	for _, of := range r.recorder.Report().CRDs {
		known := map[string]bool{}
		for i := range of.Constraints {
			if row := &of.Constraints[i]; row.Covered {
				known[coveredKey(row)] = true
			}
		}
		out.crds[of.Name] = known
	}
	return out, nil
}

// coveredKey identifies a constraint by its path in the schema and its value.
func coveredKey(row *report.ConstraintCoverage) string {
	return keyOf(row.Path, row.Effect, row.Value)
}

func keyOf(path, effect string, value any) string {
	_, in, _ := strings.Cut(path, "openAPIV3Schema")
	text, _ := json.Marshal(value)
	return in + " " + effect + " " + string(text)
}

// skips returns a function that reports whether tests cover a constraint of a CRD; nil if they cover none.
func (t *tested) skips(crd string) func(string, *constraint.Constraint) bool {
	known := t.crds[crd]
	if len(known) == 0 {
		return nil
	}
	return func(_ string, c *constraint.Constraint) bool {
		return known[keyOf(c.Path.Server(), string(c.Effect), c.Value)]
	}
}
