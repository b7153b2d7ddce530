package docgen

import (
	"runtime"
	"strings"
	"sync"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/internal/input/deadline"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/upgrading/sample"
	"github.com/crdtool/crdtool/kube"
)

// addSamples generates the samples of all served versions, on all processors. A CRD that no server can serve has
// none. It returns the CRDs whose samples take longer than the time limit, which have none either.
func addSamples(pages []*Page, crds []*crd.CustomResourceDefinition, o *Options) (late []*crd.CustomResourceDefinition) {
	rules := dryrun.CEL(celrule.NewCompiler(behaviour.Of(o.Version).CEL))
	isLate := make([]bool, len(crds))
	var wg sync.WaitGroup
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i, c := range crds {
		wg.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			samples, err := deadline.Run(o.Timeout, o.File(c), func(*deadline.Watch) [][]Sample { return samplesOf(c, pages[i], o.Version, rules) })
			isLate[i] = err != nil
			for v, list := range samples {
				pages[i].Versions[v].Samples = list
			}
		})
	}
	wg.Wait()
	for i, c := range crds {
		if isLate[i] {
			late = append(late, c)
		}
	}
	return late
}

// samplesOf returns the samples of each version of a page.
func samplesOf(c *crd.CustomResourceDefinition, page *Page, v kube.Version, rules func(*schematree.Tree) dryrun.Rules) [][]Sample {
	g, err := sample.New(c, sample.Options{Version: v, Rules: rules})
	if err != nil {
		return nil
	}
	all := make([][]Sample, len(page.Versions))
	for i, out := range page.Versions {
		for _, size := range []sample.Size{sample.Minimal, sample.Full} {
			if !out.Served {
				continue
			}
			s, err := g.Generate(out.Name, size)
			if err != nil {
				break // cannot happen: it is served
			}
			all[i] = append(all[i], sampleOf(s, size))
		}
	}
	return all
}

func sampleOf(s *sample.Sample, size sample.Size) Sample {
	var b strings.Builder
	_ = s.WriteYAML(&b, false) // writes to a Builder succeed
	return Sample{Size: size.String(), YAML: b.String(), Refusal: s.Refusal, LeftOut: len(s.LeftOut)}
}
