package celrule

import (
	"sync"

	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apiserver/pkg/cel/common"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/schema"
)

// view adapts a schema to common.SchemaDeclType, which reads only a few keywords. It mirrors model.Structural of
// pkg/apiserver/schema/cel/model.
type view struct {
	*schema.Schema
	by viewer

	// properties are made once, as each access to a field during evaluation reads them.
	once       sync.Once
	properties map[string]common.Schema
}

func newView(s *schema.Schema, by viewer) *view { return &view{Schema: s, by: by} }

// viewer holds how a server reads schemas.
type viewer struct {
	// sizes are the keywords from which the server derives sizes.
	sizes behaviour.Sizes
	// refusesEmpty is set if the server cannot read objects whose schema has no properties. They get a type that no
	// value has.
	refusesEmpty bool
}

// newestViewer reads schemas as the newest server does.
var newestViewer = viewer{sizes: behaviour.Sizes{Enums: true, IntOrStrings: true, Names: true}}

// UnreadableType is the type of objects that a server cannot read.
const UnreadableType = "unreadable object"

// unreadable reports whether some servers cannot read objects of a schema.
func unreadable(s *schema.Schema) bool {
	return s.Type == "object" && !s.XEmbeddedResource && s.Properties.Len() == 0 &&
		(s.AdditionalProperties == nil || s.AdditionalProperties.Schema == nil) && !s.PreservesUnknownFields()
}

var (
	_ common.Schema       = (*view)(nil)
	_ common.SchemaOrBool = valuesView{}
)

// Type implements common.Schema.
func (v *view) Type() string {
	if v.by.refusesEmpty && unreadable(v.Schema) {
		return UnreadableType
	}
	return v.Schema.Type
}

// Enum implements common.Schema.
func (v *view) Enum() []any {
	if v.by.sizes.Enums {
		return v.Schema.Enum
	}
	return nil
}

// MaxLength implements common.Schema.
func (v *view) MaxLength() *int64 {
	if v.XIntOrString && !v.by.sizes.IntOrStrings {
		return nil
	}
	return v.Schema.MaxLength
}

func (v *view) Format() string       { return v.Schema.Format }
func (v *view) Pattern() string      { return v.Schema.Pattern }
func (v *view) Default() any         { return v.Schema.Default }
func (v *view) Required() []string   { return v.Schema.Required }
func (v *view) Nullable() bool       { return v.Schema.Nullable }
func (v *view) UniqueItems() bool    { return false } // as in the server's view
func (v *view) Minimum() *float64    { return v.Schema.Minimum }
func (v *view) Maximum() *float64    { return v.Schema.Maximum }
func (v *view) MultipleOf() *float64 { return v.Schema.MultipleOf() }
func (v *view) MinItems() *int64     { return v.Schema.MinItems }
func (v *view) MaxItems() *int64     { return v.Schema.MaxItems }
func (v *view) MinLength() *int64    { return v.Schema.MinLength }
func (v *view) MinProperties() *int64 {
	return v.Schema.MinProperties()
}
func (v *view) MaxProperties() *int64 {
	return v.Schema.MaxProperties()
}
func (v *view) IsExclusiveMinimum() bool       { return v.ExclusiveMinimum }
func (v *view) IsExclusiveMaximum() bool       { return v.ExclusiveMaximum }
func (v *view) IsXIntOrString() bool           { return v.XIntOrString }
func (v *view) IsXEmbeddedResource() bool      { return v.XEmbeddedResource }
func (v *view) IsXPreserveUnknownFields() bool { return v.PreservesUnknownFields() }
func (v *view) XListType() string              { return v.ListType() }
func (v *view) XMapType() string               { return v.MapType() }
func (v *view) XListMapKeys() []string         { return v.Schema.XListMapKeys() }

// Types do not depend on junctors and rules, so that these are not read.
func (v *view) AllOf() []common.Schema                { return nil }
func (v *view) OneOf() []common.Schema                { return nil }
func (v *view) AnyOf() []common.Schema                { return nil }
func (v *view) Not() common.Schema                    { return nil }
func (v *view) XValidations() []common.ValidationRule { return nil }

func (v *view) Items() common.Schema {
	if s := v.ItemSchema(); s != nil {
		return newView(s, v.by)
	}
	return nil
}

func (v *view) Properties() map[string]common.Schema {
	if v.Schema.Properties.Len() == 0 {
		return nil
	}
	v.once.Do(func() {
		v.properties = make(map[string]common.Schema, v.Schema.Properties.Len())
		for _, p := range v.Schema.Properties.All() {
			v.properties[p.Name] = newView(p.Schema, v.by)
		}
	})
	return v.properties
}

func (v *view) AdditionalProperties() common.SchemaOrBool {
	if v.Schema.AdditionalProperties == nil {
		return nil
	}
	return valuesView{v.Schema.AdditionalProperties, v.by}
}

type valuesView struct {
	*schema.SchemaOrBool
	by viewer
}

func (v valuesView) Schema() common.Schema {
	if v.SchemaOrBool.Schema == nil {
		return nil
	}
	return newView(v.SchemaOrBool.Schema, v.by)
}

func (v valuesView) Allows() bool { return v.SchemaOrBool.Allows }

// WithTypeAndObjectMeta returns the schema of a resource, whose rules can read kind, apiVersion, metadata.name and
// metadata.generateName, and no other metadata, whatever the schema declares. A schema that has the right types for all
// five is returned unchanged.
func (v *view) WithTypeAndObjectMeta() common.Schema {
	return newView(resource(v.Schema, v.by.sizes.Names), v.by)
}

// resource returns the schema of a resource. If bounded, its names have the limits of Kubernetes.
func resource(s *schema.Schema, bounded bool) *schema.Schema {
	typed := func(s *schema.Schema, name, typ string) bool {
		p := s.Property(name)
		return p != nil && p.Type == typ
	}
	meta := s.Property("metadata")
	if typed(s, "kind", "string") && typed(s, "apiVersion", "string") && typed(s, "metadata", "object") &&
		typed(meta, "name", "string") && typed(meta, "generateName", "string") {
		return s
	}
	const longest = int64(validation.DNS1123SubdomainMaxLength)
	text := &schema.Schema{Type: "string"}
	name, generated := text, text
	if bounded {
		name = boundedText(meta, "name", longest)
		generated = boundedText(meta, "generateName", longest-1) // a suffix follows
	}
	list := []schema.Property{
		{Name: "kind", Schema: text},
		{Name: "apiVersion", Schema: text},
		{Name: "metadata", Schema: &schema.Schema{Type: "object", Properties: schema.NewProperties([]schema.Property{
			{Name: "name", Schema: name},
			{Name: "generateName", Schema: generated},
		})}},
	}
	for _, p := range s.Properties.All() {
		switch p.Name {
		case "kind", "apiVersion", "metadata":
		default:
			list = append(list, p)
		}
	}
	r := *s
	r.Properties = schema.NewProperties(list)
	return &r
}

// boundedText returns the schema of a name. Its limit is that of Kubernetes, or the one in the schema of the metadata
// if that is lower.
func boundedText(meta *schema.Schema, name string, most int64) *schema.Schema {
	if meta != nil {
		if s := meta.Property(name); s != nil && s.MaxLength != nil {
			most = min(most, *s.MaxLength)
		}
	}
	return &schema.Schema{Type: "string", MaxLength: &most}
}
