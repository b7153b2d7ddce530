package jsonschema

import (
	"k8s.io/kube-openapi/pkg/validation/strfmt"
	"k8s.io/kube-openapi/pkg/validation/validate"

	servervalidate "github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/schema"
)

// logical exports allOf, anyOf, oneOf and not of a node. allOf and anyOf lack the branches that the node's type
// covers.
func logical(s *schema.Schema, out *Schema, allOf, anyOf []*schema.Schema) {
	out.AllOf, out.AnyOf, out.OneOf = branches(allOf, s), branches(anyOf, s), branches(s.OneOf(), s)
	if s.Not != nil {
		out.Not = nested(s.Not, s)
	}
}

func branches(list []*schema.Schema, under *schema.Schema) (out []*Schema) {
	for _, s := range list {
		out = append(out, nested(s, under))
	}
	return out
}

// nested exports a schema in allOf, anyOf, oneOf or not. under is the structural node of the same values, or nil.
// The server validates these schemas after it sets defaults and drops nulls, and under has both.
func nested(s, under *schema.Schema) *Schema {
	out := &Schema{}
	if s.Type != "" {
		out.Type = Types{s.Type}
	}
	values(s, out)
	out.AllOf, out.AnyOf, out.OneOf = branches(s.AllOf(), under), branches(s.AnyOf(), under), branches(s.OneOf(), under)
	if s.Not != nil {
		out.Not = nested(s.Not, under)
	}
	if under == nil {
		under = &schema.Schema{}
	}
	for _, p := range s.Properties.All() {
		u := under.Property(p.Name)
		out.set(p.Name, nested(p.Schema, u))
		if u != nil && u.Default != nil && refuses(p.Schema, u.Default) {
			// An absent field gets its default, which this schema refuses.
			out.require(p.Name)
		}
	}
	for _, name := range s.Required {
		u := under.Property(name)
		if u != nil && u.Default != nil {
			continue
		}
		out.require(name)
		if u != nil && dropsNull(u) {
			if out.Properties[name] == nil {
				out.set(name, &Schema{})
			}
			out.Properties[name].notNull()
		}
	}
	if item := s.ItemSchema(); item != nil {
		out.Items = nested(item, under.ItemSchema())
	}
	return out
}

// refuses reports whether the server's validator refuses a value.
func refuses(s *schema.Schema, value any) bool {
	return !validate.NewSchemaValidator(servervalidate.UnfoldedOpenAPI(s), nil, "", strfmt.Default).Validate(value).IsValid()
}

// dropsNull reports whether the server treats a null of a field as absent. It replaces other nulls by the default,
// or keeps them.
func dropsNull(s *schema.Schema) bool { return !s.Nullable && s.Default == nil }
