// Package schema holds the OpenAPI v3 schema of a CustomResourceDefinition as it is written: each keyword of
// v1.JSONSchemaProps is a field, or a method for the keywords that few schemas have. Parse reads a schema from a text,
// FromValue from a decoded value, and encoding/json writes it.
package schema

// Schema is one schema node, keyword by keyword, as
// apiextensions.k8s.io/v1 JSONSchemaProps. Keywords that few schemas have are in Rare and
// Branches, and are read by methods that have their names: s.Title(), s.AllOf().
//
// Nil and empty differ where the server tells them apart: a list or map that
// was written empty is empty and not nil.
//
// Values that were read (defaults, enums, examples) may have parts in common: they are to be
// copied before they are changed. OwnRare and OwnBranches do so with those keywords.
type Schema struct {
	Description string   `json:"description"`
	Type        string   `json:"type"`
	Format      string   `json:"format"`
	Pattern     string   `json:"pattern"`
	Default     any      `json:"default"` // nil if unset; a null default is unset
	Enum        []any    `json:"enum"`
	Required    []string `json:"required"`

	Maximum   *float64 `json:"maximum"`
	Minimum   *float64 `json:"minimum"`
	MaxLength *int64   `json:"maxLength"`
	MinLength *int64   `json:"minLength"`
	MaxItems  *int64   `json:"maxItems"`
	MinItems  *int64   `json:"minItems"`

	Items                *Items        `json:"items"`
	Properties           *Properties   `json:"properties"`
	AdditionalProperties *SchemaOrBool `json:"additionalProperties"`
	Not                  *Schema       `json:"not"`

	XPreserveUnknownFields *bool `json:"x-kubernetes-preserve-unknown-fields"`
	XEmbeddedResource      bool  `json:"x-kubernetes-embedded-resource"`
	XIntOrString           bool  `json:"x-kubernetes-int-or-string"`
	Nullable               bool  `json:"nullable"`
	ExclusiveMaximum       bool  `json:"exclusiveMaximum"`
	ExclusiveMinimum       bool  `json:"exclusiveMinimum"`
	UniqueItems            bool  `json:"uniqueItems"`

	Rare     *Rare     // nil for none of them
	Branches *Branches // nil for none of them
}

// Items is the value of items: one schema, or (which the server refuses) a list
// of them. Both are nil for a value of another type, which the server decodes
// to an empty one silently.
type Items struct {
	Schema  *Schema
	Schemas []*Schema
}

// SchemaOrBool is the value of additionalProperties and additionalItems. Allows
// is true beside a Schema.
type SchemaOrBool struct {
	Allows bool
	Schema *Schema
}

// Dependencies is the value of dependencies, which the server refuses.
type Dependencies []Dependency

// Dependency is one entry of dependencies.
type Dependency struct {
	Name     string
	Schema   *Schema
	Property []string
}

// ExternalDocs is the value of externalDocs.
type ExternalDocs struct {
	Description string `json:"description,omitempty"`
	URL         string `json:"url,omitempty"`
}

// ValidationRule is one entry of x-kubernetes-validations.
type ValidationRule struct {
	Rule              string  `json:"rule,omitempty"`
	Message           string  `json:"message,omitempty"`
	MessageExpression string  `json:"messageExpression,omitempty"`
	Reason            *string `json:"reason,omitempty"`
	FieldPath         string  `json:"fieldPath,omitempty"`
	OptionalOldSelf   *bool   `json:"optionalOldSelf,omitempty"`
}

// Property is a named schema.
type Property struct {
	Name   string
	Schema *Schema
}

// Properties are named schemas in the order of the file. The nil Properties is
// empty.
type Properties struct {
	List  []Property
	index map[string]int // only when the list is long
}

// indexFrom is the length from which a map beats a search through the list.
const indexFrom = 12

// NewProperties returns the properties of a list without duplicates.
func NewProperties(list []Property) *Properties {
	p := &Properties{List: list}
	if len(list) >= indexFrom {
		p.index = make(map[string]int, len(list))
		for i := range list {
			p.index[list[i].Name] = i
		}
	}
	return p
}

// Len is the number of properties.
func (p *Properties) Len() int {
	if p == nil {
		return 0
	}
	return len(p.List)
}

// Get returns the schema of a name, or nil.
func (p *Properties) Get(name string) *Schema {
	if p == nil {
		return nil
	}
	if p.index != nil {
		if i, ok := p.index[name]; ok {
			return p.List[i].Schema
		}
		return nil
	}
	for i := range p.List {
		if p.List[i].Name == name {
			return p.List[i].Schema
		}
	}
	return nil
}

// All returns the properties in the order of the file; nil for none.
func (p *Properties) All() []Property {
	if p == nil {
		return nil
	}
	return p.List
}

// Property returns the schema of a property, or nil.
func (s *Schema) Property(name string) *Schema { return s.Properties.Get(name) }

// ItemSchema returns the single schema of items, or nil.
func (s *Schema) ItemSchema() *Schema {
	if s.Items == nil {
		return nil
	}
	return s.Items.Schema
}

// ValueSchema returns the schema of additionalProperties, or nil.
func (s *Schema) ValueSchema() *Schema {
	if s.AdditionalProperties == nil {
		return nil
	}
	return s.AdditionalProperties.Schema
}

// PreservesUnknownFields reports x-kubernetes-preserve-unknown-fields: true.
func (s *Schema) PreservesUnknownFields() bool {
	return s.XPreserveUnknownFields != nil && *s.XPreserveUnknownFields
}

// ListType returns x-kubernetes-list-type, or "".
func (s *Schema) ListType() string {
	if t := s.XListType(); t != nil {
		return *t
	}
	return ""
}

// MapType returns x-kubernetes-map-type, or "".
func (s *Schema) MapType() string {
	if t := s.XMapType(); t != nil {
		return *t
	}
	return ""
}
