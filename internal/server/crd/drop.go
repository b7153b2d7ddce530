package crd

import (
	"slices"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/schema"
)

// DropUnused removes the fields that the server drops silently, unless the CRD that is replaced already uses them. It
// mirrors dropDisabledFields of pkg/registry/customresourcedefinition.
func DropUnused(c, old *CustomResourceDefinition, fields behaviour.Fields) {
	// Fields that the server does not know were not decoded.
	kept := behaviour.Fields{MessageExpression: behaviour.Used, ReasonAndFieldPath: behaviour.Used, OptionalOldSelf: behaviour.Used, SelectableFields: behaviour.Used}
	if fields.OptionalOldSelf == behaviour.Dropped && (old == nil || !anyNode(&old.Spec, hasOptionalOldSelf)) {
		kept.OptionalOldSelf = behaviour.Dropped
	}
	if fields.SelectableFields == behaviour.Dropped && (old == nil || everyVersion(&old.Spec, func(v *Version) bool { return len(v.SelectableFields) == 0 })) {
		kept.SelectableFields = behaviour.Dropped
		c.Spec.Shared.SelectableFields = len(c.Spec.Versions) > 0
	}
	c.Spec.Versions = c.Stored(kept).Spec.Versions
}

// IsStored reports whether a server returned the CRD, rather than a manifest being applied: it has a value that only a
// server sets. In such a CRD a server keeps the fields that it drops from new ones.
func IsStored(c *CustomResourceDefinition) bool {
	m, s := &c.Metadata, &c.Status
	return m.UID != "" || m.ResourceVersion != "" || !m.CreationTimestamp.IsZero() || m.Generation != 0 ||
		len(s.StoredVersions) > 0 && !s.StoredAssumed
}

func hasOptionalOldSelf(s *schema.Schema) bool {
	return slices.ContainsFunc(s.XValidations(), func(r schema.ValidationRule) bool { return r.OptionalOldSelf != nil })
}
