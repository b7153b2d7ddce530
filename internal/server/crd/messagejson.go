package crd

import (
	"encoding/json"

	"github.com/crdtool/crdtool/internal/server/defaulting"
	"github.com/crdtool/crdtool/schema"
)

// schemaInMessage prints as a schema does in the server's messages, which it
// writes when all checks are through: as they have left it.
type schemaInMessage struct {
	*checker
	schema *schema.Schema
}

// QuotedInMessage implements finding.Quoted.
func (s schemaInMessage) QuotedInMessage(most int) (text []byte, whole bool) {
	return schema.QuotedInMessage(s.checkedSchema(s.schema), most)
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

// QuotedInMessage implements finding.Quoted.
func (v versionsInMessage) QuotedInMessage(most int) (text []byte, whole bool) {
	versions := v.crd.Spec.Versions
	if versions == nil {
		return []byte("null"), true
	}
	text = append(text, '[')
	for i := range versions {
		if len(text) > most {
			return text, false
		}
		if i > 0 {
			text = append(text, ',')
		}
		text = append(text, v.quoted(&versions[i], most-len(text))...)
	}
	text = append(text, ']')
	return text, len(text) <= most
}

// quoted is a version in a message; only the first bytes are right if it has more than most.
func (v versionsInMessage) quoted(from *Version, most int) []byte {
	shared := v.crd.Spec.Shared
	text, _ := json.Marshal(struct {
		Name               string
		Served             bool
		Storage            bool
		Deprecated         bool
		DeprecationWarning *string
	}{from.Name, from.Served, from.Storage, from.Deprecated, from.DeprecationWarning})
	text = append(text[:len(text)-len("}")], `,"Schema":`...)
	if from.Schema == nil || shared.Schema {
		text = append(text, "null"...)
	} else {
		s, whole := schema.QuotedInMessage(v.checkedSchema(from.Schema.OpenAPIV3Schema), most)
		text = append(append(text, `{"OpenAPIV3Schema":`...), s...)
		if !whole {
			return text
		}
		text = append(text, '}')
	}
	var rest struct {
		Subresources             *Subresources
		AdditionalPrinterColumns []PrinterColumn
		SelectableFields         []SelectableField
	}
	if !shared.Subresources {
		rest.Subresources = from.Subresources
	}
	if !shared.PrinterColumns {
		rest.AdditionalPrinterColumns = from.AdditionalPrinterColumns
	}
	if !shared.SelectableFields {
		rest.SelectableFields = from.SelectableFields
	}
	end, _ := json.Marshal(rest)
	return append(append(text, ','), end[len("{"):]...)
}
