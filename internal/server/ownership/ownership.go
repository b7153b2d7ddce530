// Package ownership updates metadata.managedFields and merges server-side applies as kube-apiserver does: which field
// manager owns which field of a custom object, which fields change owners, and which are removed because nobody owns
// them any more.
//
// The work is done by k8s.io/apimachinery/pkg/util/managedfields and sigs.k8s.io/structured-merge-diff, which the
// server uses. This package gives them the types that the server derives from a CRD (buildOpenAPIModelsForApply of
// pkg/apiserver/customresource_handler.go in k8s.io/apiextensions-apiserver), and the clock of a dry run.
//
// Only an apply of an object that does not exist needs no field manager: see create.
package ownership

import (
	"fmt"
	"maps"
	"sync"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/managedfields"
	"k8s.io/kube-openapi/pkg/validation/spec"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"

	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/openapiv3"
	"github.com/crdtool/crdtool/internal/server/openapiv3/resource"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/kube"
)

// Types are the types of the versions of a CRD, and of Scale. They are built at their first use, and are safe for
// concurrent use.
type Types struct {
	group, kind string
	// valid are the versions between which objects can be converted.
	valid map[string]bool
	// webhook reports that a webhook converts between versions, which is not simulated.
	webhook bool
	// status are the versions with a status subresource.
	status map[string]bool
	// replicas are the paths of the replicas of Scale, by version.
	replicas managedfields.ResourcePathMappings
	// defaulted returns a copy of an object with the defaults of its version.
	defaulted func(object map[string]any) map[string]any

	converter func() (stableConverter, error)
	managers  sync.Map // *Manager by managerKey
}

type managerKey struct{ version, subresource string }

// NewTypes returns the types of a CRD, whose defaults must be set, on a server. defaulted returns a copy of an object
// with the defaults of its version.
func NewTypes(c *crd.CustomResourceDefinition, v kube.Version, defaulted func(object map[string]any) map[string]any) *Types {
	t := &Types{
		group: c.Spec.Group, kind: c.Spec.Names.Kind,
		valid: map[string]bool{}, status: map[string]bool{}, replicas: managedfields.ResourcePathMappings{},
		webhook:   c.Spec.Conversion != nil && c.Spec.Conversion.Strategy == "Webhook",
		defaulted: defaulted,
	}
	for i := range c.Spec.Versions {
		of := &c.Spec.Versions[i]
		t.valid[of.Name], t.status[of.Name] = true, of.HasStatus()
		var path fieldpath.Path
		if s := of.Subresources; s != nil && s.Scale != nil {
			for _, name := range validate.SplitPath(s.Scale.SpecReplicasPath) {
				path = append(path, fieldpath.PathElement{FieldName: &name})
			}
		}
		t.replicas[schema.GroupVersion{Group: t.group, Version: of.Name}.String()] = path
	}
	t.converter = sync.OnceValues(func() (stableConverter, error) {
		models, err := models(c, v)
		if err != nil {
			return stableConverter{}, err
		}
		converter, err := managedfields.NewTypeConverter(models, c.Spec.PreserveUnknownFields)
		return stableConverter{converter}, err
	})
	return t
}

// models returns the published schemas of all versions, even those that are not served, and of the types that all kinds
// share.
func models(c *crd.CustomResourceDefinition, v kube.Version) (map[string]*spec.Schema, error) {
	versions, err := resource.Versions(c, v)
	if err != nil {
		return nil, err
	}
	models := map[string]*spec.Schema{}
	for i := range versions {
		r := &versions[i]
		if i == 0 {
			models = maps.Clone(openapiv3.SharedSchemas(r.Generated()))
		}
		models[r.Model()] = openapiv3.Schema(r)
	}
	return models, nil
}

// Manager updates the managedFields of objects that are written at one version through one subresource.
type Manager struct {
	types       *Types
	version     string
	subresource string
	// fields is the server's field manager.
	fields *managedfields.FieldManager
}

// Manager returns the manager of a version and a subresource: "", "status" or "scale".
func (t *Types) Manager(version, subresource string) (*Manager, error) {
	key := managerKey{version, subresource}
	if m, ok := t.managers.Load(key); ok {
		return m.(*Manager), nil
	}
	converter, err := t.converter()
	if err != nil {
		return nil, err
	}
	gv := schema.GroupVersion{Group: t.group, Version: version}
	kind := gv.WithKind(t.kind)
	if subresource == Scale {
		kind = scaleKind
	}
	fields, err := managedfields.NewDefaultCRDFieldManager(converter, objects{t}, objects{t}, objects{t}, kind, gv, subresource,
		fieldpath.NewExcludeFilterSetMap(t.reset(version, subresource)))
	if err != nil {
		return nil, err
	}
	m, _ := t.managers.LoadOrStore(key, &Manager{types: t, version: version, subresource: subresource, fields: fields})
	return m.(*Manager), nil
}

// Scale is the name of the scale subresource.
const Scale = "scale"

var scaleKind = schema.GroupVersionKind{Group: "autoscaling", Version: "v1", Kind: "Scale"}

// reset returns the fields that a write through a subresource neither changes nor owns
// (GetResetFields of pkg/registry/customresource).
func (t *Types) reset(version, subresource string) map[fieldpath.APIVersion]*fieldpath.Set {
	sets := map[fieldpath.APIVersion]*fieldpath.Set{}
	add := func(version string, fields ...string) {
		set := fieldpath.NewSet()
		for _, f := range fields {
			set.Insert(fieldpath.MakePathOrDie(f))
		}
		sets[fieldpath.APIVersion(t.group+"/"+version)] = set
	}
	switch subresource {
	case "":
		// Only for the version of the request.
		if t.status[version] {
			add(version, "status")
		}
	case "status":
		for v, has := range t.status {
			if has {
				add(v, "metadata", "spec")
			}
		}
	}
	return sets
}

// objects makes, defaults and converts custom objects for a field manager. A conversion changes apiVersion and nothing
// else: as in the server's own converter, fields that the other version does not have are not pruned here.
//
// A field manager converts most objects to the version that they already have, and changes a converted object only with
// Default. So it is enough that Default makes a copy: its argument shares values with the live object and with the
// applied one.
type objects struct{ of *Types }

func (o objects) New(kind schema.GroupVersionKind) (runtime.Object, error) {
	u := &unstructured.Unstructured{}
	u.SetGroupVersionKind(kind)
	return u, nil
}

func (o objects) Default(in runtime.Object) {
	if u, ok := in.(*unstructured.Unstructured); ok {
		u.Object = o.of.defaulted(u.Object)
	}
}

func (o objects) ConvertToVersion(in runtime.Object, target runtime.GroupVersioner) (runtime.Object, error) {
	from := in.GetObjectKind().GroupVersionKind()
	to, ok := target.KindForGroupVersionKinds([]schema.GroupVersionKind{from})
	if !ok {
		return nil, fmt.Errorf("%v is unstructured and is not suitable for converting to %q", from, target)
	}
	if from.Group == scaleKind.Group && from.Kind == scaleKind.Kind {
		return in, nil
	}
	for _, end := range [...]struct {
		way string
		gv  schema.GroupVersion
	}{{"to", to.GroupVersion()}, {"from", from.GroupVersion()}} {
		if end.gv.Group != o.of.group || !o.of.valid[end.gv.Version] {
			return nil, fmt.Errorf("request to convert CR %s an invalid group/version: %s", end.way, end.gv)
		}
	}
	if o.of.webhook && from.Version != to.Version {
		return nil, fmt.Errorf("the webhook that converts %s to %s is not simulated", from.Version, to.Version)
	}
	if from.Version == to.Version {
		return in, nil
	}
	out := in.DeepCopyObject()
	out.GetObjectKind().SetGroupVersionKind(to.GroupVersion().WithKind(from.Kind))
	return out, nil
}

func (o objects) Convert(in, out, context any) error {
	return fmt.Errorf("%T is not converted into %T", in, out)
}

func (o objects) ConvertFieldLabel(_ schema.GroupVersionKind, label, value string) (string, string, error) {
	return label, value, nil
}
