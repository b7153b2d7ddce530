package validate

import (
	"k8s.io/apiserver/pkg/cel/common"

	"github.com/crdtool/crdtool/schema"
)

// Correlatable returns a schema in the form by which common.CorrelatedObject
// finds, for a part of a new object, the part of the old one that it replaces.
// It is built once, and then safe for concurrent use.
//
// Only what correlating needs is there: the methods that ask for anything else
// must not be called.
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
	common.Schema // nil, for the methods that are not needed
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
	common.SchemaOrBool // nil, as above
	schema              common.Schema
}

func (v correlatableValues) Schema() common.Schema { return v.schema }
