package schema

// Rare are the keywords that few schemas have: those that the server refuses in a CRD (id, $schema, $ref,
// patternProperties, dependencies, additionalItems, definitions), which are here to be named in
// messages, and those that are written at few fields. A schema without any takes half the memory,
// and CRDs have thousands of schemas.
type Rare struct {
	ID                string           `json:"id"`
	Schema            string           `json:"$schema"`
	Ref               *string          `json:"$ref"`
	Title             string           `json:"title"`
	MultipleOf        *float64         `json:"multipleOf"`
	MaxProperties     *int64           `json:"maxProperties"`
	MinProperties     *int64           `json:"minProperties"`
	PatternProperties *Properties      `json:"patternProperties"`
	Dependencies      Dependencies     `json:"dependencies"`
	AdditionalItems   *SchemaOrBool    `json:"additionalItems"`
	Definitions       *Properties      `json:"definitions"`
	ExternalDocs      *ExternalDocs    `json:"externalDocs"`
	Example           any              `json:"example"`
	XListMapKeys      []string         `json:"x-kubernetes-list-map-keys"`
	XListType         *string          `json:"x-kubernetes-list-type"`
	XMapType          *string          `json:"x-kubernetes-map-type"`
	XValidations      []ValidationRule `json:"x-kubernetes-validations"`
}

// Branches are the lists of schemas that apply to a value together, one at a time, or one at least.
type Branches struct {
	AllOf []*Schema `json:"allOf"`
	OneOf []*Schema `json:"oneOf"`
	AnyOf []*Schema `json:"anyOf"`
}

// What a schema has that has none of them. They are only read.
var (
	noRare     Rare
	noBranches Branches
)

func (s *Schema) rare() *Rare {
	if s.Rare == nil {
		return &noRare
	}
	return s.Rare
}

func (s *Schema) branches() *Branches {
	if s.Branches == nil {
		return &noBranches
	}
	return s.Branches
}

// OwnRare gives the schema a copy of its rare keywords, which it may have in common with schemas
// that it was copied from or to, and returns it to be changed. Each call makes another copy: to
// change several, keep what it returns.
func (s *Schema) OwnRare() *Rare {
	own := *s.rare()
	s.Rare = &own
	return s.Rare
}

// OwnBranches is OwnRare for the branches.
func (s *Schema) OwnBranches() *Branches {
	own := *s.branches()
	s.Branches = &own
	return s.Branches
}

// ID returns id, or "".
func (s *Schema) ID() string { return s.rare().ID }

// Schema returns $schema, or "".
func (s *Schema) Schema() string { return s.rare().Schema }

// Ref returns $ref, or nil.
func (s *Schema) Ref() *string { return s.rare().Ref }

// Title returns title, or "".
func (s *Schema) Title() string { return s.rare().Title }

// MultipleOf returns multipleOf, or nil.
func (s *Schema) MultipleOf() *float64 { return s.rare().MultipleOf }

// MaxProperties returns maxProperties, or nil.
func (s *Schema) MaxProperties() *int64 { return s.rare().MaxProperties }

// MinProperties returns minProperties, or nil.
func (s *Schema) MinProperties() *int64 { return s.rare().MinProperties }

// PatternProperties returns patternProperties, or nil.
func (s *Schema) PatternProperties() *Properties { return s.rare().PatternProperties }

// Dependencies returns dependencies, or nil.
func (s *Schema) Dependencies() Dependencies { return s.rare().Dependencies }

// AdditionalItems returns additionalItems, or nil.
func (s *Schema) AdditionalItems() *SchemaOrBool { return s.rare().AdditionalItems }

// Definitions returns definitions, or nil.
func (s *Schema) Definitions() *Properties { return s.rare().Definitions }

// ExternalDocs returns externalDocs, or nil.
func (s *Schema) ExternalDocs() *ExternalDocs { return s.rare().ExternalDocs }

// Example returns example, or nil.
func (s *Schema) Example() any { return s.rare().Example }

// XListMapKeys returns x-kubernetes-list-map-keys, or nil.
func (s *Schema) XListMapKeys() []string { return s.rare().XListMapKeys }

// XListType returns x-kubernetes-list-type, or nil.
func (s *Schema) XListType() *string { return s.rare().XListType }

// XMapType returns x-kubernetes-map-type, or nil.
func (s *Schema) XMapType() *string { return s.rare().XMapType }

// XValidations returns x-kubernetes-validations, or nil.
func (s *Schema) XValidations() []ValidationRule { return s.rare().XValidations }

// AllOf returns allOf, or nil.
func (s *Schema) AllOf() []*Schema { return s.branches().AllOf }

// OneOf returns oneOf, or nil.
func (s *Schema) OneOf() []*Schema { return s.branches().OneOf }

// AnyOf returns anyOf, or nil.
func (s *Schema) AnyOf() []*Schema { return s.branches().AnyOf }
