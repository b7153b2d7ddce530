package celrule

import (
	"k8s.io/apiserver/pkg/cel/common"

	"github.com/crdtool/crdtool/schema"
)

// unreadable is the view of a server that can't read objects of which the schema has
// nothing within. It gives them a type that no value has.
type unreadable struct{ view }

// UnreadableType is the type of such objects.
const UnreadableType = "unreadable object"

type unreadableValues struct{ valuesView }

// Type implements common.Schema.
func (v unreadable) Type() string {
	if Unreadable(v.Schema) {
		return UnreadableType
	}
	return v.view.Type()
}

// Unreadable reports whether there are servers that can't read the objects of a schema.
func Unreadable(s *schema.Schema) bool {
	return s.Type == "object" && !s.XEmbeddedResource && s.Properties.Len() == 0 &&
		(s.AdditionalProperties == nil || s.AdditionalProperties.Schema == nil) && !s.PreservesUnknownFields()
}

// Items implements common.Schema.
func (v unreadable) Items() common.Schema {
	if s := v.ItemSchema(); s != nil {
		return unreadable{view{s}}
	}
	return nil
}

// Properties implements common.Schema.
func (v unreadable) Properties() map[string]common.Schema {
	if v.Schema.Properties.Len() == 0 {
		return nil
	}
	m := make(map[string]common.Schema, v.Schema.Properties.Len())
	for _, p := range v.Schema.Properties.All() {
		m[p.Name] = unreadable{view{p.Schema}}
	}
	return m
}

// AdditionalProperties implements common.Schema.
func (v unreadable) AdditionalProperties() common.SchemaOrBool {
	if v.Schema.AdditionalProperties == nil {
		return nil
	}
	return unreadableValues{valuesView{v.Schema.AdditionalProperties}}
}

// Schema implements common.SchemaOrBool.
func (v unreadableValues) Schema() common.Schema {
	if v.SchemaOrBool.Schema == nil {
		return nil
	}
	return unreadable{view{v.SchemaOrBool.Schema}}
}

// WithTypeAndObjectMeta implements common.Schema.
func (v unreadable) WithTypeAndObjectMeta() common.Schema {
	return unreadable{view{resource(v.Schema, true)}}
}

var _ common.Schema = unreadable{view{&schema.Schema{}}}
