package validate

import (
	"k8s.io/apiserver/pkg/cel/common"

	"github.com/crdtool/crdtool/schema"
)

// Correlatable returns a schema with which common.CorrelatedObject finds, for a part of a new object, the part of the
// old object that it replaces. It is safe for concurrent use.
//
// It has only the methods that this needs: other methods must not be called.
func Correlatable(s *schema.Schema) common.Schema {
	c := &correlatable{schema: s, properties: make(map[string]common.Schema, s.Properties.Len())}
	if items := s.ItemSchema(); items != nil {
		c.items = Correlatable(items)
	}
	for _, p := range s.Properties.All() {
		c.properties[p.Name] = Correlatable(p.Schema)
	}
	if values := s.ValueSchema(); values != nil {
		c.values = correlatableValues{schema: Correlatable(values)}
	}
	return c
}

type correlatable struct {
	common.Schema // nil: other methods are not called
	schema        *schema.Schema
	items         common.Schema
	properties    map[string]common.Schema
	values        common.SchemaOrBool
}

func (c *correlatable) Type() string                              { return c.schema.Type }
func (c *correlatable) Items() common.Schema                      { return c.items }
func (c *correlatable) Properties() map[string]common.Schema      { return c.properties }
func (c *correlatable) AdditionalProperties() common.SchemaOrBool { return c.values }
func (c *correlatable) XListType() string                         { return c.schema.ListType() }
func (c *correlatable) XListMapKeys() []string                    { return c.schema.XListMapKeys() }

type correlatableValues struct {
	common.SchemaOrBool // nil: other methods are not called
	schema              common.Schema
}

func (v correlatableValues) Schema() common.Schema { return v.schema }
