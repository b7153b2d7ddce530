package record

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/crdtool/crdtool/conformance/requests"
	"github.com/crdtool/crdtool/conformance/server"
	"github.com/crdtool/crdtool/internal/testkit/golden"
)

// objects asks about the objects of each project while the server serves its CRDs.
func (o MinorsOptions) objects(name string) ([]question, func(context.Context, *server.Server, []question, func(question, any) error) error, error) {
	read := requests.Objects
	if name != "objects.jsonl.gz" {
		read = requests.ObjectMutants
	}
	list, err := read(o.Corpus)
	if err != nil {
		return nil, nil, err
	}
	var all []question
	byID := map[string]requests.Object{}
	for _, r := range list {
		byID[r.ID] = r
		all = append(all, question{id: r.ID, hash: r.Hash()})
	}
	inside := func(ctx context.Context, s *server.Server, all []question, answer func(question, any) error) error {
		var repo string
		p := project{Server: s}
		defer func() { p.forget(ctx) }()
		for _, q := range all {
			r := byID[q.id]
			if r.Repo != repo {
				repo = r.Repo
				p.forget(ctx)
				if err := p.serve(ctx, filepath.Join(o.Corpus, "dev", repo)); err != nil {
					return fmt.Errorf("%s: %w", repo, err)
				}
			}
			var a any = Unplayable{p.refused[r.CRD]}
			if p.refused[r.CRD] == "" {
				var err error
				if a, err = playCorpusObject(ctx, s, r); err != nil {
					return fmt.Errorf("%s: %w", r.ID, err)
				}
			}
			if err := answer(q, a); err != nil {
				return err
			}
		}
		return nil
	}
	return all, inside, nil
}

// project is what a server serves of a project of the corpus.
type project struct {
	*server.Server
	serving []*served
	// refused has the CRDs that the server refuses, and why.
	refused map[string]string
}

// serve makes the server serve the CRDs of a project that it accepts.
func (p *project) serve(ctx context.Context, dir string) error {
	p.refused = map[string]string{}
	files, err := filepath.Glob(filepath.Join(dir, "crds", "*.yaml"))
	if err != nil {
		return err
	}
	for i, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		c := &served{Server: p.Server}
		var refused refusedError
		switch err := c.store(ctx, text, i); {
		case errors.As(err, &refused):
			p.refused[strings.TrimSuffix(filepath.Base(file), ".yaml")] = refused.text
		case err != nil:
			return fmt.Errorf("%s: %w", file, err)
		default:
			p.serving = append(p.serving, c)
		}
	}
	for _, c := range p.serving {
		if err := c.awaitServed(ctx, true); err != nil {
			return err
		}
	}
	return nil
}

func (p *project) forget(ctx context.Context) {
	for _, c := range p.serving {
		remove(ctx, p.Server, c.crd.Name)
	}
	for _, c := range p.serving {
		// What is served too long shows when the next project is asked about.
		_ = c.awaitServed(ctx, false)
	}
	p.serving = nil
}

// playCorpusObject makes the request and returns a golden.ObjectAnswer.
func playCorpusObject(ctx context.Context, s *server.Server, r requests.Object) (a any, err error) {
	body := r.Body
	restore := func(text []byte) []byte { return text }
	if r.Old != nil {
		var old, object map[string]any
		if err := decode(r.Old, &old); err != nil {
			return nil, err
		}
		meta := old["metadata"].(map[string]any)
		recorded, _ := meta["resourceVersion"].(string)
		delete(meta, "resourceVersion")
		text, err := json.Marshal(old)
		if err != nil {
			return nil, err
		}
		version, err := s.PutObject(ctx, r.Group(), r.Plural(), r.Namespace(), r.Name(), text)
		if err != nil {
			return nil, err
		}
		defer func() {
			err = errors.Join(err, s.DeleteObject(ctx, r.Group(), r.Plural(), r.Namespace(), r.Name()))
		}()
		// The resourceVersion that was recorded stands for the live one.
		if err := decode(body, &object); err != nil {
			return nil, err
		}
		if meta, ok := object["metadata"].(map[string]any); ok && meta["resourceVersion"] == recorded {
			meta["resourceVersion"] = version
			if body, err = json.Marshal(object); err != nil {
				return nil, err
			}
		}
		live, then := `"resourceVersion":"`+version+`"`, `"resourceVersion":"`+recorded+`"`
		restore = func(text []byte) []byte {
			text = bytes.ReplaceAll(text, []byte(live), []byte(then))
			return bytes.ReplaceAll(text, quoted(live), quoted(then))
		}
	}
	q := request{
		method: r.Method(), path: r.Path, contentType: asJSON, body: body,
		query: url.Values{"dryRun": {"All"}, "fieldValidation": {r.FieldValidation}},
	}
	resp, text, err := send(ctx, s, q)
	if errors.Is(err, io.EOF) {
		return golden.ObjectAnswer{Answer: golden.Answer{Panic: true}.Canonical()}, nil
	}
	if err != nil {
		return nil, err
	}
	return objectAnswer(resp, []byte(golden.StableNames(string(restore(text)), r.Body)), "uid", "creationTimestamp", "managedFields")
}

// quoted is the text as it stands in a string of JSON.
func quoted(text string) []byte {
	q, _ := json.Marshal(text) // a string
	return q[1 : len(q)-1]
}

func decode(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	return d.Decode(into)
}

// objectAnswer reads the answer that a response is, and the object in it without
// some fields of its metadata.
func objectAnswer(resp *http.Response, body []byte, without ...string) (golden.ObjectAnswer, error) {
	if resp.StatusCode == http.StatusNotFound && !json.Valid(body) {
		return golden.ObjectAnswer{Answer: golden.Answer{Code: resp.StatusCode, Message: string(body)}.Canonical()}, nil
	}
	a, err := read(resp, body)
	if err != nil || !a.Accepted {
		return golden.ObjectAnswer{Answer: a}, err
	}
	var object map[string]any
	if err := json.Unmarshal(body, &object); err != nil {
		return golden.ObjectAnswer{}, err
	}
	strip(object, without)
	return golden.ObjectAnswer{Answer: a, Object: object}, nil
}
