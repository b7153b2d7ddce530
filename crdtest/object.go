package crdtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	kjson "sigs.k8s.io/json"

	"github.com/crdtool/crdtool/internal/server/cluster"
)

// header is what a client reads of an object to make a request.
type header struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	Metadata   struct {
		Name         string `json:"name"`
		GenerateName string `json:"generateName"`
		Namespace    string `json:"namespace"`
	} `json:"metadata"`
}

// sent is an object on its way to the server.
type sent struct {
	header
	gvk  schema.GroupVersionKind
	text []byte
	def  *definition
}

// encode writes an object as JSON, as client-go's encoders do: a type of the scheme is sent
// with the apiVersion and the kind that the scheme has for it.
func (c *Cluster) encode(object any) (*sent, error) {
	c.warnings = nil
	if v := reflect.ValueOf(object); v.Kind() != reflect.Pointer || v.IsNil() {
		return nil, fmt.Errorf("crdtest: a %T cannot hold what the server returns; give the address of an object", object)
	}
	o, isObject := object.(runtime.Object)
	if isObject && c.server.scheme != nil {
		if gvk, known := c.registered(o); known {
			k := o.GetObjectKind()
			was := k.GroupVersionKind()
			k.SetGroupVersionKind(gvk)
			defer k.SetGroupVersionKind(was)
		}
	}
	text, err := json.Marshal(object)
	if err != nil {
		return nil, fmt.Errorf("crdtest: %T is not written as JSON: %w", object, err)
	}
	s := &sent{text: bytes.TrimRight(text, "\n")}
	if err := json.Unmarshal(text, &s.header); err != nil {
		return nil, fmt.Errorf("crdtest: the JSON of %T is not an object: %w", object, err)
	}
	if s.Kind == "" || s.APIVersion == "" {
		return nil, fmt.Errorf("crdtest: the %T has no apiVersion and kind, and Options.Scheme does not know the type; set its TypeMeta, or load the CRDs with a scheme that the type is added to", object)
	}
	gv, err := schema.ParseGroupVersion(s.APIVersion)
	if err != nil {
		return nil, err
	}
	s.gvk = gv.WithKind(s.Kind)
	if s.def = c.server.crds[cluster.Kind{Group: gv.Group, Kind: s.Kind}]; s.def == nil || !s.def.serves(gv.Version) {
		return nil, &meta.NoKindMatchError{GroupKind: s.gvk.GroupKind(), SearchedVersions: []string{gv.Version}}
	}
	return s, nil
}

// registered is what the scheme calls an object. Unstructured ones name themselves.
func (c *Cluster) registered(o runtime.Object) (schema.GroupVersionKind, bool) {
	if _, ok := o.(runtime.Unstructured); ok {
		return schema.GroupVersionKind{}, false
	}
	kinds, _, err := c.server.scheme.ObjectKinds(o)
	if err != nil || len(kinds) == 0 {
		return schema.GroupVersionKind{}, false
	}
	own := o.GetObjectKind().GroupVersionKind()
	for _, k := range kinds {
		if k == own {
			return k, true
		}
	}
	return kinds[0], true
}

func (d *definition) serves(version string) bool {
	for i := range d.crd.Spec.Versions {
		if v := &d.crd.Spec.Versions[i]; v.Name == version {
			return v.Served
		}
	}
	return false
}

func (d *definition) namespaced() bool { return d.crd.Spec.Scope == "Namespaced" }

func (d *definition) groupResource() schema.GroupResource {
	return schema.GroupResource{Group: d.crd.Spec.Group, Resource: d.crd.Spec.Names.Plural}
}

// decode sets an object to what the server returns, and to nothing else: fields that the
// server has dropped are empty then. An apiVersion and a kind that the object does not name
// stay empty, as client-go's decoders leave them.
func decode(from map[string]any, into any) error {
	if u, ok := into.(runtime.Unstructured); ok {
		u.SetUnstructuredContent(runtime.DeepCopyJSON(from))
		return nil
	}
	text, err := json.Marshal(from)
	if err != nil {
		return err
	}
	fresh := reflect.New(reflect.TypeOf(into).Elem())
	if err := kjson.UnmarshalCaseSensitivePreserveInts(text, fresh.Interface()); err != nil {
		return fmt.Errorf("crdtest: what the server stores does not fit into %T: %w", into, err)
	}
	o, isObject := into.(runtime.Object)
	if !isObject {
		reflect.ValueOf(into).Elem().Set(fresh.Elem())
		return nil
	}
	was := o.GetObjectKind().GroupVersionKind()
	reflect.ValueOf(into).Elem().Set(fresh.Elem())
	o.GetObjectKind().SetGroupVersionKind(was)
	return nil
}
