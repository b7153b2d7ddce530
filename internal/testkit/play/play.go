// Package play makes the requests of recorded sequences of crdtool's own cluster. It is for
// tests.
package play

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/answer"
	"github.com/crdtool/crdtool/internal/server/cluster"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/kube"
)

// ErrBeyond is the error of a step that crdtool has no request for, such as one with
// another content type.
var ErrBeyond = errors.New("crdtool has no such request")

// Player is golden.Player's for crdtool. One should serve many sequences.
type Player struct{ checker *crd.Checker }

// New returns a Player.
func New() *Player { return &Player{crd.NewChecker(behaviour.Of(kube.Latest))} }

// Play is golden.Player's. A step that crdtool has no request for ends it, with ErrBeyond
// and the answers before it.
func (p *Player) Play(crds [][]byte, steps []golden.Step) (answers []golden.StepAnswer, err error) {
	g := &game{Player: p, cluster: cluster.New()}
	for _, text := range crds {
		c, err := p.decode(text)
		if err != nil {
			return nil, err
		}
		c.AssumeEstablished()
		g.crds = append(g.crds, c)
		if err := g.install(c); err != nil {
			return nil, err
		}
	}
	return golden.Play(steps, g.step)
}

func (p *Player) decode(text []byte) (*crd.CustomResourceDefinition, error) {
	f := source.Read("crd.json", text)
	if len(f.Documents) != 1 {
		return nil, fmt.Errorf("%d CRDs in a text", len(f.Documents))
	}
	c, flaws := p.checker.Decode(f.Documents[0])
	if len(flaws) > 0 {
		return nil, fmt.Errorf("a CRD that does not decode: %w", ErrBeyond)
	}
	c.Default()
	return c, nil
}

// game is one sequence.
type game struct {
	*Player
	cluster *cluster.Cluster
	crds    []*crd.CustomResourceDefinition
}

func (g *game) install(c *crd.CustomResourceDefinition) error {
	r, err := dryrun.New(c, dryrun.Server{Version: kube.Latest, Rules: dryrun.CEL(g.checker.Compiler())})
	if err != nil {
		return err
	}
	g.cluster.Install(kindOf(c), r)
	return nil
}

func kindOf(c *crd.CustomResourceDefinition) cluster.Kind {
	return cluster.Kind{Group: c.Spec.Group, Kind: c.Spec.Names.Kind}
}

// step makes a request. That crdtool panics is an answer that the server never gives.
func (g *game) step(s golden.Step) (r golden.Response, err error) {
	defer func() {
		if p := recover(); p != nil {
			r, err = golden.Response{Code: 599, Body: []byte(fmt.Sprintf("crdtool panics: %v", p))}, nil
		}
	}()
	if s.Verb == "crd" {
		return g.replaceCRD(s)
	}
	c := g.crds[s.CRD]
	at := cluster.Target{Key: cluster.Key{Kind: kindOf(c), Namespace: s.Namespace, Name: s.Name}, Version: s.Version, Subresource: s.Subresource}
	opts := dryrun.RequestOptions{FieldValidation: s.FieldValidation, Manager: s.FieldManager, Context: context.Background()}
	if opts.FieldValidation == "" {
		opts.FieldValidation = dryrun.Warn
	}
	if !slices.Contains([]string{dryrun.Strict, dryrun.Warn, dryrun.Ignore}, opts.FieldValidation) {
		return r, ErrBeyond
	}
	if opts.Manager == "" && s.Verb != "apply" && s.Type != "apply" {
		opts.Manager = clientName(s.Agent)
	}
	result, err := g.request(at, s, opts)
	if err != nil {
		return golden.Response{}, err
	}
	return g.response(at, result)
}

// clientName is the name that the server gives to the manager of a client.
func clientName(agent string) string {
	if agent == "" {
		agent = golden.DefaultAgent
	}
	name, _, _ := strings.Cut(agent, "/")
	var b strings.Builder
	for _, r := range name {
		if !unicode.IsPrint(r) || b.Len()+len(string(r)) > 128 {
			break
		}
		b.WriteRune(r)
	}
	return b.String()
}

func (g *game) request(at cluster.Target, s golden.Step, opts dryrun.RequestOptions) (*dryrun.Result, error) {
	switch s.Verb {
	case "create":
		o, err := object(s)
		if err != nil {
			return nil, err
		}
		at.Name = (&unstructured.Unstructured{Object: o.Value()}).GetName()
		return g.cluster.Create(at, o, opts)
	case "update":
		o, err := object(s)
		if err != nil {
			return nil, err
		}
		if s.Subresource == "scale" {
			return g.scale(at, s, opts)
		}
		return g.cluster.Update(at, o, opts)
	case "apply", "patch":
		return g.patch(at, s, opts)
	case "delete":
		return g.delete(at, s, opts)
	}
	return g.get(at)
}

// object reads the body of a create or an update.
func object(s golden.Step) (dryrun.Object, error) {
	if s.Type != "" && s.Type != "application/json" {
		return dryrun.Object{}, ErrBeyond
	}
	o, err := dryrun.FromJSON([]byte(s.Body))
	if err != nil || o.Value() == nil {
		return o, ErrBeyond
	}
	return o, nil
}

// scale is a PUT of a Scale that says nothing but the replicas.
func (g *game) scale(at cluster.Target, s golden.Step, opts dryrun.RequestOptions) (*dryrun.Result, error) {
	var body struct {
		APIVersion, Kind string
		Metadata         struct{ Name, Namespace, UID, ResourceVersion string }
		Spec             struct{ Replicas *int32 }
	}
	if json.Unmarshal([]byte(s.Body), &body) != nil || body.Kind != "Scale" || body.Metadata.Name != s.Name ||
		body.Metadata.ResourceVersion != "" || body.Metadata.UID != "" || body.Spec.Replicas == nil {
		return nil, ErrBeyond
	}
	return g.cluster.Scale(at, *body.Spec.Replicas, opts)
}

func (g *game) patch(at cluster.Target, s golden.Step, opts dryrun.RequestOptions) (*dryrun.Result, error) {
	_, _, contentType, _ := s.Request("", "")
	contentType, _, _ = strings.Cut(contentType, ";") // parameters are for HTTP
	p := dryrun.Patch{Type: dryrun.PatchType(contentType), Body: []byte(s.Body), HasForce: s.Force != ""}
	var err error
	if p.Force, err = strconv.ParseBool(s.Force); err != nil && s.Force != "" {
		return nil, ErrBeyond
	}
	if s.Subresource == "scale" && p.Type == dryrun.ApplyPatch {
		return nil, ErrBeyond
	}
	if p.Type == dryrun.ApplyPatch {
		f := source.Read("applied.yaml", []byte(s.Body))
		if len(f.Documents) != 1 || len(f.Problems) > 0 {
			return nil, ErrBeyond
		}
		p.Applied = dryrun.FromDocument(f.Documents[0])
		if p.Applied.Value() == nil {
			return nil, ErrBeyond
		}
	}
	return g.cluster.Patch(at, p, opts)
}

func (g *game) delete(at cluster.Target, s golden.Step, opts dryrun.RequestOptions) (*dryrun.Result, error) {
	d := dryrun.Deletion{Propagation: metav1.DeletionPropagation(s.Propagation)}
	if s.Subresource != "" {
		return nil, ErrBeyond
	}
	if s.Body != "" {
		var body struct {
			APIVersion, Kind  string
			PropagationPolicy metav1.DeletionPropagation
			Preconditions     struct {
				UID             string
				ResourceVersion string
			}
			OrphanDependents, GracePeriodSeconds, Unknown any
		}
		if json.Unmarshal([]byte(s.Body), &body) != nil || body.Kind != "DeleteOptions" || body.OrphanDependents != nil || body.GracePeriodSeconds != nil || body.Unknown != nil {
			return nil, ErrBeyond
		}
		d.Propagation, d.ResourceVersion = body.PropagationPolicy, body.Preconditions.ResourceVersion
		d.UID = types.UID(body.Preconditions.UID)
	}
	return g.cluster.Delete(at, d, opts)
}

func (g *game) get(at cluster.Target) (*dryrun.Result, error) {
	r := g.cluster.Resource(at.Kind)
	// What a delete says of a version and of a name, a GET says, too.
	result := r.DeleteMissing(at.Name, dryrun.Deletion{}, dryrun.RequestOptions{Version: at.Version, Namespace: at.Namespace})
	o, found, err := g.cluster.Get(at)
	if err != nil || !found {
		return result, nil
	}
	result.APIServer.Message = ""
	result.APIServer.Accepted, result.APIServer.Code = true, http.StatusOK
	switch {
	case at.Subresource == "status" && !r.HasStatus(at.Version):
		return nil, ErrBeyond
	case at.Subresource == "scale":
		scale, found, err := r.ReadScale(at.Version, o)
		if err != nil || !found {
			return nil, ErrBeyond
		}
		result.Scale = scale
		return result, nil
	}
	result.Object = o
	return result, nil
}

// response is a result as the server sends it.
func (g *game) response(at cluster.Target, result *dryrun.Result) (golden.Response, error) {
	if result.Stopped != nil {
		return golden.Response{}, fmt.Errorf("a rule takes too long: %w", ErrBeyond)
	}
	r, err := respond(&result.APIServer)
	if err != nil || !result.APIServer.Accepted {
		return r, err
	}
	body := result.Object
	if at.Subresource == "scale" {
		body = result.Scale
	}
	if body == nil {
		r.Body, err = json.Marshal(metav1.Status{TypeMeta: metav1.TypeMeta{Kind: "Status", APIVersion: "v1"}, Status: metav1.StatusSuccess})
		return r, err
	}
	// The object has no uid, by which a later step may name it.
	at.Name = (&unstructured.Unstructured{Object: body}).GetName()
	if stored, ok := g.cluster.Stored(at.Key); ok {
		sent := unstructured.Unstructured{Object: body}
		sent = *sent.DeepCopy()
		sent.SetUID((&unstructured.Unstructured{Object: stored}).GetUID())
		body = sent.Object
	}
	r.Body, err = json.Marshal(body)
	return r, err
}

func respond(a *answer.APIServer) (golden.Response, error) {
	r := golden.Response{Code: a.Code, Warnings: a.Warnings}
	if a.Accepted {
		return r, nil
	}
	if a.Code == http.StatusNotFound && strings.HasPrefix(a.Message, "404 ") {
		r.Body = []byte(a.Message)
		return r, nil
	}
	var status struct {
		Message string `json:"message"`
		Details struct {
			Causes []answer.Cause `json:"causes"`
		} `json:"details"`
	}
	status.Message, status.Details.Causes = a.Message, a.Causes
	var err error
	r.Body, err = json.Marshal(status)
	return r, err
}

// replaceCRD updates a CRD.
func (g *game) replaceCRD(s golden.Step) (golden.Response, error) {
	c, err := g.decode([]byte(s.Body))
	if err != nil {
		return golden.Response{}, err
	}
	old := g.crds[s.CRD]
	c.AssumeEstablished()
	checked := g.checker.Check(c, old)
	if checked.Panic != nil {
		return golden.Response{}, nil // the server closes the connection
	}
	a := answer.APIServer{Accepted: true, Code: http.StatusOK}
	if len(checked.Findings) > 0 {
		a.Accepted = false
		answer.Invalid(&a, "CustomResourceDefinition.apiextensions.k8s.io", c.Metadata.Name, checked.Findings)
		return respond(&a)
	}
	var warnings answer.Warnings
	for _, w := range checked.Warnings {
		warnings.Add(w.Detail)
	}
	a.Warnings = warnings.Texts()
	g.crds[s.CRD] = c
	if err := g.install(c); err != nil {
		return golden.Response{}, err
	}
	r, err := respond(&a)
	r.Body = []byte("{}")
	return r, err
}
