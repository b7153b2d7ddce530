//go:build !since1_30

package main

import (
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver"
	generatedopenapi "k8s.io/apiextensions-apiserver/pkg/generated/openapi"
	apiopenapi "k8s.io/apiserver/pkg/endpoints/openapi"
	genericapiserver "k8s.io/apiserver/pkg/server"
	utilopenapi "k8s.io/apiserver/pkg/util/openapi"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/kube-openapi/pkg/common"
	"k8s.io/kube-openapi/pkg/util"
	"k8s.io/kube-openapi/pkg/validation/spec"
)

// withOpenAPI configures a server to publish OpenAPI. Kinds are named by all schemes, as
// in a kube-apiserver.
func withOpenAPI(c *genericapiserver.Config) {
	types := utilopenapi.GetOpenAPIDefinitionsWithoutDisabledFeatures(withDefinitions)
	namer := apiopenapi.NewDefinitionNamer(apiserver.Scheme, scheme.Scheme)
	c.OpenAPIConfig = genericapiserver.DefaultOpenAPIConfig(types, namer)
	if c.OpenAPIV3Config == nil { // before 1.27
		c.OpenAPIV3Config = genericapiserver.DefaultOpenAPIV3Config(types, namer)
	}
}

// withDefinitions are the server's types, with CustomResourceDefinitions where, before
// 1.27, they are among the types of kube-apiserver only. Nothing is recorded of what is
// published of them, so that they are objects will do.
func withDefinitions(ref common.ReferenceCallback) map[string]common.OpenAPIDefinition {
	types := generatedopenapi.GetOpenAPIDefinitions(ref)
	object := func(metadata string) common.OpenAPIDefinition {
		s := spec.MapProperty(nil)
		s.AdditionalProperties = nil
		s.AddExtension("x-kubernetes-preserve-unknown-fields", true)
		s.SetProperty("apiVersion", *spec.StringProperty())
		s.SetProperty("kind", *spec.StringProperty())
		s.SetProperty("metadata", spec.Schema{SchemaProps: spec.SchemaProps{Ref: ref(metadata)}})
		return common.OpenAPIDefinition{Schema: *s, Dependencies: []string{metadata}}
	}
	const meta = "k8s.io/apimachinery/pkg/apis/meta/v1."
	for name, definition := range map[string]common.OpenAPIDefinition{
		util.GetCanonicalTypeName(&v1.CustomResourceDefinition{}):     object(meta + "ObjectMeta"),
		util.GetCanonicalTypeName(&v1.CustomResourceDefinitionList{}): object(meta + "ListMeta"),
	} {
		if _, found := types[name]; !found {
			types[name] = definition
		}
	}
	return types
}
