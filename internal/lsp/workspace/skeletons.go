package workspace

import (
	"context"
	"maps"
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
	of map[kindKey]skeleton
}

type kindKey struct{ group, version, kind string }

// A skeleton is the manifest of a kind for a CRD.
type skeleton struct {
	crd  *crd.CustomResourceDefinition
	text string // "" if there is none
}

// Skeleton returns the manifest of a kind, if it is made. While the CRD is edited, it is that of an earlier text.
func (p *Project) Skeleton(k *shape.Kind) (string, bool) {
	p.skeletons.mu.Lock()
	defer p.skeletons.mu.Unlock()
	text := p.skeletons.of[kindKey{k.Group, k.Version, k.Kind}].text
	return text, text != ""
}

// MakeSkeletons makes the manifests of all kinds for a document, until the context is done. CRDs that are being edited
// wait until they are saved.
func (p *Project) MakeSkeletons(ctx context.Context, doc *Document) {
	edited := map[string]bool{}
	for _, d := range p.workspace.Documents() {
		edited[d.Name] = d.Edited >= 0
	}
	of := behaviour.Of(p.Version())
	options := sample.Options{Version: p.Version(), Rules: func(t *schematree.Tree) dryrun.Rules {
		return dryrun.CEL(crd.NewChecker(of).Compiler())(t)
	}}
	all := p.Kinds(doc).All()
	p.skeletons.keep(all)
	for i, k := range all {
		if ctx.Err() != nil || i == mostSkeletons {
			return
		}
		if edited[k.File] || p.skeletons.has(k) {
			continue
		}
		p.skeletons.put(k, complete.Skeleton(k, options))
	}
}

// keep drops the manifests of kinds that are gone.
func (s *skeletons) keep(kinds []*shape.Kind) {
	are := map[kindKey]bool{}
	for _, k := range kinds {
		are[kindKey{k.Group, k.Version, k.Kind}] = true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	maps.DeleteFunc(s.of, func(k kindKey, _ skeleton) bool { return !are[k] })
}

func (s *skeletons) has(k *shape.Kind) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.of[kindKey{k.Group, k.Version, k.Kind}].crd == k.CRD
}

func (s *skeletons) put(k *shape.Kind, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.of == nil {
		s.of = map[kindKey]skeleton{}
	}
	s.of[kindKey{k.Group, k.Version, k.Kind}] = skeleton{k.CRD, text}
}
