package crd

import (
	"encoding/json"
	"fmt"
	"iter"
	"slices"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamldecode"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	v1 "github.com/crdtool/crdtool/internal/server/crd/internal/v1"
	"github.com/crdtool/crdtool/schema"
)

// definedSchemas returns the schemas of a CompositeResourceDefinition.
func definedSchemas(xrd *source.Document) iter.Seq[*yamlnode.Node] {
	return func(yield func(*yamlnode.Node) bool) {
		versions := source.Resolve(source.Field(source.Field(xrd.Root, "spec"), "versions"))
		if versions == nil || versions.Kind != yamlnode.Sequence {
			return
		}
		for _, version := range versions.Content {
			if n := source.Field(source.Field(version, "schema"), "openAPIV3Schema"); !source.IsNull(n) && !yield(source.Resolve(n)) {
				return
			}
		}
	}
}

// definedFlaws adds the flaws in the schemas of a CompositeResourceDefinition, also in what is not in the derived CRD.
// Crossplane drops unknown fields silently, and derives nothing from a schema with a value of a wrong type.
func definedFlaws(xrd *source.Document, flaws []yamldecode.Flaw) []yamldecode.Flaw {
	for n := range definedSchemas(xrd) {
		by := &yamldecode.Decoder{}
		_, _ = schema.FromValue(yamldecode.Node{Node: n, By: by}) // by notes the errors
		for _, flaw := range by.Flaws {
			if !slices.ContainsFunc(flaws, func(f yamldecode.Flaw) bool { return f.Node == flaw.Node }) {
				flaws = append(flaws, flaw)
			}
		}
	}
	for i := range flaws {
		flaws[i].Silent = flaws[i].Kind == yamldecode.UnknownField
	}
	return flaws
}

// underivable returns Crossplane's error for a CompositeResourceDefinition from whose schemas it can derive no CRD.
func underivable(derived *source.Document) error {
	for n := range definedSchemas(derived.DerivedFrom) {
		text, _ := source.ToJSON(n) // source.Read removes values that JSON cannot represent
		if err := json.Unmarshal(text, &v1.JSONSchemaProps{}); err != nil {
			name, _ := source.String(source.Field(source.Field(derived.Root, "metadata"), "name"))
			return fmt.Errorf("cannot generate CRD for \"Composite Resource\" %q: cannot parse validation schema: cannot parse validation schema: %w", name, err)
		}
	}
	return nil
}
