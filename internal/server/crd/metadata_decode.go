package crd

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

var metadataFields = []string{
	"name", "generateName", "namespace", "selfLink", "uid", "resourceVersion", "generation", "creationTimestamp",
	"deletionTimestamp", "deletionGracePeriodSeconds", "labels", "annotations", "ownerReferences", "finalizers",
	"managedFields",
}

func (d *decoder) metadata(n *yamlnode.Node, to *metav1.ObjectMeta) {
	d.Fields(n, "v1.ObjectMeta", metadataFields, func(name string, v *yamlnode.Node) bool {
		switch name {
		case "name":
			d.Str(v, &to.Name)
		case "generateName":
			d.Str(v, &to.GenerateName)
		case "namespace":
			d.Str(v, &to.Namespace)
		case "selfLink":
			var ignored string // by every server of this decade
			d.Str(v, &ignored)
		case "uid":
			d.Str(v, (*string)(&to.UID))
		case "resourceVersion":
			d.Str(v, &to.ResourceVersion)
		case "generation":
			d.Int(v, 64, &to.Generation)
		case "creationTimestamp":
			d.unmarshaler(v, &to.CreationTimestamp, "v1.Time")
		case "deletionTimestamp":
			pointer(d, v, &to.DeletionTimestamp, func(n *yamlnode.Node, t *metav1.Time) { d.unmarshaler(n, t, "v1.Time") })
		case "deletionGracePeriodSeconds":
			d.IntPtr(v, &to.DeletionGracePeriodSeconds)
		case "labels":
			d.stringMap(v, &to.Labels)
		case "annotations":
			d.stringMap(v, &to.Annotations)
		case "ownerReferences":
			list(d, v, "[]v1.OwnerReference", &to.OwnerReferences, d.ownerReference)
		case "finalizers":
			d.Strings(v, &to.Finalizers)
		case "managedFields":
			list(d, v, "[]v1.ManagedFieldsEntry", &to.ManagedFields, d.managedFields)
		default:
			return false
		}
		return true
	})
}

func (d *decoder) stringMap(n *yamlnode.Node, to *map[string]string) {
	if d.Null(n) {
		*to = nil
		return
	}
	if *to == nil {
		*to = map[string]string{}
	}
	d.Fields(n, "map[string]string", nil, func(name string, v *yamlnode.Node) bool {
		var s string
		d.Str(v, &s)
		(*to)[name] = s
		return true
	})
}

func (d *decoder) ownerReference(n *yamlnode.Node, to *metav1.OwnerReference) {
	known := []string{"apiVersion", "kind", "name", "uid", "controller", "blockOwnerDeletion"}
	d.Fields(n, "v1.OwnerReference", known, func(name string, v *yamlnode.Node) bool {
		switch name {
		case "apiVersion":
			d.Str(v, &to.APIVersion)
		case "kind":
			d.Str(v, &to.Kind)
		case "name":
			d.Str(v, &to.Name)
		case "uid":
			var uid string
			d.Str(v, &uid)
			to.UID = types.UID(uid)
		case "controller":
			d.BoolPtr(v, &to.Controller)
		case "blockOwnerDeletion":
			d.BoolPtr(v, &to.BlockOwnerDeletion)
		default:
			return false
		}
		return true
	})
}

// managedFields reads an entry for its types alone: the server writes its own.
func (d *decoder) managedFields(n *yamlnode.Node, to *metav1.ManagedFieldsEntry) {
	known := []string{"manager", "operation", "apiVersion", "time", "fieldsType", "fieldsV1", "subresource"}
	d.Fields(n, "v1.ManagedFieldsEntry", known, func(name string, v *yamlnode.Node) bool {
		switch name {
		case "manager":
			d.Str(v, &to.Manager)
		case "operation":
			d.Str(v, (*string)(&to.Operation))
		case "apiVersion":
			d.Str(v, &to.APIVersion)
		case "time":
			pointer(d, v, &to.Time, func(n *yamlnode.Node, t *metav1.Time) { d.unmarshaler(n, t, "v1.Time") })
		case "fieldsType":
			d.Str(v, &to.FieldsType)
		case "subresource":
			d.Str(v, &to.Subresource)
		case "fieldsV1":
			d.Repeated(v)
		default:
			return false
		}
		return true
	})
}
