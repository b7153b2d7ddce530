package crd

import (
	"encoding/json"

	"github.com/crdtool/crdtool/defaulting"
	"github.com/crdtool/crdtool/schema"
)

// schemaInMessage prints as a schema does in the server's messages, which it
// writes when all checks are through: as they have left it.
type schemaInMessage struct {
	*checker
	schema *schema.Schema
}

// MarshalJSON implements json.Marshaler.
func (s schemaInMessage) MarshalJSON() ([]byte, error) {
	return json.Marshal(s.checkedSchema(s.schema))
}

// checkedSchema is a schema as the checks leave it: those of its defaults coerce
// the metadata in them.
func (k *checker) checkedSchema(s *schema.Schema) *schema.Schema {
	if k.defaultsChecked[s] {
		return defaulting.Coerce(s)
	}
	return s
}

// versionsInMessage prints as the list of versions does in the server's
// messages: its internal type has no JSON names, and no longer holds what all
// versions share.
type versionsInMessage struct{ *checker }

// MarshalJSON implements json.Marshaler.
func (v versionsInMessage) MarshalJSON() ([]byte, error) {
	spec := &v.crd.Spec
	if spec.Versions == nil {
		return []byte("null"), nil
	}
	type validation struct{ OpenAPIV3Schema *schema.Schema }
	type fields struct {
		Name                     string
		Served                   bool
		Storage                  bool
		Deprecated               bool
		DeprecationWarning       *string
		Schema                   *validation
		Subresources             *Subresources
		AdditionalPrinterColumns []PrinterColumn
		SelectableFields         []SelectableField
	}
	shared := spec.Shared
	out := make([]fields, len(spec.Versions))
	for i := range spec.Versions {
		from, to := &spec.Versions[i], &out[i]
		to.Name, to.Served, to.Storage = from.Name, from.Served, from.Storage
		to.Deprecated, to.DeprecationWarning = from.Deprecated, from.DeprecationWarning
		if from.Schema != nil && !shared.Schema {
			to.Schema = &validation{v.checkedSchema(from.Schema.OpenAPIV3Schema)}
		}
		if !shared.Subresources {
			to.Subresources = from.Subresources
		}
		if !shared.PrinterColumns {
			to.AdditionalPrinterColumns = from.AdditionalPrinterColumns
		}
		if !shared.SelectableFields {
			to.SelectableFields = from.SelectableFields
		}
	}
	return json.Marshal(out)
}
