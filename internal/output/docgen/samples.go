package docgen

import (
	"runtime"
	"strings"
	"sync"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/upgrading/sample"
	"github.com/crdtool/crdtool/kube"
)

// addSamples generates the samples of all served versions, on all processors. A CRD that no server can serve has
// none.
func addSamples(pages []*Page, crds []*crd.CustomResourceDefinition, v kube.Version) {
	if v == (kube.Version{}) {
		v = kube.Latest
	}
	rules := dryrun.CEL(celrule.NewCompiler(behaviour.Of(v).CEL))
	var wg sync.WaitGroup
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i, c := range crds {
		wg.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			g, err := sample.New(c, sample.Options{Version: v, Rules: rules})
			if err != nil {
				return
			}
			for _, out := range pages[i].Versions {
				if out.Served {
					out.addSamples(g)
				}
			}
		})
	}
	wg.Wait()
}

func (out *Version) addSamples(g *sample.Generator) {
	minimal, err := g.Generate(out.Name, sample.Minimal)
	if err != nil {
		return // cannot happen: it is served
	}
	out.addSample(minimal, sample.Minimal)
	full, err := g.Generate(out.Name, sample.Full)
	if err != nil {
		return
	}
	out.addSample(full, sample.Full)
}

func (out *Version) addSample(s *sample.Sample, size sample.Size) {
	var b strings.Builder
	if err := s.WriteYAML(&b, false); err != nil {
		return // cannot happen: writes to a Builder succeed
	}
	out.Samples = append(out.Samples, Sample{Size: size.String(), YAML: b.String(), Refusal: s.Refusal, LeftOut: len(s.LeftOut)})
}
