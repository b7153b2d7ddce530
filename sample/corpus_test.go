package sample_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/crdtool/crdtool/celrule"
	"github.com/crdtool/crdtool/crd"
	"github.com/crdtool/crdtool/dryrun"
	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/sample"
)

// The samples of real CRDs are accepted, but for those whose rules ask for more
// than a search finds. The rate is printed with -v.
func TestCorpus(t *testing.T) {
	dir := os.Getenv("CRDTOOL_CORPUS")
	if dir == "" {
		dir = filepath.Join("..", "..", "shared", "corpus")
	}
	files, err := filepath.Glob(filepath.Join(dir, "dev", "*", "crds", "*.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skip("there is no corpus; CRDTOOL_CORPUS names its folder")
	}
	rules := dryrun.CEL(celrule.NewCompiler(kube.Latest.Behaviour().CELCompatibility))
	accepted, all := map[sample.Size]int{}, 0
	leftOut := 0
	for _, file := range files {
		f, err := source.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, doc := range f.Documents {
			c, _ := crd.Decode(doc)
			g, err := sample.New(c, sample.Options{Rules: rules})
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range c.Spec.Versions {
				if !v.Served {
					continue
				}
				all++
				for _, size := range []sample.Size{sample.Minimal, sample.Full} {
					start := time.Now()
					s, err := g.Generate(v.Name, size)
					if err != nil {
						t.Fatal(err)
					}
					if took := time.Since(start); took > time.Second {
						t.Logf("%s %s %s: %v, %d tries", c.Metadata.Name, v.Name, size, took, s.Tries)
					}
					if s.Accepted {
						accepted[size]++
					} else {
						t.Logf("%s %s %s: after %d tries: %.500s", c.Metadata.Name, v.Name, size, s.Tries, s.Refusal)
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
