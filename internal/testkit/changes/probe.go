package changes

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/crdtool/crdtool"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/objects/apply"
	"github.com/crdtool/crdtool/internal/output/definitions"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// Probe is something that a user or a program asks of a cluster: one of its fields is set.
type Probe struct {
	// Create is an object to be created.
	Create map[string]any `json:"create"`
	// Update, Status and Scale are requests for an object that was created before.
	Update *struct{ From, To map[string]any } `json:"update"`
	Status *struct{ From, To map[string]any } `json:"status"`
	Scale  *struct {
		Object   map[string]any
		Replicas int32
	} `json:"scale"`
	// Read is an object that was stored under the CRD as it was, and is read in a version.
	Read *struct {
		Object map[string]any
		As     string
	} `json:"read"`
	// Name is what stands after kubectl get, Lists the kind of lists, and Selector a
	// field that a version selects by.
	Name     string                              `json:"name"`
	Lists    string                              `json:"lists"`
	Selector *struct{ Version, JSONPath string } `json:"selector"`
	// Merged is a field that server-side apply merges in some way.
	Merged *struct{ Version, Field string } `json:"merged"`
}

// String is the probe as JSON.
func (p Probe) String() string {
	text, _ := json.Marshal(p)
	var set map[string]any
	_ = json.Unmarshal(text, &set)
	maps.DeleteFunc(set, func(_ string, v any) bool { return v == nil || v == "" })
	text, _ = json.Marshal(set)
	return string(text)
}

// Server is a cluster with one CRD.
type Server struct {
	*crdtool.Cluster
	crds *apply.CRDs
	crd  *crd.CustomResourceDefinition
}

// NewServer returns a server with the CRD of a text.
func NewServer(text []byte) (*Server, error) {
	c, err := crdtool.NewCluster(crdtool.ClusterOptions{}, text)
	if err != nil {
		return nil, err
	}
	var set definitions.Set
	if err := set.Add(source.Read("crd.yaml", text)); err != nil {
		return nil, err
	}
	s := &Server{c, apply.NewCRDs(kube.Latest, false), set.CRDs[0]}
	s.crds.Add(source.Read("crd.yaml", text))
	return s, nil
}

// Answer returns what comes back: the error says that, and why, nothing does. Objects that the
// probe speaks of as stored were stored by the server before.
func (s *Server) Answer(ctx context.Context, p *Probe, before *Server) (any, error) {
	options := crdtool.RequestOptions{FieldValidation: crdtool.Ignore}
	switch {
	case p.Create != nil:
		return object(s.Create(ctx, p.Create, options))
	case p.Update != nil:
		old, err := object(before.Create(ctx, p.Update.From, options))
		if err != nil {
			return nil, fmt.Errorf("the old object: %w", err)
		}
		return object(s.Update(ctx, p.Update.To, old, options))
	case p.Status != nil:
		old, err := object(before.Create(ctx, p.Status.From, options))
		if err != nil {
			return nil, fmt.Errorf("the old object: %w", err)
		}
		return object(s.UpdateStatus(ctx, p.Status.To, old, options))
	case p.Scale != nil:
		old, err := object(before.Create(ctx, p.Scale.Object, options))
		if err == nil && p.Scale.Object["status"] != nil {
			old, err = object(before.UpdateStatus(ctx, p.Scale.Object, old, options))
		}
		if err != nil {
			return nil, fmt.Errorf("the old object: %w", err)
		}
		r, err := s.Cluster.Scale(ctx, p.Scale.Replicas, old, options)
		if _, err := object(r, err); err != nil {
			return nil, err
		}
		return []any{r.Object["spec"], r.Scale["status"]}, nil
	case p.Read != nil:
		return s.read(ctx, p, before)
	case p.Name != "":
		return s.named(p.Name)
	case p.Lists != "":
		return s.listed(p.Lists)
	case p.Selector != nil:
		return s.selected(p.Selector.Version, p.Selector.JSONPath)
	case p.Merged != nil:
		return s.merged(p.Merged.Version, p.Merged.Field)
	}
	return nil, errors.New("the probe asks for nothing")
}

// object is the object of an answer without what is new in each.
func object(r *report.Result, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	if !r.APIServer.Accepted {
		return nil, errors.New(r.APIServer.Message)
	}
	if m, ok := r.Object["metadata"].(map[string]any); ok {
		delete(m, "generation")
		delete(m, "resourceVersion")
	}
	return r.Object, nil
}

func (s *Server) read(ctx context.Context, p *Probe, before *Server) (any, error) {
	r, err := before.Create(ctx, p.Read.Object, crdtool.RequestOptions{FieldValidation: crdtool.Ignore})
	if _, err := object(r, err); err != nil {
		return nil, fmt.Errorf("the object: %w", err)
	}
	resource, err := s.crds.Resource(s.crd.Spec.Group, s.crd.Spec.Names.Kind)
	if err != nil {
		return nil, err
	}
	return resource.Read(p.Read.As, r.Stored)
}

// named answers kubectl, which takes any of the names for the resource.
func (s *Server) named(name string) (any, error) {
	n := &s.crd.Spec.Names
	all := append([]string{n.Plural, cmp.Or(n.Singular, strings.ToLower(n.Kind))}, n.ShortNames...)
	if all = append(all, n.Categories...); !slices.Contains(all, name) {
		return nil, fmt.Errorf("the server doesn't have a resource type %q", name)
	}
	return name, nil
}

// listed looks for the kind of a list in what the server publishes.
func (s *Server) listed(kind string) (any, error) {
	for i := range s.crd.Spec.Versions {
		if published, err := s.published(s.crd.Spec.Versions[i].Name, kind); err != nil || published != nil {
			return kind, err
		}
	}
	return nil, fmt.Errorf("no list is a %s", kind)
}

// published is the schema that the server publishes of a kind, or nil.
func (s *Server) published(version, kind string) (any, error) {
	docs, err := s.OpenAPIV3()
	if err != nil || docs[s.crd.Spec.Group+"/"+version] == nil {
		return nil, err
	}
	var doc struct {
		Components struct{ Schemas map[string]any }
	}
	if err := json.Unmarshal(docs[s.crd.Spec.Group+"/"+version], &doc); err != nil {
		return nil, err
	}
	for name, schema := range doc.Components.Schemas {
		if strings.HasSuffix(name, "."+kind) {
			return schema, nil
		}
	}
	return nil, nil
}

// merged is how server-side apply merges a field, which it reads from the same keywords
// as those that are published.
func (s *Server) merged(version, field string) (any, error) {
	schema, err := s.published(version, s.crd.Spec.Names.Kind)
	if err != nil {
		return nil, err
	}
	of, _ := at(schema, fieldPointer(field)).(map[string]any)
	switch of["type"] {
	case "array":
		return []any{cmp.Or(of["x-kubernetes-list-type"], any("atomic")), of["x-kubernetes-list-map-keys"]}, nil
	case "object":
		return cmp.Or(of["x-kubernetes-map-type"], any("granular")), nil
	}
	return nil, fmt.Errorf("%s is no list and no map: %v", field, of)
}

func (s *Server) selected(version, path string) (any, error) {
	for i := range s.crd.Spec.Versions {
		v := &s.crd.Spec.Versions[i]
		if v.Name != version {
			continue
		}
		for _, f := range v.SelectableFields {
			if f.JSONPath == path {
				return path, nil
			}
		}
	}
	return nil, fmt.Errorf("field label not supported: %s", path)
}

// Kept reports whether all that was in an answer is in another: a field that is new takes
// nothing from anyone.
func Kept(was, is any) bool {
	switch was := was.(type) {
	case map[string]any:
		now, ok := is.(map[string]any)
		if !ok {
			return false
		}
		for k, v := range was {
			if e, there := now[k]; !there || !Kept(v, e) {
				return false
			}
		}
		return true
	case []any:
		now, ok := is.([]any)
		if !ok || len(was) != len(now) {
			return false
		}
		for i := range was {
			if !Kept(was[i], now[i]) {
				return false
			}
		}
		return true
	}
	return reflect.DeepEqual(was, is)
}
