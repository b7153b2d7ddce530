package main

import (
	"bufio"
	"context"
	"encoding/json"
	"os"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation"
	"k8s.io/apiextensions-apiserver/pkg/apiserver"
	"k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// cost is what the server reckons about an expression, or why it reckons nothing.
type cost struct {
	Cost        uint64 `json:"cost,omitempty"`
	Cardinality uint64 `json:"cardinality,omitempty"`
	// Bounded says that the cardinality is that of the schema's bounds, and not by
	// the size of a request.
	Bounded bool   `json:"bounded,omitempty"`
	Error   string `json:"error,omitempty"`
}

// costs answers each CustomResourceDefinition with its costs by path.
func costs([]string) error {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 64<<20)
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	for in.Scan() {
		all, err := costsOf(in.Bytes())
		if err != nil {
			all = map[string]cost{"": {Error: err.Error()}}
		}
		if err := out.Encode(all); err != nil {
			return err
		}
	}
	return in.Err()
}

func costsOf(text []byte) (map[string]cost, error) {
	var external v1.CustomResourceDefinition
	if err := json.Unmarshal(text, &external); err != nil {
		return nil, err
	}
	v1.SetDefaults_CustomResourceDefinition(&external)
	v1.SetDefaults_CustomResourceDefinitionSpec(&external.Spec)
	var crd apiextensions.CustomResourceDefinition
	if err := v1.Convert_v1_CustomResourceDefinition_To_apiextensions_CustomResourceDefinition(&external, &crd, nil); err != nil {
		return nil, err
	}
	// It drops the fields that the release has switched off.
	customresourcedefinition.NewStrategy(apiserver.Scheme).PrepareForCreate(context.Background(), &crd)

	w := walk{costs: map[string]cost{}}
	if v := crd.Spec.Validation; v != nil && v.OpenAPIV3Schema != nil {
		w.node(v.OpenAPIV3Schema, field.NewPath("spec", "validation", "openAPIV3Schema"), validation.RootCELContext(v.OpenAPIV3Schema))
	}
	for i, v := range crd.Spec.Versions {
		if v.Schema != nil && v.Schema.OpenAPIV3Schema != nil {
			s := v.Schema.OpenAPIV3Schema
			w.node(s, field.NewPath("spec", "versions").Index(i).Child("schema", "openAPIV3Schema"), validation.RootCELContext(s))
		}
	}
	return w.costs, nil
}

// walk gathers the costs of a schema's rules, in the server's way.
type walk struct{ costs map[string]cost }

func (w *walk) node(s *apiextensions.JSONSchemaProps, at *field.Path, c *validation.CELSchemaContext) {
	w.rules(s, at.Child("x-kubernetes-validations"), c)
	for name := range s.Properties {
		p := s.Properties[name]
		w.node(&p, at.Child("properties").Key(name), c.ChildPropertyContext(&p, name))
	}
	if s.AdditionalProperties != nil && s.AdditionalProperties.Schema != nil {
		w.node(s.AdditionalProperties.Schema, at.Child("additionalProperties"), c.ChildAdditionalPropertiesContext(s.AdditionalProperties.Schema))
	}
	if s.Items != nil && s.Items.Schema != nil {
		w.node(s.Items.Schema, at.Child("items"), c.ChildItemsContext(s.Items.Schema))
	}
}

func (w *walk) rules(s *apiextensions.JSONSchemaProps, at *field.Path, c *validation.CELSchemaContext) {
	if len(s.XValidations) == 0 {
		return
	}
	info, err := c.TypeInfo()
	if err == nil && info == nil {
		return
	}
	if err != nil {
		w.costs[at.String()] = cost{Error: err.Error()}
		return
	}
	results, err := compile(info)
	if err != nil {
		w.costs[at.String()] = cost{Error: err.Error()}
		return
	}
	for i, r := range results {
		rule := cost{Cost: r.MaxCost, Cardinality: r.MaxCardinality}
		if c.MaxCardinality != nil {
			rule.Cardinality, rule.Bounded = *c.MaxCardinality, true
		}
		if r.Error != nil {
			rule = cost{Error: r.Error.Detail}
		}
		w.costs[at.Index(i).Child("rule").String()] = rule
		if m := messageCost(r); m != nil {
			w.costs[at.Index(i).Child("messageExpression").String()] = *m
		}
	}
}
