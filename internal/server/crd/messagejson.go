package crd

import (
	"encoding/json"

	"github.com/crdtool/crdtool/internal/schemas/internaltype"
	"github.com/crdtool/crdtool/internal/server/defaulting"
	"github.com/crdtool/crdtool/schema"
)

// schemaInMessage is printed as the server prints a schema in messages. The server formats messages after all checks,
// so that a message contains the changes that the checks made to the schema.
type schemaInMessage struct {
	*checker
	schema *schema.Schema
}

// QuotedInMessage implements finding.Quoted.
func (s schemaInMessage) QuotedInMessage() []byte {
	return quoted(internaltype.OfSchema(s.checkedSchema(s.schema)))
}

// quoted returns a value as JSON. All values in messages can be encoded.
func quoted(v any) []byte {
	text, _ := json.Marshal(v)
	return text
}

// checkedSchema returns a schema as the checks leave it: the check of defaults coerces the metadata in them.
func (k *checker) checkedSchema(s *schema.Schema) *schema.Schema {
	if k.defaultsChecked[s] {
		return defaulting.Coerce(s)
	}
	return s
}

// versionsInMessage is printed as the server prints the list of versions in messages. The server's internal type has no
// JSON names, and has the parts that all versions share elsewhere.
type versionsInMessage struct{ *checker }

// QuotedInMessage implements finding.Quoted.
func (v versionsInMessage) QuotedInMessage() []byte {
	var versions []versionJSON
	for i := range v.crd.Spec.Versions {
		versions = append(versions, v.version(i))
	}
	if v.crd.Spec.Versions != nil && versions == nil {
		versions = []versionJSON{}
	}
	return quoted(versions)
}

// versionJSON has the fields of the server's internal type of a version.
type versionJSON struct {
	Name                     string
	Served                   bool
	Storage                  bool
	Deprecated               bool
	DeprecationWarning       *string
	Schema                   *validationJSON
	Subresources             *Subresources
	AdditionalPrinterColumns []PrinterColumn
	SelectableFields         []SelectableField
}

// validationJSON has the field of the server's internal type of a version's schema.
type validationJSON struct{ OpenAPIV3Schema internaltype.Schema }

// version returns version i without the parts that all versions share: the internal type has those in the spec.
func (v versionsInMessage) version(i int) versionJSON {
	from, shared := &v.crd.Spec.Versions[i], v.crd.Spec.Shared
	out := versionJSON{Name: from.Name, Served: from.Served, Storage: from.Storage, Deprecated: from.Deprecated, DeprecationWarning: from.DeprecationWarning}
	if !shared.Schema && from.Schema != nil {
		out.Schema = &validationJSON{internaltype.OfSchema(v.checkedSchema(from.Schema.OpenAPIV3Schema))}
	}
	if !shared.Subresources {
		out.Subresources = from.Subresources
	}
	if !shared.PrinterColumns {
		out.AdditionalPrinterColumns = from.AdditionalPrinterColumns
	}
	if !shared.SelectableFields {
		out.SelectableFields = from.SelectableFields
	}
	return out
}
