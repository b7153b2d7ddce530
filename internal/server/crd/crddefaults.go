package crd

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/schema"
)

// Default sets the defaults that the server sets before its checks: the singular name and the list kind, the conversion
// None, and the port of a webhook's service. It then compares the versions to set Spec.Shared.
func (c *CustomResourceDefinition) Default() {
	n := &c.Spec.Names
	if n.Singular == "" {
		n.Singular = strings.ToLower(n.Kind)
	}
	if n.ListKind == "" && n.Kind != "" {
		n.ListKind = n.Kind + "List"
	}
	if c.Spec.Conversion == nil {
		c.Spec.Conversion = &Conversion{Defaulted: true, Strategy: "None"}
	}
	if w := c.Spec.Conversion.Webhook; w != nil && w.ClientConfig != nil {
		if s := w.ClientConfig.Service; s != nil && s.Port == nil {
			https := int32(443)
			s.Port = &https
		}
	}
	if len(c.Status.StoredVersions) == 0 {
		if v, found := c.Spec.StorageVersion(); found {
			c.Status.StoredVersions, c.Status.StoredAssumed = []string{v}, true
		}
	}
	c.Spec.Shared = shared(c.Spec.Versions)
}

// shared compares the versions as the conversion to the server's internal type does.
func shared(versions []Version) Shared {
	if len(versions) == 0 {
		return Shared{}
	}
	s := Shared{true, true, true, true}
	first := &versions[0]
	for i := range versions[1:] {
		v := &versions[i+1]
		s.Schema = s.Schema && sameValidation(first.Schema, v.Schema)
		s.Subresources = s.Subresources && sameSubresources(first.Subresources, v.Subresources)
		s.PrinterColumns = s.PrinterColumns && slices.Equal(first.AdditionalPrinterColumns, v.AdditionalPrinterColumns)
		s.SelectableFields = s.SelectableFields && slices.Equal(first.SelectableFields, v.SelectableFields)
	}
	return s
}

func sameValidation(a, b *Validation) bool {
	if a == nil || b == nil {
		return a == b
	}
	return schema.Equal(a.OpenAPIV3Schema, b.OpenAPIV3Schema)
}

func sameSubresources(a, b *Subresources) bool {
	if a == nil || b == nil {
		return a == b
	}
	if (a.Status == nil) != (b.Status == nil) || (a.Scale == nil) != (b.Scale == nil) {
		return false
	}
	if a.Scale == nil {
		return true
	}
	return a.Scale.SpecReplicasPath == b.Scale.SpecReplicasPath &&
		a.Scale.StatusReplicasPath == b.Scale.StatusReplicasPath &&
		samePtr(a.Scale.LabelSelectorPath, b.Scale.LabelSelectorPath)
}

func samePtr[T comparable](a, b *T) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}
