package sample_test

import (
	"path/filepath"
	"runtime/debug"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/internal/upgrading/sample"
)

// TestMain lets the collector run as seldom as the command does: little of what
// tests make is needed for long.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}

// The samples of real CRDs are accepted, every served version, also when they are
// read back from YAML. The rate is printed with -v.
func TestCorpus(t *testing.T) {
	dir := sweep.Corpus()
	files, err := filepath.Glob(filepath.Join(dir, "dev", "*", "crds", "*.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skipf("NOT RUN: no corpus in %s; set CRDTOOL_CORPUS to test against real CRDs", dir)
	}
	options := rules()
	accepted, all := map[sample.Size]int{}, 0
	leftOut := 0
	for _, file := range sweep.Part(12, files) {
		f, err := source.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, doc := range f.Documents {
			c, _ := crd.Decode(doc)
			g, err := sample.New(c, options)
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range c.Spec.Versions {
				if !v.Served {
					continue
				}
				all++
				for _, size := range []sample.Size{sample.Minimal, sample.Full} {
					s, err := g.Generate(v.Name, size)
					if err != nil {
						t.Fatal(err)
					}
					if s.Accepted {
						accepted[size]++
						roundTrip(t, s)
					} else {
						t.Errorf("%s %s %s: after %d tries: %.500s", c.Metadata.Name, v.Name, size, s.Tries, s.Refusal)
					}
					leftOut += len(s.LeftOut)
				}
			}
		}
	}
	for _, size := range []sample.Size{sample.Minimal, sample.Full} {
		rate := 100 * float64(accepted[size]) / float64(all)
		t.Logf("%s: %d of %d accepted, %.1f %%", size, accepted[size], all, rate)
	}
	t.Logf("%d fields left out", leftOut)
}
