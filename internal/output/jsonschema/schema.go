package jsonschema

import "encoding/json"

// Draft07 is the dialect of the schemas: the newest that editors, kubeconform and other validators all support.
const Draft07 = "http://json-schema.org/draft-07/schema#"

// A Schema is a JSON Schema of draft 7. Its fields are in the order of the output. Validators ignore the keywords
// that begin with x-; they are for readers that know Kubernetes.
type Schema struct {
	Dialect              string             `json:"$schema,omitempty"`
	Ref                  string             `json:"$ref,omitempty"`
	Title                string             `json:"title,omitempty"`
	Description          string             `json:"description,omitempty"`
	ExternalDocs         *ExternalDocs      `json:"externalDocs,omitempty"`
	Type                 Types              `json:"type,omitempty"`
	Enum                 []any              `json:"enum,omitempty"`
	Default              any                `json:"default,omitempty"`
	Examples             []any              `json:"examples,omitempty"`
	Format               string             `json:"format,omitempty"`
	Pattern              string             `json:"pattern,omitempty"`
	MinLength            *int64             `json:"minLength,omitempty"`
	MaxLength            *int64             `json:"maxLength,omitempty"`
	Minimum              *float64           `json:"minimum,omitempty"`
	ExclusiveMinimum     *float64           `json:"exclusiveMinimum,omitempty"`
	Maximum              *float64           `json:"maximum,omitempty"`
	ExclusiveMaximum     *float64           `json:"exclusiveMaximum,omitempty"`
	MultipleOf           *float64           `json:"multipleOf,omitempty"`
	MinItems             *int64             `json:"minItems,omitempty"`
	MaxItems             *int64             `json:"maxItems,omitempty"`
	UniqueItems          bool               `json:"uniqueItems,omitempty"`
	MinProperties        *int64             `json:"minProperties,omitempty"`
	MaxProperties        *int64             `json:"maxProperties,omitempty"`
	Required             []string           `json:"required,omitempty"`
	Properties           map[string]*Schema `json:"properties,omitempty"`
	AdditionalProperties any                `json:"additionalProperties,omitempty"` // a *Schema or a bool
	Items                *Schema            `json:"items,omitempty"`
	AllOf                []*Schema          `json:"allOf,omitempty"`
	AnyOf                []*Schema          `json:"anyOf,omitempty"`
	OneOf                []*Schema          `json:"oneOf,omitempty"`
	Not                  *Schema            `json:"not,omitempty"`
	Definitions          map[string]*Schema `json:"definitions,omitempty"`

	// XFormat is a format of Kubernetes that JSON Schema does not have, or that has another meaning there.
	XFormat string `json:"x-kubernetes-format,omitempty"`
	*ofResource
	*annotated
}

// ofResource are the keywords of the schemas of whole resources.
type ofResource struct {
	XGroupVersionKind []gvk   `json:"x-kubernetes-group-version-kind,omitempty"`
	XSelectableFields []field `json:"x-kubernetes-selectable-fields,omitempty"`
}

// annotated are the keywords that validators skip. Few schemas have any, and none in a branch.
type annotated struct {
	XPreserveUnknownFields bool     `json:"x-kubernetes-preserve-unknown-fields,omitempty"`
	XEmbeddedResource      bool     `json:"x-kubernetes-embedded-resource,omitempty"`
	XIntOrString           bool     `json:"x-kubernetes-int-or-string,omitempty"`
	XListType              string   `json:"x-kubernetes-list-type,omitempty"`
	XListMapKeys           []string `json:"x-kubernetes-list-map-keys,omitempty"`
	XMapType               string   `json:"x-kubernetes-map-type,omitempty"`
	XValidations           []rule   `json:"x-kubernetes-validations,omitempty"`
}

// ExternalDocs is a link to more documentation. JSON Schema has no such keyword; readers ignore it.
type ExternalDocs struct {
	Description string `json:"description,omitempty"`
	URL         string `json:"url,omitempty"`
}

type gvk struct {
	Group   string `json:"group"`
	Version string `json:"version"`
	Kind    string `json:"kind"`
}

type field struct {
	FieldPath string `json:"fieldPath"`
}

// Types are names of types. One is written as a string, several as a list.
type Types []string

// MarshalJSON implements json.Marshaler.
func (t Types) MarshalJSON() ([]byte, error) {
	if len(t) == 1 {
		return json.Marshal(t[0])
	}
	return json.Marshal([]string(t))
}
