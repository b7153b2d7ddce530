package workspace

import (
	"context"
	"sync"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/lsp/complete"
	"github.com/crdtool/crdtool/internal/lsp/shape"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/upgrading/sample"
)

// mostSkeletons limits for how many kinds manifests are made in advance: each takes some milliseconds.
const mostSkeletons = 100

// skeletons are the smallest manifests of kinds, which take too long to make while somebody waits for a completion.
type skeletons struct {
	mu sync.Mutex
	of map[*crd.CustomResourceDefinition]map[string]string // by version
}

// Skeleton returns the manifest of a kind, if it is made.
func (p *Project) Skeleton(k *shape.Kind) (string, bool) {
	p.skeletons.mu.Lock()
	defer p.skeletons.mu.Unlock()
	text, ok := p.skeletons.of[k.CRD][k.Version]
	return text, ok && text != ""
}

// MakeSkeletons makes the manifests of all kinds for a document, until the context is done.
func (p *Project) MakeSkeletons(ctx context.Context, doc *Document) {
	of := behaviour.Of(p.Version())
	options := sample.Options{Version: p.Version(), Rules: func(t *schematree.Tree) dryrun.Rules {
		return dryrun.CEL(crd.NewChecker(of).Compiler())(t)
	}}
	for i, k := range p.Kinds(doc).All() {
		if ctx.Err() != nil || i == mostSkeletons {
			return
		}
		if _, made := p.Skeleton(k); made {
			continue
		}
		text := complete.Skeleton(k, options)
		p.skeletons.mu.Lock()
		if p.skeletons.of == nil {
			p.skeletons.of = map[*crd.CustomResourceDefinition]map[string]string{}
		}
		if p.skeletons.of[k.CRD] == nil {
			p.skeletons.of[k.CRD] = map[string]string{}
		}
		p.skeletons.of[k.CRD][k.Version] = text
		p.skeletons.mu.Unlock()
	}
}
