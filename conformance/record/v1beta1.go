package record

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/conformance/betas"
	"github.com/crdtool/crdtool/conformance/server"
	"github.com/crdtool/crdtool/internal/testkit/golden"
)

// BetaOptions say what RunBetas records.
type BetaOptions struct {
	// Module is the folder of the program of the old server.
	Module string
	// Corpus is the folder of CRDs of v1beta1 of public projects, and Answers the one of
	// the answers, which also gets the list of their sources.
	Corpus, Answers string
	// Cases is the folder of the cases.
	Cases string
	// Only, if not empty, is a path.Match pattern of what is asked.
	Only string
}

const betaCollection = "/apis/apiextensions.k8s.io/v1beta1/customresourcedefinitions"

// RunBetas creates CRDs of v1beta1 on a server that still has it, reads them as v1, and
// creates that on a server of today.
func RunBetas(ctx context.Context, o BetaOptions, out io.Writer) error {
	program, err := server.Build(o.Module, betas.Old, out)
	if err != nil {
		return err
	}
	old, err := server.StartMinor(program)
	if err != nil {
		return err
	}
	defer old.Stop()
	now, err := server.Start()
	if err != nil {
		return err
	}
	defer now.Stop()
	b := betaRecorder{ctx: ctx, old: old, now: now}
	if err := b.cases(o, out); err != nil {
		return err
	}
	return b.corpus(o, out)
}

type betaRecorder struct {
	ctx      context.Context
	old, now *server.Server
	played   int
}

// corpus records the CRDs of public projects. What is stored is kept as a hash, and in
// full beside the CRDs.
func (b *betaRecorder) corpus(o BetaOptions, out io.Writer) error {
	sources, err := betas.Sources(o.Corpus)
	if err != nil {
		fmt.Fprintf(out, "no corpus: %v\n", err)
		return nil
	}
	path := filepath.Join(o.Answers, "answers.jsonl.gz")
	h, err := golden.ReadHistory(path)
	if err != nil {
		return err
	}
	ids := map[string]bool{}
	for _, s := range sources {
		ids[s.ID] = true
		if match, err := filepath.Match(o.Only, s.ID); err != nil {
			return err
		} else if o.Only != "" && !match {
			continue
		}
		text, err := s.Read(o.Corpus)
		if err != nil || text == nil {
			return fmt.Errorf("%s: %w", s.File, err)
		}
		a, stored, today, err := b.play(text)
		if err != nil {
			return fmt.Errorf("%s: %w", s.ID, err)
		}
		hash := golden.Hash(text)
		if err := h.Set(s.ID, hash, betas.Old, a); err != nil {
			return err
		}
		if stored == nil {
			continue
		}
		if err := h.Set(s.ID, hash, betas.New, today); err != nil {
			return err
		}
		full := filepath.Join(o.Corpus, "stored", s.ID+".json")
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(full, stored, 0o644); err != nil {
			return err
		}
	}
	h.Keep(func(id string) bool { return ids[id] })
	if err := h.Write(path); err != nil {
		return err
	}
	list, err := os.ReadFile(filepath.Join(o.Corpus, "sources.jsonl"))
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%d CRDs of the corpus recorded\n", len(sources))
	return os.WriteFile(filepath.Join(o.Answers, "sources.jsonl"), list, 0o644)
}

// cases records the answers to the cases, in their files.
func (b *betaRecorder) cases(o BetaOptions, out io.Writer) error {
	files, err := filepath.Glob(filepath.Join(o.Cases, "*.txtar"))
	if err != nil {
		return err
	}
	slices.Sort(files)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		a := golden.Parse(text)
		if match, err := filepath.Match(o.Only, strings.TrimSuffix(filepath.Base(file), ".txtar")); err != nil || o.Only != "" && !match {
			continue
		}
		if object, ok := a.Get("object.yaml"); ok {
			if err := b.object(a, object); err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
			if err := os.WriteFile(file, a.Format(), 0o644); err != nil {
				return err
			}
			continue
		}
		before, ok := a.Get("before.yaml")
		if !ok {
			if before, ok = a.Get("before.json"); !ok {
				continue
			}
		}
		answer, stored, today, err := b.play(before)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		a.Set("answer-1.21.json", answer.Answer.Format())
		if stored != nil {
			var b bytes.Buffer
			if err := json.Indent(&b, stored, "", "  "); err != nil {
				return err
			}
			a.Set("stored.json", append(b.Bytes(), '\n'))
			a.Set("answer-1.37.json", today.Format())
		}
		if err := os.WriteFile(file, a.Format(), 0o644); err != nil {
			return err
		}
	}
	fmt.Fprintf(out, "%d cases recorded\n", len(files))
	return nil
}

// object creates a custom object on the server of today, and records what it gives at each
// served version.
func (b *betaRecorder) object(a *golden.Archive, text []byte) (err error) {
	crd, _ := a.Get("crd.yaml")
	p := &served{Server: b.now}
	b.played++
	if err := p.serve(b.ctx, crd, b.played); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.forget(b.ctx)) }()
	object := map[string]any{}
	if err := yaml.Unmarshal(text, &object); err != nil {
		return err
	}
	u := unstructured.Unstructured{Object: object}
	p.name, p.version = u.GetName(), u.GroupVersionKind().Version
	if p.crd.Spec.Scope == v1.NamespaceScoped {
		p.namespace = cmp.Or(u.GetNamespace(), "default")
	}
	without := []string{"uid", "creationTimestamp", "managedFields", "resourceVersion", "generation"}
	resp, body, err := send(b.ctx, b.now, request{
		method: http.MethodPost, path: p.collection(), contentType: asYAML, body: text, query: url.Values{"fieldValidation": {"Ignore"}},
	})
	if err != nil || resp.StatusCode != http.StatusCreated {
		return fmt.Errorf("it is not created: %s: %w", body, err)
	}
	defer func() {
		err = errors.Join(err, b.now.DeleteObject(b.ctx, p.crd.Spec.Group, p.crd.Spec.Names.Plural, p.namespace, p.name))
	}()
	for _, v := range p.crd.Spec.Versions {
		if !v.Served {
			continue
		}
		p.version = v.Name
		resp, body, err := send(b.ctx, b.now, request{method: http.MethodGet, path: p.collection() + "/" + p.name})
		if err != nil || resp.StatusCode != http.StatusOK {
			return fmt.Errorf("it can't be read: %s: %w", body, err)
		}
		got := map[string]any{}
		if err := json.Unmarshal(body, &got); err != nil {
			return err
		}
		strip(got, without)
		text, err := json.MarshalIndent(got, "", "  ")
		if err != nil {
			return err
		}
		a.Set("get-"+v.Name+".json", append(text, '\n'))
	}
	return nil
}

// play creates a CRD on the old server, reads it as v1, removes it, and tries to create
// what was read on the server of today.
func (b *betaRecorder) play(text []byte) (a betas.Answer, stored []byte, today golden.Answer, err error) {
	contentType := asYAML
	if bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) {
		contentType = asJSON
	}
	resp, body, err := send(b.ctx, b.old, request{method: http.MethodPost, path: betaCollection, contentType: contentType, body: text})
	if err != nil {
		return a, nil, today, err
	}
	if a.Answer, err = read(resp, body); err != nil || !a.Accepted {
		return a, nil, today, err
	}
	var created struct {
		Metadata struct{ Name string }
	}
	if err := json.Unmarshal(body, &created); err != nil {
		return a, nil, today, err
	}
	name := created.Metadata.Name
	resp, body, err = send(b.ctx, b.old, request{method: http.MethodGet, path: collection + "/" + url.PathEscape(name)})
	if err != nil {
		return a, nil, today, err
	}
	if resp.StatusCode != http.StatusOK {
		return a, nil, today, fmt.Errorf("%d %s", resp.StatusCode, body)
	}
	if err := b.old.DeleteObject(b.ctx, "apiextensions.k8s.io", "customresourcedefinitions", "", name); err != nil {
		return a, nil, today, err
	}
	if stored, err = betas.Canonical(body); err != nil {
		return a, nil, today, err
	}
	a.Stored = betas.Hash(stored)
	today, err = ask(b.ctx, b.now, request{
		method: http.MethodPost, path: collection, contentType: asJSON, body: stored,
		query: url.Values{"dryRun": {"All"}, "fieldValidation": {"Strict"}},
	})
	return a, stored, today, err
}
