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
	"slices"
	"time"

	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilnet "k8s.io/apimachinery/pkg/util/net"

	"github.com/crdtool/crdtool/conformance/server"
	"github.com/crdtool/crdtool/internal/testkit/golden"
)

// SequencePlayer plays sequences on a server. It serves the CRDs of a sequence until the
// next that has others.
type SequencePlayer struct {
	*server.Server
	// Context ends the requests.
	Context context.Context

	serving []*served
	texts   [][]byte
	count   int // of CRDs that were served, and of their revisions
}

// RefusedCRD reports whether a sequence can't be played because the server refuses its CRD.
func RefusedCRD(err error) bool {
	var refused refusedError
	return errors.As(err, &refused)
}

// Play is golden.Player's. All objects are gone when it returns.
func (p *SequencePlayer) Play(crds [][]byte, steps []golden.Step) (answers []golden.StepAnswer, err error) {
	if !slices.EqualFunc(crds, p.texts, bytes.Equal) {
		if err := p.serveAll(crds); err != nil {
			return nil, err
		}
	}
	defer func() { err = errors.Join(err, p.wipe()) }()
	return golden.Play(steps, p.step)
}

func (p *SequencePlayer) serveAll(crds [][]byte) error {
	if err := p.Forget(); err != nil {
		return err
	}
	for _, text := range crds {
		p.count++
		c := &served{Server: p.Server}
		if err := c.store(p.Context, text, p.count); err != nil {
			return errors.Join(err, p.Forget())
		}
		p.serving = append(p.serving, c)
	}
	for _, c := range p.serving {
		if err := c.awaitServed(p.Context, true); err != nil {
			return err
		}
	}
	p.texts = crds
	return nil
}

// Forget has the server serve nothing.
func (p *SequencePlayer) Forget() error {
	var errs []error
	for _, c := range p.serving {
		errs = append(errs, c.forget(p.Context))
	}
	p.serving, p.texts = nil, nil
	return errors.Join(errs...)
}

// wipe removes all objects, and waits until the server's cache has noticed.
func (p *SequencePlayer) wipe() error {
	for _, c := range p.serving {
		if err := p.DeleteObjects(p.Context, c.crd.Spec.Group, c.crd.Spec.Names.Plural); err != nil {
			return err
		}
		if err := c.awaitEmpty(p.Context); err != nil {
			return err
		}
	}
	return nil
}

func (p *served) awaitEmpty(ctx context.Context) error {
	q := request{method: http.MethodGet, path: p.anyVersion(), query: map[string][]string{"resourceVersion": {"0"}}}
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(pollInterval / 10) {
		resp, body, err := send(ctx, p.Server, q)
		if err != nil {
			return err
		}
		var list struct{ Items []json.RawMessage }
		if err := json.Unmarshal(body, &list); resp.StatusCode == http.StatusOK && err == nil && len(list.Items) == 0 {
			return nil
		}
	}
	return fmt.Errorf("%s: objects stay", q.path)
}

func (p *SequencePlayer) step(s golden.Step) (golden.Response, error) {
	c := p.serving[s.CRD]
	if s.Verb == "crd" {
		p.texts = nil // the next sequence begins anew
		return p.replaceCRD(c, []byte(s.Body))
	}
	if s.Wait {
		time.Sleep(1050 * time.Millisecond)
	}
	q := request{body: []byte(s.Body), userAgent: s.Agent}
	if q.userAgent == "" {
		q.userAgent = golden.DefaultAgent
	}
	q.method, q.path, q.contentType, q.query = s.Request(c.crd.Spec.Group, c.crd.Spec.Names.Plural)
	r, err := p.respond(q)
	if err == nil && r.Code/100 != 2 && golden.Incomplete(r.Body) {
		for range repeats {
			again, err := p.respond(q)
			if err != nil {
				return r, err
			}
			r.Again = append(r.Again, again.Body)
		}
	}
	if err == nil && r.Code/100 == 2 && s.Verb != "get" {
		err = c.awaitCached(p.Context, s, r.Body)
	}
	return r, err
}

// repeats is how often a refusal is asked for again whose errors are not all listed.
const repeats = 30

// awaitCached waits until the server's cache has what a step has left. The server tries a
// request with the object in its cache first, and warns of what it finds there, too.
func (p *served) awaitCached(ctx context.Context, s golden.Step, answer []byte) error {
	var object struct {
		Kind     string
		Metadata struct{ Name, ResourceVersion string }
	}
	if err := json.Unmarshal(answer, &object); err != nil {
		return err
	}
	gone := object.Kind == "Status"
	s.Verb, s.Subresource = "get", ""
	if !gone {
		s.Name = object.Metadata.Name
	}
	q := request{}
	q.method, q.path, _, q.query = s.Request(p.crd.Spec.Group, p.crd.Spec.Names.Plural)
	q.query = url.Values{"resourceVersion": {"0"}}
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(pollInterval / 10) {
		resp, body, err := send(ctx, p.Server, q)
		if err != nil {
			return err
		}
		cached := object
		cached.Metadata.ResourceVersion = ""
		_ = json.Unmarshal(body, &cached) // what is no object has no resourceVersion
		if gone && resp.StatusCode == http.StatusNotFound || !gone && cached.Metadata.ResourceVersion == object.Metadata.ResourceVersion {
			return nil
		}
		if !gone && resp.StatusCode == http.StatusNotFound {
			// The write may have removed the object's last finalizer.
			live, _, err := send(ctx, p.Server, request{method: q.method, path: q.path})
			if err != nil || live.StatusCode == http.StatusNotFound {
				return err
			}
		}
	}
	return fmt.Errorf("%s: the cache is not up to date", q.path)
}

func (p *SequencePlayer) respond(q request) (golden.Response, error) {
	resp, body, err := send(p.Context, p.Server, q)
	if errors.Is(err, io.EOF) {
		return golden.Response{}, nil
	}
	if err != nil {
		return golden.Response{}, err
	}
	r := golden.Response{Code: resp.StatusCode, Body: body}
	warnings, errs := utilnet.ParseWarningHeaders(resp.Header["Warning"])
	for _, w := range warnings {
		r.Warnings = append(r.Warnings, w.Text)
	}
	return r, errors.Join(errs...)
}

// replaceCRD updates a CRD and waits until the server serves the new one. That shows in a
// column that is added to it.
func (p *SequencePlayer) replaceCRD(c *served, text []byte) (golden.Response, error) {
	p.count++
	column := fmt.Sprintf("Revision %d", p.count)
	for range 50 {
		live, err := get(p.Context, p.Server, c.crd.Name)
		if err != nil {
			return golden.Response{}, err
		}
		var next map[string]any
		if err := json.Unmarshal(text, &next); err != nil {
			return golden.Response{}, err
		}
		next["metadata"].(map[string]any)["resourceVersion"] = live.ResourceVersion
		spec := next["spec"].(map[string]any)
		for _, v := range spec["versions"].([]any) {
			v := v.(map[string]any)
			columns, _ := v["additionalPrinterColumns"].([]any)
			v["additionalPrinterColumns"] = append(slices.Clone(columns), map[string]any{"name": column, "type": "string", "jsonPath": ".kind"})
		}
		body, err := json.Marshal(next)
		if err != nil {
			return golden.Response{}, err
		}
		r, err := p.respond(request{method: http.MethodPut, path: collection + "/" + c.crd.Name, contentType: asJSON, body: body})
		if err != nil || r.Code == http.StatusConflict {
			if err != nil {
				return r, err
			}
			time.Sleep(pollInterval)
			continue
		}
		if r.Code/100 != 2 {
			return r, nil
		}
		c.crd = v1.CustomResourceDefinition{}
		if err := json.Unmarshal(r.Body, &c.crd); err != nil {
			return r, err
		}
		return r, c.awaitColumn(p.Context, column)
	}
	return golden.Response{}, fmt.Errorf("update of %s conflicts with writes of others, time after time", c.crd.Name)
}

func (p *served) anyVersion() string {
	version := ""
	for _, v := range p.crd.Spec.Versions {
		if v.Served {
			version = v.Name
		}
	}
	return "/apis/" + p.crd.Spec.Group + "/" + version + "/" + p.crd.Spec.Names.Plural
}

func (p *served) awaitColumn(ctx context.Context, name string) error {
	q := request{method: http.MethodGet, path: p.anyVersion(), accept: "application/json;as=Table;v=v1;g=meta.k8s.io"}
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(pollInterval) {
		_, body, err := send(ctx, p.Server, q)
		if err != nil {
			return err
		}
		var table metav1.Table
		_ = json.Unmarshal(body, &table) // it may not be one yet
		if slices.ContainsFunc(table.ColumnDefinitions, func(c metav1.TableColumnDefinition) bool { return c.Name == name }) {
			return nil
		}
	}
	return fmt.Errorf("%s: the new CRD is not served", q.path)
}
