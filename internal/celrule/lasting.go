package celrule

import (
	"sync"

	"k8s.io/apiserver/pkg/cel/common"
)

// lastingView is a view that is made once for many values: each time that a field is read,
// it is looked up in a map of all. It is safe for concurrent use.
type lastingView struct {
	common.Schema
	fields, within sync.Once
	properties     map[string]common.Schema
	items          common.Schema
	values         common.SchemaOrBool
}

type lastingValues struct {
	common.SchemaOrBool
	schema common.Schema
}

func (v lastingValues) Schema() common.Schema { return v.schema }

func lasting(of common.Schema) common.Schema {
	if of == nil {
		return nil
	}
	return &lastingView{Schema: of}
}

// Properties implements common.Schema.
func (v *lastingView) Properties() map[string]common.Schema {
	v.fields.Do(func() {
		v.properties = v.Schema.Properties()
		for name, p := range v.properties {
			v.properties[name] = lasting(p)
		}
	})
	return v.properties
}

func (v *lastingView) look() {
	v.items = lasting(v.Schema.Items())
	if values := v.Schema.AdditionalProperties(); values != nil {
		v.values = lastingValues{values, lasting(values.Schema())}
	}
}

// Items implements common.Schema.
func (v *lastingView) Items() common.Schema {
	v.within.Do(v.look)
	return v.items
}

// AdditionalProperties implements common.Schema.
func (v *lastingView) AdditionalProperties() common.SchemaOrBool {
	v.within.Do(v.look)
	return v.values
}
