package crd

import (
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/structural"
	"github.com/crdtool/crdtool/internal/server/fieldpath"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

// maxSelectableFields is the server's limit for a version.
const maxSelectableFields = 8

// selectableFields checks the selectable fields of version i, whose path is p.
func (k *checker) selectableFields(v *Version, i int, p *finding.Path) {
	if len(v.SelectableFields) == 0 {
		return
	}
	s := &k.crd.Spec
	switch {
	case s.Shared.SelectableFields && (!s.Shared.Schema || v.Schema == nil):
		k.add(finding.Invalid(code.SelectableWithoutSchema, p, "", "may only be set when validations.schema is included"))
		return
	case !s.Shared.SelectableFields && (s.Shared.Schema || v.OpenAPISchema() == nil):
		k.add(finding.Invalid(code.SelectableWithoutSchema, p, "", "may only be set when `version.schema.openAPIV3Schema` is not included"))
		return
	}
	root := v.OpenAPISchema()
	if root != nil {
		if text := structural.ConversionError(k.trees[i], 0); text != "" {
			at := k.crd.Spec.schemaPath(i)
			k.add(finding.Invalid(code.SelectableSchemaUnreadable, p.Parent().Child("schema.openAPIV3Schema").At(at), "", text))
			root = nil
		}
	}
	seen := map[string]bool{}
	for i := range v.SelectableFields {
		k.selectableField(v.SelectableFields[i].JSONPath, root, p.Index(i).Child("jsonPath"), seen)
	}
	if len(seen) > maxSelectableFields && !k.tooManyBefore(v) {
		k.add(finding.TooMany(code.SelectableTooMany, p, len(seen), maxSelectableFields))
	}
}

func (k *checker) selectableField(path string, root *schema.Schema, p *finding.Path, seen map[string]bool) {
	if path == "" {
		k.add(finding.Required(code.SelectableRequired, p, ""))
		return
	}
	names, s, err := fieldpath.Follow(path, root, false)
	if err == fieldpath.ErrPanics {
		k.panics = p
		return
	}
	if err != nil {
		c := code.SelectablePathForm
		if err == fieldpath.ErrNoField {
			c = code.SelectableUndeclared
		}
		k.add(finding.Invalid(c, p, path, "is an invalid path: "+err.Error()))
		return
	}
	if names[0] == ".metadata" {
		k.add(finding.Invalid(code.SelectableInMetadata, p, path, "must not point to fields in metadata"))
	}
	if s == nil || s.Type != "string" && s.Type != "boolean" && s.Type != "integer" {
		k.add(finding.Invalid(code.SelectableType, p, path,
			"must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed."))
	}
	name := strings.Join(names, "")
	if seen[name] {
		k.add(finding.Duplicate(code.SelectableTwice, p, path))
	}
	seen[name] = true
}

// tooManyBefore reports whether the version in the stored CRD already has the same, too many selectable fields.
func (k *checker) tooManyBefore(v *Version) bool {
	if k.old == nil || !k.behaviour.Checks.TooManySelectableFieldsStay {
		return false
	}
	if k.crd.Spec.Shared.SelectableFields {
		return k.old.Spec.Shared.SelectableFields && unchangedAndTooMany(&k.old.Spec.Versions[0], v)
	}
	if k.old.Spec.Shared.SelectableFields {
		return false
	}
	for j := range k.old.Spec.Versions {
		if old := &k.old.Spec.Versions[j]; old.Name == v.Name {
			return unchangedAndTooMany(old, v)
		}
	}
	return false
}

func unchangedAndTooMany(old, v *Version) bool {
	if len(old.SelectableFields) <= maxSelectableFields || len(old.SelectableFields) != len(v.SelectableFields) {
		return false
	}
	for i := range v.SelectableFields {
		if v.SelectableFields[i] != old.SelectableFields[i] {
			return false
		}
	}
	return true
}
