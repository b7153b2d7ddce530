package crd

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	utilvalidation "k8s.io/apimachinery/pkg/util/validation"

	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

func version(i int) *finding.Path { return spec("versions").Index(i) }

// schemasPresent checks that every version has a schema. On update, a stored CRD without one is accepted unless unknown
// fields are pruned, which would prune all fields.
func (k *checker) schemasPresent() {
	s := &k.crd.Spec
	for i := range s.Versions {
		v := &s.Versions[i]
		if v.OpenAPISchema() != nil {
			continue
		}
		p := version(i).Child("schema", "openAPIV3Schema")
		switch {
		case k.require.schema:
			k.add(finding.Required(code.SchemaRequired, p, ""))
		case !s.PreserveUnknownFields && v.Served:
			k.add(finding.Required(code.SchemaRequired, p, "because otherwise all fields are pruned"))
		}
	}
}

// versions checks the list of versions, each version, and the parts that they share. A shared part is checked once, at
// the first version.
func (k *checker) versions() {
	s := &k.crd.Spec
	hasDefaults := s.PreserveUnknownFields && anyNode(s, func(s *schema.Schema) bool { return s.Default != nil })
	if hasDefaults {
		k.add(finding.Invalid(code.PreserveWithDefaults, spec("preserveUnknownFields"), true, "must be false in order to use defaults in the schema"))
	}
	k.structural = k.require.structural || !s.PreserveUnknownFields || hasDefaults || anyNode(s, needsStructure)

	k.versionNames()
	for i := range s.Versions {
		v := &s.Versions[i]
		for _, fault := range deprecationFaults(v) {
			k.add(finding.Invalid(fault.code, version(i).Child("deprecationWarning"), v.DeprecationWarning, fault.detail))
		}
		if !s.Shared.Schema {
			k.schema(k.trees[i], s.validationPath(i), k.statusOf(i))
		}
		if !s.Shared.Subresources && v.Subresources != nil {
			k.subresources(v.Subresources, version(i).Child("subresources"))
		}
		if !s.Shared.PrinterColumns && len(v.AdditionalPrinterColumns) > 0 {
			k.printerColumns(v.AdditionalPrinterColumns, version(i).Child("additionalPrinterColumns"))
		}
		if !s.Shared.SelectableFields && len(v.SelectableFields) > 0 {
			k.selectableFields(v, i, version(i).Child("selectableFields"))
		}
	}
	if len(s.Versions) == 0 {
		return
	}
	first := &s.Versions[0]
	if s.Shared.Schema {
		anyStatus := !everyVersion(s, func(v *Version) bool { return !v.HasStatus() })
		k.schema(k.trees[0], s.validationPath(0), anyStatus)
	}
	if s.Shared.Subresources {
		k.subresources(first.Subresources, spec("subresources").At(version(0).Child("subresources")))
	}
	if s.Shared.PrinterColumns {
		k.printerColumns(first.AdditionalPrinterColumns, spec("additionalPrinterColumns").At(version(0).Child("additionalPrinterColumns")))
	}
	if s.Shared.SelectableFields {
		k.selectableFields(first, 0, spec("selectableFields").At(version(0).Child("selectableFields")))
	}
}

// versionNames checks the names, and that exactly one version is the storage version. The server's internal type has
// the first version's name also in spec.version, and the server reports an invalid one twice.
func (k *checker) versionNames() {
	s := &k.crd.Spec
	var stored []string
	unique := true
	faults := map[string]string{} // by name
	for i := range s.Versions {
		v := &s.Versions[i]
		if v.Storage {
			stored = append(stored, v.Name)
		}
		fault, seen := faults[v.Name]
		if seen {
			unique = false
		} else {
			fault = strings.Join(utilvalidation.IsDNS1035Label(v.Name), ",")
			faults[v.Name] = fault
		}
		if fault != "" {
			k.add(finding.Invalid(code.VersionNameForm, version(i).Child("name"), v.Name, fault))
			if i == 0 && v.Name != "" {
				k.add(finding.Invalid(code.VersionNameForm, spec("version").At(version(0).Child("name")), v.Name, fault))
			}
		}
	}
	if !unique {
		k.add(finding.Invalid(code.VersionNamesTwice, spec("versions"), versionsInMessage{k}, "must contain unique version names"))
	}
	if len(stored) != 1 {
		c := code.StorageVersionSeveral
		switch {
		case len(s.Versions) == 0:
			c = code.NoVersions
		case len(stored) == 0:
			c = code.StorageVersionNone
		}
		k.add(finding.Invalid(c, spec("versions"), versionsInMessage{k}, "must have exactly one version marked as storage version").
			With(finding.Facts{Where: strings.Join(stored, ", "), Limit: len(stored)}))
	}
}

// statusOf reports whether version i has the status subresource. The server looks versions up by name, so that of two
// with one name the first decides.
func (k *checker) statusOf(i int) bool {
	name := k.crd.Spec.Versions[i].Name
	return k.crd.VersionNamed(name).HasStatus()
}

// needsStructure reports whether a schema has an x-kubernetes extension that needs a structural schema.
func needsStructure(s *schema.Schema) bool {
	return s.XEmbeddedResource || s.XPreserveUnknownFields != nil || s.XIntOrString ||
		len(s.XListMapKeys()) > 0 || s.XListType() != nil || len(s.XValidations()) > 0
}

type deprecationFault struct {
	code   finding.Code
	detail string
}

func deprecationFaults(v *Version) []deprecationFault {
	w := v.DeprecationWarning
	if w == nil {
		return nil
	}
	if !v.Deprecated {
		return []deprecationFault{{code.DeprecationNotDeprecated, "can only be set for deprecated versions"}}
	}
	var faults []deprecationFault
	if len(*w) > 256 {
		faults = append(faults, deprecationFault{code.DeprecationTooLong, "must be <= 256 characters long"})
	}
	if *w == "" {
		faults = append(faults, deprecationFault{code.DeprecationEmpty, "must not be an empty string"})
	}
	for i, r := range *w {
		if !unicode.IsPrint(r) {
			faults = append(faults, deprecationFault{code.DeprecationUnprintable,
				fmt.Sprintf("must only contain printable UTF-8 characters; non-printable character found at index %d", i)})
			break
		}
	}
	if !utf8.ValidString(*w) {
		faults = append(faults, deprecationFault{code.DeprecationUnprintable, "must only contain printable UTF-8 characters"})
	}
	return faults
}

// storedVersions checks status.storedVersions against spec.versions.
func (k *checker) storedVersions() {
	p := finding.Root("status", "storedVersions")
	stored := k.crd.Status.StoredVersions
	if len(stored) == 0 {
		k.add(finding.Invalid(code.StoredVersionsNone, p.At(spec("versions")), stored, "must have at least one stored version"))
	}
	at := map[string]int{}
	for i, v := range stored {
		at[v] = i
	}
	for i := range k.crd.Spec.Versions {
		v := &k.crd.Spec.Versions[i]
		if _, ok := at[v.Name]; !ok && v.Storage {
			// It is a second storage version, or a second version with the same name.
			var value any = stored
			if !k.behaviour.Words.StoredVersions {
				value = versionsInMessage{k}.version(i)
			}
			k.add(finding.Invalid(code.StoredVersionsLackStorage, p.At(version(i).Child("storage")), value, "must have the storage version "+v.Name).
				With(finding.Facts{Where: v.Name}))
		}
		delete(at, v.Name)
	}
	for i, v := range stored {
		if last, missing := at[v]; missing && last == i {
			k.add(finding.Invalid(code.StoredVersionGone, p.Index(i).At(spec("versions")), v, fmt.Sprintf(
				"missing from spec.versions; %[1]s was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in %[1]s and removes %[1]s from status.storedVersions", v)))
		}
	}
}

func (k *checker) preserveUnknownFields() {
	if k.crd.Spec.PreserveUnknownFields && (k.old == nil || !k.old.Spec.PreserveUnknownFields) {
		k.add(finding.Invalid(code.PreserveAtTop, spec("preserveUnknownFields"), &k.crd.Spec.PreserveUnknownFields,
			"cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead"))
	}
}
