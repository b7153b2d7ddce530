package structural

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/schema"
)

// nested checks a node inside a junctor, which must say nothing of structure.
func (c *checker) nested(n *schema.Node) {
	forbid := func(set bool, keyword, detail string) {
		if set {
			c.add(finding.Forbidden(code.NestedKeyword, c.tree.Path(n.ID).Child(keyword), detail))
		}
	}
	const empty, undefined, unset = "must be empty to be structural", "must be undefined to be structural", "must be false to be structural"

	forbid(n.Type != "", "type", empty)
	forbid(n.AdditionalProperties != nil && (n.AdditionalProperties.Allows || !c.checks.NestedClosedMaps), "additionalProperties", undefined)
	forbid(n.Default != nil, "default", undefined)
	forbid(n.Title() != "", "title", empty)
	forbid(n.Description != "", "description", empty)
	forbid(n.Nullable, "nullable", unset)
	forbid(n.PreservesUnknownFields(), "x-kubernetes-preserve-unknown-fields", unset)
	forbid(n.XEmbeddedResource, "x-kubernetes-embedded-resource", unset)
	forbid(n.XIntOrString, "x-kubernetes-int-or-string", unset)
	forbid(len(n.XListMapKeys()) > 0, "x-kubernetes-list-map-keys", empty)
	forbid(n.XListType() != nil, "x-kubernetes-list-type", undefined)
	forbid(n.XMapType() != nil, "x-kubernetes-map-type", undefined)
	forbid(len(n.XValidations()) > 0, "x-kubernetes-validations", empty)

	if n.Property("metadata") != nil {
		c.add(finding.Forbidden(code.NestedMetadata, c.tree.Path(n.ID).Child("properties").Key("metadata"), "must not be specified in a nested context"))
	}
}
