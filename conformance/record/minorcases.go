package record

import (
	"context"
	"net/http"
	"net/url"

	"github.com/crdtool/crdtool/conformance/requests"
	"github.com/crdtool/crdtool/conformance/server"
	"github.com/crdtool/crdtool/internal/testkit/golden"
)

func (o MinorsOptions) cases() ([]question, error) {
	cases, err := golden.Cases(o.Cases)
	var all []question
	for _, c := range cases {
		all = append(all, question{c.Name, c.Hash(), func(ctx context.Context, s *server.Server) (any, error) {
			return Play(ctx, s, c)
		}})
	}
	return all, err
}

func (o MinorsOptions) objectCases() ([]question, error) {
	cases, err := golden.ObjectCases(o.ObjectCases)
	var all []question
	for i, c := range cases {
		all = append(all, question{c.Name, c.Hash(), func(ctx context.Context, s *server.Server) (any, error) {
			a, err := playObject(ctx, s, c, i)
			maskAges(a.Object)
			return a, err
		}})
	}
	return all, err
}

// maskAges replaces the cells of a Table that say how old an object is.
func maskAges(table any) {
	t, _ := table.(map[string]any)
	columns, _ := t["columnDefinitions"].([]any)
	rows, _ := t["rows"].([]any)
	for i, c := range columns {
		if c, ok := c.(map[string]any); !ok || c["type"] != "date" {
			continue
		}
		for _, r := range rows {
			if r, ok := r.(map[string]any); ok {
				if cells, ok := r["cells"].([]any); ok && i < len(cells) && cells[i] != nil {
					cells[i] = "AGE"
				}
			}
		}
	}
}

func (o MinorsOptions) crds(name string) ([]question, error) {
	read := requests.CRDs
	if name != "crds.jsonl.gz" {
		read = requests.Mutants
	}
	list, err := read(o.Corpus)
	var all []question
	for _, r := range list {
		all = append(all, question{r.ID, r.Hash(), func(ctx context.Context, s *server.Server) (any, error) {
			q := request{method: http.MethodPost, path: collection, query: url.Values{"dryRun": {"All"}, "fieldValidation": {r.FieldValidation}}, contentType: asYAML, body: r.Text}
			if r.JSON {
				q.contentType = asJSON
			}
			return ask(ctx, s, q)
		}})
	}
	return all, err
}
