package coverage

import (
	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/schemas/constraint"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/schema"
)

// A check evaluates one keyword with the server's validator.
type check struct {
	keyword string
	value   any // for an item of enum
	name    string
	// only is a schema with only the keyword, the type and related keywords, or a branch of oneOf or anyOf.
	only *schema.Schema
	of   *schema.Schema
	// resource says that apiVersion, kind and metadata are always known fields.
	resource bool
}

func newCheck(c *constraint.Constraint, s *schema.Schema) check {
	k := check{keyword: c.Keyword, value: c.Value, of: s, resource: c.Node == 0 || s.XEmbeddedResource}
	branches := map[string][]*schema.Schema{"oneOf": s.OneOf(), "anyOf": s.AnyOf()}[c.Keyword]
	switch {
	case branches != nil && c.Index >= 0:
		k.only = branches[c.Index]
		return k
	case c.Keyword == "required":
		k.name, _ = c.Value.(string)
	}
	k.only = &schema.Schema{Type: s.Type, XIntOrString: s.XIntOrString}
	if c.Keyword != "nullable" && c.Keyword != "default" {
		constraint.Copy(k.only, s, c.Keyword)
	}
	return k
}

// passes reports whether the keyword applies to a value, and whether it accepts it.
func (k *check) passes(by *behaviour.Behaviour, value any) (applies, passes bool) {
	if value == nil {
		return false, false
	}
	switch k.keyword {
	case "pattern", "format", "minLength", "maxLength":
		_, applies = value.(string)
	case "minimum", "maximum", "multipleOf":
		switch value.(type) {
		case int64, float64:
			applies = true
		}
	case "minItems", "maxItems":
		_, applies = value.([]any)
	case "minProperties", "maxProperties", "x-kubernetes-embedded-resource":
		_, applies = value.(map[string]any)
	case "x-kubernetes-list-type":
		_, applies = value.([]any)
		return applies, applies && len(validate.Lists(nil, value, k.only)) == 0
	case "required":
		object, is := value.(map[string]any)
		_, has := object[k.name]
		return is, has
	default:
		applies = true
	}
	switch {
	case !applies:
		return false, false
	case k.keyword == "x-kubernetes-embedded-resource":
		return true, len((&validate.MetaChecker{Checks: by.Checks}).Check(nil, value, k.only, false)) == 0
	}
	return true, validate.Takes(by, k.only, value)
}

// uses reports whether a value is valid only because of the keyword.
func (k *check) uses(by *behaviour.Behaviour, value any) bool {
	switch k.keyword {
	case "nullable":
		return value == nil
	case "enum":
		return value != nil && schema.SameValue(k.value, value)
	case "x-kubernetes-preserve-unknown-fields":
		object, _ := value.(map[string]any)
		for name := range object {
			given := name == "apiVersion" || name == "kind" || name == "metadata"
			if k.of.Property(name) == nil && !(k.resource && given) {
				return true
			}
		}
		return false
	}
	return value != nil && validate.Takes(by, k.only, value)
}
