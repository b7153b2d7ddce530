package crd

import (
	"slices"

	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// DropUnused takes out the fields that the server drops silently, unless the CRD that
// is replaced uses them already. It mirrors dropDisabledFields of
// pkg/registry/customresourcedefinition.
func DropUnused(c, old *CustomResourceDefinition, fields kube.Fields) {
	if fields.OptionalOldSelf == kube.Dropped && (old == nil || !anyNode(&old.Spec, hasOptionalOldSelf)) {
		for i := range c.Spec.Versions {
			dropOptionalOldSelf(c.Spec.Versions[i].OpenAPISchema())
		}
	}
	if fields.SelectableFields == kube.Dropped && (old == nil || everyVersion(&old.Spec, func(v *Version) bool { return len(v.SelectableFields) == 0 })) {
		for i := range c.Spec.Versions {
			c.Spec.Versions[i].SelectableFields = nil
		}
		c.Spec.Shared.SelectableFields = len(c.Spec.Versions) > 0
	}
}

func hasOptionalOldSelf(s *schema.Schema) bool {
	return slices.ContainsFunc(s.XValidations, func(r schema.ValidationRule) bool { return r.OptionalOldSelf != nil })
}

// dropOptionalOldSelf goes where rules may stand, as the server does.
func dropOptionalOldSelf(s *schema.Schema) {
	if s == nil {
		return
	}
	for i := range s.XValidations {
		s.XValidations[i].OptionalOldSelf = nil
	}
	for _, p := range s.Properties.All() {
		dropOptionalOldSelf(p.Schema)
	}
	dropOptionalOldSelf(s.ValueSchema())
	dropOptionalOldSelf(s.ItemSchema())
	if s.Items != nil {
		for _, item := range s.Items.Schemas {
			dropOptionalOldSelf(item)
		}
	}
}
