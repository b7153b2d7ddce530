package openapiv2

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/openapiv3/resource"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// The reasons why the server removes a keyword.
const (
	noNullable         = "OpenAPI v2 has no nullable"
	untypedNull        = "the field may be null, which no type of OpenAPI v2 allows, and kubectl cannot read the structure of a value without a type"
	nullableField      = "the field may be null, and the server does not list such a field as required in OpenAPI v2"
	noJunctors         = "OpenAPI v2 has no anyOf, oneOf or not"
	noAllOf            = "the server drops allOf together with anyOf, oneOf and not, which OpenAPI v2 does not have"
	intOrStringRemains = "OpenAPI v2 has no anyOf; x-kubernetes-int-or-string remains and means the same"
	preservedFields    = "unknown fields are preserved, and kubectl would refuse them next to a type or known fields"
	arrayWithoutItems  = "kubectl cannot read a list without a schema for its items"
	prunedDefault      = "the server publishes no defaults in OpenAPI v2"
)

// ExplainLoss lists the keywords of the v3 documents that a server's v2 document loses, sorted by group, version, kind
// and field. The keywords of one field have the order in which the server removes them. Keywords inside a removed
// keyword are not listed. It fails in the same cases as Build.
func ExplainLoss(crds []*crd.CustomResourceDefinition, v kube.Version) ([]report.OpenAPIV2Loss, error) {
	resources, err := resource.All(crds, v)
	if err != nil {
		return nil, err
	}
	var all []report.OpenAPIV2Loss
	for i := range resources {
		all = append(all, explain(&resources[i])...)
	}
	slices.SortStableFunc(all, func(a, b report.OpenAPIV2Loss) int {
		return cmp.Or(cmp.Compare(a.Group, b.Group), cmp.Compare(a.Version, b.Version), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Field, b.Field))
	})
	return all, nil
}

func explain(r *resource.Resource) (all []report.OpenAPIV2Loss) {
	if r.Schema == nil {
		return nil
	}
	lost := func(place []string, keyword string, value any, reason string) {
		all = append(all, report.OpenAPIV2Loss{
			Group: r.Group, Version: r.Version, Kind: r.Kind,
			Field:   strings.TrimPrefix(strings.Join(place, ""), "."),
			Keyword: keyword, Value: value, Reason: reason,
		})
	}
	s := r.Published()
	if preserves(r) {
		wholeSchema(s, lost)
		return all
	}
	c := converter{lost: lost}
	c.convert(s)
	return all
}

// wholeSchema reports all keywords of a root for which v2 publishes only the type object.
func wholeSchema(s *spec.Schema, lost func([]string, string, any, string)) {
	names := map[string]bool{"apiVersion": true, "kind": true, "metadata": true}
	for name := range s.Properties {
		names[name] = true
	}
	keywords := map[string]any{}
	if text, err := json.Marshal(s); err == nil {
		// A schema that was decoded from JSON can be encoded.
		_ = json.Unmarshal(text, &keywords)
	}
	keywords["properties"] = slices.Sorted(maps.Keys(names))
	for _, k := range slices.Sorted(maps.Keys(keywords)) {
		if k != "type" {
			lost(nil, k, keywords[k], preservedFields)
		}
	}
}

// openResource handles an embedded resource that preserves unknown fields: only v3 adds the properties that all
// resources have.
func (c *converter) openResource(s *spec.Schema) {
	properties := maps.Clone(s.Properties)
	if properties == nil {
		properties = map[string]spec.Schema{}
	}
	for _, name := range [...]string{"apiVersion", "kind", "metadata"} {
		properties[name] = spec.Schema{}
	}
	s.Properties = properties
	var required []string
	for _, name := range [...]string{"apiVersion", "kind"} {
		if !slices.Contains(s.Required, name) {
			required = append(required, name)
		}
	}
	if required != nil {
		c.drop("required", required, preservedFields)
	}
}
