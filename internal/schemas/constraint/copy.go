package constraint

import "github.com/crdtool/crdtool/schema"

// Copy copies a keyword from one schema to another, with its dependent keywords: exclusiveMinimum with minimum, the
// keys of a list with its type. It ignores unknown keywords.
func Copy(to, from *schema.Schema, keyword string) {
	if set := copies[keyword]; set != nil {
		set(to, from)
	}
}

var copies = map[string]func(to, from *schema.Schema){
	"default":  func(to, from *schema.Schema) { to.Default = from.Default },
	"enum":     func(to, from *schema.Schema) { to.Enum = from.Enum },
	"format":   func(to, from *schema.Schema) { to.Format = from.Format },
	"nullable": func(to, from *schema.Schema) { to.Nullable = from.Nullable },
	"pattern":  func(to, from *schema.Schema) { to.Pattern = from.Pattern },
	"minimum": func(to, from *schema.Schema) {
		to.Minimum, to.ExclusiveMinimum = from.Minimum, from.ExclusiveMinimum
	},
	"maximum": func(to, from *schema.Schema) {
		to.Maximum, to.ExclusiveMaximum = from.Maximum, from.ExclusiveMaximum
	},
	"multipleOf":    func(to, from *schema.Schema) { to.OwnRare().MultipleOf = from.MultipleOf() },
	"minLength":     func(to, from *schema.Schema) { to.MinLength = from.MinLength },
	"maxLength":     func(to, from *schema.Schema) { to.MaxLength = from.MaxLength },
	"minItems":      func(to, from *schema.Schema) { to.MinItems = from.MinItems },
	"maxItems":      func(to, from *schema.Schema) { to.MaxItems = from.MaxItems },
	"minProperties": func(to, from *schema.Schema) { to.OwnRare().MinProperties = from.MinProperties() },
	"maxProperties": func(to, from *schema.Schema) { to.OwnRare().MaxProperties = from.MaxProperties() },
	"not":           func(to, from *schema.Schema) { to.Not = from.Not },
	"oneOf":         func(to, from *schema.Schema) { to.OwnBranches().OneOf = from.OneOf() },
	"anyOf":         func(to, from *schema.Schema) { to.OwnBranches().AnyOf = from.AnyOf() },
	"x-kubernetes-embedded-resource": func(to, from *schema.Schema) {
		to.XEmbeddedResource = from.XEmbeddedResource
	},
	"x-kubernetes-list-type": func(to, from *schema.Schema) {
		rare := to.OwnRare()
		rare.XListType, rare.XListMapKeys = from.XListType(), from.XListMapKeys()
	},
}
