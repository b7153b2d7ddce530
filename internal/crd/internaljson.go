package crd

import (
	"encoding/json"

	"github.com/crdtool/crdtool/schema"
)

// internalVersions prints as the list of versions does in the server's
// messages: its internal type has no JSON names, and no longer holds what all
// versions share.
type internalVersions struct{ spec *Spec }

// MarshalJSON implements json.Marshaler.
func (v internalVersions) MarshalJSON() ([]byte, error) {
	if v.spec.Versions == nil {
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
	shared := v.spec.Shared
	out := make([]fields, len(v.spec.Versions))
	for i := range v.spec.Versions {
		from, to := &v.spec.Versions[i], &out[i]
		to.Name, to.Served, to.Storage = from.Name, from.Served, from.Storage
		to.Deprecated, to.DeprecationWarning = from.Deprecated, from.DeprecationWarning
		if from.Schema != nil && !shared.Schema {
			to.Schema = &validation{from.Schema.OpenAPIV3Schema}
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
