// Package v1 declares the Go types of a CustomResourceDefinition for the server's own JSON decoder. The decoder's
// errors contain the names of the package and the types, hence the names here. Only documents with a flaw are decoded
// to these types.
package v1

import (
	"bytes"
	"errors"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/json"
)

type CustomResourceDefinition struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              CustomResourceDefinitionSpec   `json:"spec"`
	Status            CustomResourceDefinitionStatus `json:"status,omitempty"`
}

type CustomResourceDefinitionSpec struct {
	Group                 string                            `json:"group"`
	Names                 CustomResourceDefinitionNames     `json:"names"`
	Scope                 ResourceScope                     `json:"scope"`
	Versions              []CustomResourceDefinitionVersion `json:"versions"`
	Conversion            *CustomResourceConversion         `json:"conversion,omitempty"`
	PreserveUnknownFields bool                              `json:"preserveUnknownFields,omitempty"`
}

type (
	ResourceScope                         string
	ConversionStrategyType                string
	ConditionStatus                       string
	CustomResourceDefinitionConditionType string
	FieldValueErrorReason                 string
	JSONSchemaURL                         string
)

type CustomResourceDefinitionNames struct {
	Plural     string   `json:"plural"`
	Singular   string   `json:"singular,omitempty"`
	ShortNames []string `json:"shortNames,omitempty"`
	Kind       string   `json:"kind"`
	ListKind   string   `json:"listKind,omitempty"`
	Categories []string `json:"categories,omitempty"`
}

type CustomResourceConversion struct {
	Strategy ConversionStrategyType `json:"strategy"`
	Webhook  *WebhookConversion     `json:"webhook,omitempty"`
}

type WebhookConversion struct {
	ClientConfig             *WebhookClientConfig `json:"clientConfig,omitempty"`
	ConversionReviewVersions []string             `json:"conversionReviewVersions"`
}

type WebhookClientConfig struct {
	URL      *string           `json:"url,omitempty"`
	Service  *ServiceReference `json:"service,omitempty"`
	CABundle []byte            `json:"caBundle,omitempty"`
}

type ServiceReference struct {
	Namespace string  `json:"namespace"`
	Name      string  `json:"name"`
	Path      *string `json:"path,omitempty"`
	Port      *int32  `json:"port,omitempty"`
}

type CustomResourceDefinitionVersion struct {
	Name                     string                           `json:"name"`
	Served                   bool                             `json:"served"`
	Storage                  bool                             `json:"storage"`
	Deprecated               bool                             `json:"deprecated,omitempty"`
	DeprecationWarning       *string                          `json:"deprecationWarning,omitempty"`
	Schema                   *CustomResourceValidation        `json:"schema,omitempty"`
	Subresources             *CustomResourceSubresources      `json:"subresources,omitempty"`
	AdditionalPrinterColumns []CustomResourceColumnDefinition `json:"additionalPrinterColumns,omitempty"`
	SelectableFields         []SelectableField                `json:"selectableFields,omitempty"`
}

type SelectableField struct {
	JSONPath string `json:"jsonPath"`
}

type CustomResourceColumnDefinition struct {
	Name        string `json:"name"`
	Type        string `json:"type"`
	Format      string `json:"format,omitempty"`
	Description string `json:"description,omitempty"`
	Priority    int32  `json:"priority,omitempty"`
	JSONPath    string `json:"jsonPath"`
}

type CustomResourceValidation struct {
	OpenAPIV3Schema *JSONSchemaProps `json:"openAPIV3Schema,omitempty"`
}

type CustomResourceSubresources struct {
	Status *CustomResourceSubresourceStatus `json:"status,omitempty"`
	Scale  *CustomResourceSubresourceScale  `json:"scale,omitempty"`
}

type CustomResourceSubresourceStatus struct{}

type CustomResourceSubresourceScale struct {
	SpecReplicasPath   string  `json:"specReplicasPath"`
	StatusReplicasPath string  `json:"statusReplicasPath"`
	LabelSelectorPath  *string `json:"labelSelectorPath,omitempty"`
}

type CustomResourceDefinitionStatus struct {
	Conditions         []CustomResourceDefinitionCondition `json:"conditions"`
	AcceptedNames      CustomResourceDefinitionNames       `json:"acceptedNames"`
	StoredVersions     []string                            `json:"storedVersions"`
	ObservedGeneration int64                               `json:"observedGeneration,omitempty"`
}

type CustomResourceDefinitionCondition struct {
	Type               CustomResourceDefinitionConditionType `json:"type"`
	Status             ConditionStatus                       `json:"status"`
	LastTransitionTime metav1.Time                           `json:"lastTransitionTime,omitempty"`
	Reason             string                                `json:"reason,omitempty"`
	Message            string                                `json:"message,omitempty"`
	ObservedGeneration int64                                 `json:"observedGeneration,omitempty"`
}

type JSONSchemaProps struct {
	ID                     string                     `json:"id,omitempty"`
	Schema                 JSONSchemaURL              `json:"$schema,omitempty"`
	Ref                    *string                    `json:"$ref,omitempty"`
	Description            string                     `json:"description,omitempty"`
	Type                   string                     `json:"type,omitempty"`
	Format                 string                     `json:"format,omitempty"`
	Title                  string                     `json:"title,omitempty"`
	Default                *JSON                      `json:"default,omitempty"`
	Maximum                *float64                   `json:"maximum,omitempty"`
	ExclusiveMaximum       bool                       `json:"exclusiveMaximum,omitempty"`
	Minimum                *float64                   `json:"minimum,omitempty"`
	ExclusiveMinimum       bool                       `json:"exclusiveMinimum,omitempty"`
	MaxLength              *int64                     `json:"maxLength,omitempty"`
	MinLength              *int64                     `json:"minLength,omitempty"`
	Pattern                string                     `json:"pattern,omitempty"`
	MaxItems               *int64                     `json:"maxItems,omitempty"`
	MinItems               *int64                     `json:"minItems,omitempty"`
	UniqueItems            bool                       `json:"uniqueItems,omitempty"`
	MultipleOf             *float64                   `json:"multipleOf,omitempty"`
	Enum                   []JSON                     `json:"enum,omitempty"`
	MaxProperties          *int64                     `json:"maxProperties,omitempty"`
	MinProperties          *int64                     `json:"minProperties,omitempty"`
	Required               []string                   `json:"required,omitempty"`
	Items                  *JSONSchemaPropsOrArray    `json:"items,omitempty"`
	AllOf                  []JSONSchemaProps          `json:"allOf,omitempty"`
	OneOf                  []JSONSchemaProps          `json:"oneOf,omitempty"`
	AnyOf                  []JSONSchemaProps          `json:"anyOf,omitempty"`
	Not                    *JSONSchemaProps           `json:"not,omitempty"`
	Properties             map[string]JSONSchemaProps `json:"properties,omitempty"`
	AdditionalProperties   *JSONSchemaPropsOrBool     `json:"additionalProperties,omitempty"`
	PatternProperties      map[string]JSONSchemaProps `json:"patternProperties,omitempty"`
	Dependencies           JSONSchemaDependencies     `json:"dependencies,omitempty"`
	AdditionalItems        *JSONSchemaPropsOrBool     `json:"additionalItems,omitempty"`
	Definitions            JSONSchemaDefinitions      `json:"definitions,omitempty"`
	ExternalDocs           *ExternalDocumentation     `json:"externalDocs,omitempty"`
	Example                *JSON                      `json:"example,omitempty"`
	Nullable               bool                       `json:"nullable,omitempty"`
	XPreserveUnknownFields *bool                      `json:"x-kubernetes-preserve-unknown-fields,omitempty"`
	XEmbeddedResource      bool                       `json:"x-kubernetes-embedded-resource,omitempty"`
	XIntOrString           bool                       `json:"x-kubernetes-int-or-string,omitempty"`
	XListMapKeys           []string                   `json:"x-kubernetes-list-map-keys,omitempty"`
	XListType              *string                    `json:"x-kubernetes-list-type,omitempty"`
	XMapType               *string                    `json:"x-kubernetes-map-type,omitempty"`
	XValidations           ValidationRules            `json:"x-kubernetes-validations,omitempty"`
}

type ValidationRules []ValidationRule

type ValidationRule struct {
	Rule              string                 `json:"rule"`
	Message           string                 `json:"message,omitempty"`
	MessageExpression string                 `json:"messageExpression,omitempty"`
	Reason            *FieldValueErrorReason `json:"reason,omitempty"`
	FieldPath         string                 `json:"fieldPath,omitempty"`
	OptionalOldSelf   *bool                  `json:"optionalOldSelf,omitempty"`
}

type ExternalDocumentation struct {
	Description string `json:"description,omitempty"`
	URL         string `json:"url,omitempty"`
}

type (
	JSONSchemaDependencies map[string]JSONSchemaPropsOrStringArray
	JSONSchemaDefinitions  map[string]JSONSchemaProps
)

// JSON is any JSON value.
type JSON struct{ Raw []byte }

// UnmarshalJSON copies the text.
func (j *JSON) UnmarshalJSON(text []byte) error {
	if !bytes.Equal(text, []byte("null")) {
		j.Raw = bytes.Clone(text)
	}
	return nil
}

// The types below decode a schema or a value of another type. They call the decoder without strictness, which is why
// the server does not report unknown fields below them.

// JSONSchemaPropsOrArray is the value of items.
type JSONSchemaPropsOrArray struct {
	Schema      *JSONSchemaProps
	JSONSchemas []JSONSchemaProps
}

// UnmarshalJSON decodes an object or a list, and ignores any other value.
func (s *JSONSchemaPropsOrArray) UnmarshalJSON(text []byte) error {
	*s = JSONSchemaPropsOrArray{}
	switch first(text) {
	case '{':
		return json.Unmarshal(text, &s.Schema)
	case '[':
		return json.Unmarshal(text, &s.JSONSchemas)
	}
	return nil
}

// JSONSchemaPropsOrBool is the value of additionalProperties.
type JSONSchemaPropsOrBool struct {
	Allows bool
	Schema *JSONSchemaProps
}

// UnmarshalJSON decodes an object or a boolean.
func (s *JSONSchemaPropsOrBool) UnmarshalJSON(text []byte) error {
	*s = JSONSchemaPropsOrBool{}
	switch {
	case first(text) == '{':
		s.Allows = true
		return json.Unmarshal(text, &s.Schema)
	case string(text) == "true", string(text) == "false":
		s.Allows = text[0] == 't'
		return nil
	}
	return errors.New("boolean or JSON schema expected")
}

// JSONSchemaPropsOrStringArray is a value of dependencies.
type JSONSchemaPropsOrStringArray struct {
	Schema   *JSONSchemaProps
	Property []string
}

// UnmarshalJSON decodes an object or a list, and ignores any other value.
func (s *JSONSchemaPropsOrStringArray) UnmarshalJSON(text []byte) error {
	*s = JSONSchemaPropsOrStringArray{}
	switch first(text) {
	case '{':
		return json.Unmarshal(text, &s.Schema)
	case '[':
		return json.Unmarshal(text, &s.Property)
	}
	return nil
}

func first(text []byte) byte {
	if len(text) < 2 {
		return 0
	}
	return text[0]
}
