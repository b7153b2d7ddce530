// Package structural checks that a schema is structural: structure stands apart from the
// validation of values, so that the server can prune and default without looking at values.
//
// It mirrors ValidateStructural of k8s.io/apiextensions-apiserver
// pkg/apiserver/schema. The schema is not converted to a second form: a node
// whose way from the root leads through items, properties and
// additionalProperties alone is structure (the spine), a node below a junctor
// is value validation.
package structural

import (
	"regexp/syntax"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

// Check returns the errors about a schema that is not structural. The tree must be
// Convertible.
func Check(t *schematree.Tree, checks behaviour.Checks) finding.List {
	c := checker{}
	c.check(t, checks)
	return c.found
}

// Each calls found for each finding of Check, as it is found.
func Each(t *schematree.Tree, checks behaviour.Checks, found func(finding.Finding)) {
	c := checker{each: found}
	c.check(t, checks)
}

// Sound reports whether Check returns no finding. It ends at the first.
func Sound(t *schematree.Tree, checks behaviour.Checks) bool {
	c := checker{first: true}
	c.check(t, checks)
	return c.found == nil
}

func (c *checker) check(t *schematree.Tree, checks behaviour.Checks) {
	if len(t.Nodes) == 0 {
		return
	}
	c.tree, c.checks, c.skip = t, checks, intOrStringBranches(t, checks)
	for i := 0; i < len(t.Nodes) && !(c.first && c.found != nil); {
		n := &t.Nodes[i]
		switch {
		// additionalProperties in a junctor are reported at their parent, which is as far as
		// the server looks.
		case c.skip[n.ID], n.Nested && n.Role == schematree.RoleAdditionalProperties:
			i = int(n.End)
			continue
		case !n.Nested:
			c.spine(n)
		default:
			c.nested(n)
		}
		c.pattern(n)
		i++
	}
	c.complete()
}

type checker struct {
	tree   *schematree.Tree
	found  finding.List
	checks behaviour.Checks
	// skip holds the branches that make up the int-or-string pattern, which may
	// give a type inside a junctor.
	skip map[int32]bool
	// good holds the patterns that are known to compile: most stand in a schema
	// many times, as that of quantities does.
	good map[string]bool
	// each takes what is found, if it is set. first says that one finding is enough.
	each  func(finding.Finding)
	first bool
}

func (c *checker) add(f finding.Finding) {
	switch {
	case c.each != nil:
		c.each(f)
	case !c.first || c.found == nil:
		c.found = append(c.found, f)
	}
}

// pattern checks that a pattern compiles, which the server does on the way.
func (c *checker) pattern(n *schematree.Node) {
	if n.Pattern == "" {
		return
	}
	if c.good[n.Pattern] {
		return
	}
	if _, err := syntax.Parse(n.Pattern, syntax.Perl); err != nil {
		c.add(finding.Invalid(code.PatternSyntax, c.tree.Path(n.ID).Child("pattern"), n.Pattern,
			"must be a valid regular expression, but isn't: "+err.Error()))
		return
	}
	if c.good == nil {
		c.good = map[string]bool{}
	}
	c.good[n.Pattern] = true
}

// intOrStringBranches finds the anyOf branches that the server exempts: anyOf
// of exactly integer and string at a spine node, or as the first of its allOf.
func intOrStringBranches(t *schematree.Tree, checks behaviour.Checks) map[int32]bool {
	var skip map[int32]bool
	mark := func(parent int32) {
		if skip == nil {
			skip = map[int32]bool{}
		}
		for i := parent + 1; i < t.Nodes[parent].End; i = t.Nodes[i].End {
			if t.Nodes[i].Role == schematree.RoleAnyOf {
				skip[i] = true
			}
		}
	}
	for i := range t.Nodes {
		n := &t.Nodes[i]
		switch {
		case n.Nested:
			if n.Role == schematree.RoleAllOf && n.Index == 0 && !t.Nodes[n.Parent].Nested && isIntOrString(n.AnyOf(), checks) {
				mark(n.ID)
			}
		case isIntOrString(n.AnyOf(), checks):
			mark(n.ID)
		}
	}
	return skip
}

// IsIntOrString reports whether branches are exactly those of int-or-string:
// one that says type integer and nothing else, one that says type string.
func IsIntOrString(anyOf []*schema.Schema) bool {
	return isIntOrString(anyOf, behaviour.Checks{NestedClosedMaps: true, StructuralDocs: true})
}

func isIntOrString(anyOf []*schema.Schema, checks behaviour.Checks) bool {
	return len(anyOf) == 2 && onlyType(anyOf[0], "integer", checks) && onlyType(anyOf[1], "string", checks)
}

func onlyType(s *schema.Schema, typ string, checks behaviour.Checks) bool {
	if s.Type != typ {
		return false
	}
	c := *s
	c.Type = ""
	// additionalProperties: false leaves no trace in a nested schema, but for old servers
	if ap := c.AdditionalProperties; checks.NestedClosedMaps && ap != nil && !ap.Allows {
		c.AdditionalProperties = nil
	}
	return c.Properties == nil && saysNothing(&c, checks)
}

// saysNothing reports whether no keyword is set that the structural form keeps;
// it does not look at type and properties. An empty list that was written is
// something, except where the server rebuilds the list.
func saysNothing(s *schema.Schema, checks behaviour.Checks) bool {
	return s.Description == "" && s.Title() == "" && !s.Nullable && s.Default == nil &&
		(s.ExternalDocs() == nil && s.Example() == nil || !checks.StructuralDocs) && s.Format == "" && s.Maximum == nil && !s.ExclusiveMaximum && s.Minimum == nil &&
		!s.ExclusiveMinimum && s.MaxLength == nil && s.MinLength == nil && s.Pattern == "" && s.MaxItems == nil &&
		s.MinItems == nil && !s.UniqueItems && s.MultipleOf() == nil && len(s.Enum) == 0 && s.MaxProperties() == nil &&
		s.MinProperties() == nil && s.Required == nil && len(s.AllOf()) == 0 && len(s.OneOf()) == 0 && len(s.AnyOf()) == 0 &&
		s.Not == nil && s.ItemSchema() == nil && s.AdditionalProperties == nil &&
		s.XPreserveUnknownFields == nil && !s.XEmbeddedResource && !s.XIntOrString && s.XListMapKeys() == nil &&
		s.XListType() == nil && s.XMapType() == nil && s.XValidations() == nil
}

// nested checks a node inside a junctor, which must say nothing of structure.
func (c *checker) nested(n *schematree.Node) {
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
