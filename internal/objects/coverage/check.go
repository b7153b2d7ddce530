package coverage

import (
	"github.com/crdtool/crdtool/internal/schemas/constraint"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// check asks the server's validator about one keyword.
type check struct {
	keyword string
	value   any // of an item of enum
	name    string
	// only is a schema with nothing but the keyword, the type and what belongs to it, or
	// the branch of a junctor.
	only *schema.Schema
	of   *schema.Schema
	// resource says that apiVersion, kind and metadata are known whatever the schema says.
	resource bool
}

func newCheck(c *constraint.Constraint, s *schema.Schema) check {
	k := check{keyword: c.Keyword, value: c.Value, of: s, resource: c.Node == 0 || s.XEmbeddedResource, only: &schema.Schema{Type: s.Type, XIntOrString: s.XIntOrString}}
	o := k.only
	switch c.Keyword {
	case "required":
		k.name, _ = c.Value.(string)
	case "enum":
		o.Enum = s.Enum
	case "pattern":
		o.Pattern = s.Pattern
	case "format":
		o.Format = s.Format
	case "minimum":
		o.Minimum, o.ExclusiveMinimum = s.Minimum, s.ExclusiveMinimum
	case "maximum":
		o.Maximum, o.ExclusiveMaximum = s.Maximum, s.ExclusiveMaximum
	case "multipleOf":
		o.OwnRare().MultipleOf = s.MultipleOf()
	case "minLength":
		o.MinLength = s.MinLength
	case "maxLength":
		o.MaxLength = s.MaxLength
	case "minItems":
		o.MinItems = s.MinItems
	case "maxItems":
		o.MaxItems = s.MaxItems
	case "minProperties":
		o.OwnRare().MinProperties = s.MinProperties()
	case "maxProperties":
		o.OwnRare().MaxProperties = s.MaxProperties()
	case "x-kubernetes-list-type":
		rare := o.OwnRare()
		rare.XListType, rare.XListMapKeys = s.XListType(), s.XListMapKeys()
	case "x-kubernetes-embedded-resource":
		o.XEmbeddedResource = true
	case "not":
		o.Not = s.Not
	case "oneOf", "anyOf":
		k.junctor(c, s)
	}
	return k
}

func (k *check) junctor(c *constraint.Constraint, s *schema.Schema) {
	list := s.OneOf()
	if c.Keyword == "anyOf" {
		list = s.AnyOf()
	}
	switch {
	case c.Index >= 0:
		k.only = list[c.Index]
	case c.Keyword == "oneOf":
		k.only.OwnBranches().OneOf = list
	default:
		k.only.OwnBranches().AnyOf = list
	}
}

// passes reports whether the keyword says anything of a value, and whether it takes it.
func (k *check) passes(by *kube.Behaviour, value any) (applies, passes bool) {
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
		return true, len(validate.Meta("", nil, value, k.only, false, by.Checks)) == 0
	}
	return true, validate.Takes(by, k.only, value)
}

// uses reports whether a value has need of what the keyword allows.
func (k *check) uses(by *kube.Behaviour, value any) bool {
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
