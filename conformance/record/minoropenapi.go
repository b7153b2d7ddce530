package record

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"

	"github.com/crdtool/crdtool/conformance/openapi"
	"github.com/crdtool/crdtool/conformance/requests"
	"github.com/crdtool/crdtool/conformance/server"
)

// published asks what a server publishes of each project of the corpus.
func (o MinorsOptions) published() ([]question, func(context.Context, *server.Server, []question, func(question, any) error) error, error) {
	list, err := requests.Projects(o.Corpus)
	if err != nil {
		return nil, nil, err
	}
	var all []question
	for _, r := range list {
		all = append(all, question{id: r.ID, hash: r.Hash})
	}
	inside := func(ctx context.Context, s *server.Server, all []question, answer func(question, any) error) error {
		values, err := openapi.ReadValues(o.Answers)
		if err != nil {
			return err
		}
		p := project{Server: s}
		defer func() { p.forget(ctx) }()
		for _, q := range all {
			if err := openapi.AwaitNone(ctx, s); err != nil {
				return fmt.Errorf("%s: %w", q.id, err)
			}
			if err := p.serve(ctx, filepath.Join(o.Corpus, "dev", q.id)); err != nil {
				return fmt.Errorf("%s: %w", q.id, err)
			}
			var crds []*v1.CustomResourceDefinition
			for _, c := range p.serving {
				crds = append(crds, &c.crd)
			}
			docs, err := openapi.Fetch(ctx, s, crds)
			if err != nil {
				return fmt.Errorf("%s: %w", q.id, err)
			}
			p.forget(ctx)
			recorded, err := openapi.Recorded(o.Corpus, q.id)
			if err != nil {
				return err
			}
			a := requests.Published{Refused: slices.Sorted(maps.Keys(p.refused)), Changes: map[string]openapi.Packed{}}
			for name, doc := range docs {
				if recorded[name] == nil {
					return fmt.Errorf("%s: %s is new", q.id, name)
				}
				if a.Changes[name], err = values.Pack(openapi.Changes(recorded[name], doc)); err != nil {
					return err
				}
			}
			if err := answer(q, a); err != nil {
				return err
			}
		}
		return values.Write(o.Answers)
	}
	return all, inside, nil
}
