package openapi

import (
	"fmt"
	"maps"

	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder"
	"k8s.io/kube-openapi/pkg/handler"
	"k8s.io/kube-openapi/pkg/spec3"
	"k8s.io/kube-openapi/pkg/validation/spec"
	"sigs.k8s.io/yaml"
)

// serverCRD reads a CRD as the server holds it once it is stored.
func serverCRD(text []byte) (*v1.CustomResourceDefinition, error) {
	c := &v1.CustomResourceDefinition{}
	if err := yaml.Unmarshal(text, c); err != nil {
		return nil, err
	}
	v1.SetDefaults_CustomResourceDefinition(c)
	v1.SetDefaults_CustomResourceDefinitionSpec(&c.Spec)
	return c, nil
}

// serverV3 builds what the server's controller publishes for CRDs, by group and
// version, with the server's code.
func serverV3(crds []*v1.CustomResourceDefinition) (_ map[string]*spec3.OpenAPI, err error) {
	defer recovered(&err)
	parts := map[string][]*spec3.OpenAPI{}
	for _, c := range crds {
		for _, v := range c.Spec.Versions {
			if !v.Served {
				continue
			}
			doc, err := builder.BuildOpenAPIV3(c, v.Name, builder.Options{IncludeSelectableFields: true})
			if err != nil {
				return nil, err
			}
			gv := c.Spec.Group + "/" + v.Name
			parts[gv] = append(parts[gv], doc)
		}
	}
	docs := map[string]*spec3.OpenAPI{}
	for gv, list := range parts {
		if docs[gv], err = builder.MergeSpecsV3(list...); err != nil {
			return nil, err
		}
	}
	return docs, nil
}

// serverV2 builds what the server's controller adds to the v2 document for a
// CRD, with the server's code: paths, definitions and parameters.
func serverV2(c *v1.CustomResourceDefinition) (_ *spec.Swagger, err error) {
	defer recovered(&err)
	all := &spec.Swagger{SwaggerProps: spec.SwaggerProps{
		Swagger: "2.0", Paths: &spec.Paths{Paths: map[string]spec.PathItem{}},
		Definitions: spec.Definitions{}, Parameters: map[string]spec.Parameter{},
	}}
	for _, v := range c.Spec.Versions {
		if !v.Served {
			continue
		}
		doc, err := builder.BuildOpenAPIV2(c, v.Name, builder.Options{V2: true, IncludeSelectableFields: true})
		if err != nil {
			return nil, err
		}
		maps.Copy(all.Paths.Paths, doc.Paths.Paths)
		maps.Copy(all.Definitions, handler.PruneDefaults(doc.Definitions))
		maps.Copy(all.Parameters, doc.Parameters)
	}
	return all, nil
}

// recovered turns a panic of the server's code into an error.
func recovered(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("the server's code panics: %v", r)
	}
}
