package crd

import (
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

// VersionedField is a field of a CRD that not all servers use.
type VersionedField struct {
	Path *finding.Path
	// Without describes the behaviour of a server that does not use the field.
	Without string
}

// Name returns the name of the field, for behaviour.Fields.Of.
func (f *VersionedField) Name() string {
	s := f.Path.Segments()
	return s[len(s)-1].Name
}

// VersionedFields returns the versioned fields of a CRD that is not defaulted, in the order of the document.
func VersionedFields(c *CustomResourceDefinition) []VersionedField {
	var all []VersionedField
	for i := range c.Spec.Versions {
		at := finding.Root("spec", "versions").Index(i)
		if s := c.Spec.Versions[i].OpenAPISchema(); s != nil {
			t := schematree.New(s, at.Child("schema", "openAPIV3Schema"))
			for j := range t.Nodes {
				for k := range t.Nodes[j].XValidations() {
					all = append(all, versionedOf(t.Path(t.Nodes[j].ID).Child("x-kubernetes-validations").Index(k), &t.Nodes[j].XValidations()[k])...)
				}
			}
		}
		if len(c.Spec.Versions[i].SelectableFields) > 0 {
			all = append(all, VersionedField{at.Child("selectableFields"), "to select by these fields is an error"})
		}
	}
	return all
}

func versionedOf(at *finding.Path, r *schema.ValidationRule) (all []VersionedField) {
	if r.MessageExpression != "" {
		all = append(all, VersionedField{at.Child("messageExpression"), "users see message, or the text of the rule"})
	}
	if r.Reason != nil {
		all = append(all, VersionedField{at.Child("reason"), "the reason of a refusal is FieldValueInvalid"})
	}
	if r.FieldPath != "" {
		all = append(all, VersionedField{at.Child("fieldPath"), "a refusal names the value that the rule stands at"})
	}
	if r.OptionalOldSelf != nil && *r.OptionalOldSelf {
		all = append(all, VersionedField{at.Child("optionalOldSelf"), "the rule is not run where there is no old value, and oldSelf is not optional"})
	}
	return all
}
