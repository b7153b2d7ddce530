package jsonschema

import (
	"k8s.io/kube-openapi/pkg/validation/strfmt"
	"k8s.io/kube-openapi/pkg/validation/validate"

	servervalidate "github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/schema"
)

// logical exports allOf, anyOf, oneOf and not of a node. The first two are given
// without what the node's type says already.
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

// nested exports a schema inside of allOf, anyOf, oneOf or not. Under is the node
// that gives structure to the same values, nil if there is none. The server
// validates these schemas when defaults are in place and nulls are gone, and it
// knows of both.
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
			// A field that is not given has its default, which would not do.
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

// dropsNull reports whether the server takes a null for a field that is not
// given. It puts the default in its place otherwise, or keeps it.
func dropsNull(s *schema.Schema) bool { return !s.Nullable && s.Default == nil }
