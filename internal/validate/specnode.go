package validate

import (
	"slices"
	"unicode/utf8"

	openapierrors "k8s.io/kube-openapi/pkg/validation/errors"
	"k8s.io/kube-openapi/pkg/validation/spec"
	"k8s.io/kube-openapi/pkg/validation/strfmt"
	openapivalidate "k8s.io/kube-openapi/pkg/validation/validate"
)

// specNode is a schema with what holds for all of its values, among which are those of a
// list of a million items. It is for one run of a spine.
type specNode struct {
	*spec.Schema
	// plain says that there are no junctors, no format, and nothing that no structural schema
	// has.
	plain bool

	fields        map[string]*specNode
	items, values *specNode

	// wholeValidator is of the schema, aloneValidator of what it says of objects without what
	// it says of their fields, and apartValidator of the schema in a junctor.
	wholeValidator, aloneValidator, apartValidator *openapivalidate.SchemaValidator

	// around is how many junctors the node is in.
	around        int
	branches      *junctorNodes
	propertyNames []string
	// at and here are of the value that one of them looks at.
	at   *spine
	here *wrongs
	// free are the spines of values that were checked, of the uppermost node.
	free []*spine
}

func newSpecNode(s *spec.Schema) *specNode {
	return &specNode{Schema: s, plain: s.Format == "" &&
		len(s.AllOf) == 0 && len(s.AnyOf) == 0 && len(s.OneOf) == 0 && s.Not == nil &&
		len(s.Dependencies) == 0 && len(s.PatternProperties) == 0 && s.AdditionalItems == nil}
}

// field is the property of a name; nil if there is none.
func (n *specNode) field(name string) *specNode {
	if f, ok := n.fields[name]; ok {
		return f
	}
	if _, ok := n.Properties[name]; !ok {
		return nil
	}
	if n.fields == nil {
		n.fields = map[string]*specNode{}
	}
	p := n.Properties[name] // a copy, of nearly a kilobyte
	f := newSpecNode(&p)
	f.around = n.around
	n.fields[name] = f
	return f
}

// others is the schema of the fields that are no properties; nil if there is none.
func (n *specNode) others() *specNode {
	of := n.AdditionalProperties
	if n.values == nil && of != nil && of.Allows && of.Schema != nil {
		n.values = newSpecNode(of.Schema)
	}
	return n.values
}

// item is the schema of the items; nil if there is none.
func (n *specNode) item() *specNode {
	if n.items == nil && n.Items != nil && n.Items.Schema != nil {
		n.items = newSpecNode(n.Items.Schema)
	}
	return n.items
}

// takes reports whether the validator surely has nothing against a value that has no others
// within.
func (n *specNode) takes(value any) bool {
	if value == nil {
		return len(n.Enum) == 0 && (n.Nullable || len(n.Type) == 0)
	}
	if !n.plain {
		return false
	}
	switch v := value.(type) {
	case string:
		return n.mayBe("string") &&
			(n.MaxLength == nil || int64(utf8.RuneCountInString(v)) <= *n.MaxLength) &&
			(n.MinLength == nil || int64(utf8.RuneCountInString(v)) >= *n.MinLength) &&
			(n.Pattern == "" || openapivalidate.Pattern("", "", v, n.Pattern) == nil) &&
			soundEnum(n.Enum, value)
	case bool:
		return n.mayBe("boolean") && soundEnum(n.Enum, value)
	case int64:
		return (n.mayBe("integer") || n.mayBe("number")) &&
			n.Maximum == nil && n.Minimum == nil && n.MultipleOf == nil && soundEnum(n.Enum, value)
	}
	return false
}

func (n *specNode) mayBe(typ string) bool { return len(n.Type) == 0 || slices.Contains(n.Type, typ) }

// wrongType is the type of a text, boolean or integer if the validator has nothing against it
// but that.
func (n *specNode) wrongType(value any) (typ string, ok bool) {
	if !n.plain || len(n.Enum) > 0 {
		return "", false
	}
	switch value.(type) {
	case string:
		return "string", !n.mayBe("string") && n.MaxLength == nil && n.MinLength == nil && n.Pattern == ""
	case bool:
		return "boolean", !n.mayBe("boolean")
	case int64:
		return "integer", !n.mayBe("integer") && !n.mayBe("number") && n.Maximum == nil && n.Minimum == nil && n.MultipleOf == nil
	}
	return "", false
}

// wrongText is the validator's error on a text of which it has one, and no other; nil if only it
// knows.
func (n *specNode) wrongText(at *spine, text string) *openapierrors.Validation {
	if !n.plain || len(n.Enum) > 0 || !n.mayBe("string") {
		return nil
	}
	if n.MaxLength != nil {
		if err := openapivalidate.MaxLength(at.path(), "body", text, *n.MaxLength); err != nil {
			return err
		}
	}
	if n.MinLength != nil {
		if err := openapivalidate.MinLength(at.path(), "body", text, *n.MinLength); err != nil {
			return err
		}
	}
	if n.Pattern != "" {
		return openapivalidate.Pattern(at.path(), "body", text, n.Pattern)
	}
	return nil
}

// onlyItems reports whether a list may be wrong in its items alone.
func (n *specNode) onlyItems(list []any) bool {
	return n.plain && n.mayBe("array") && len(n.Enum) == 0 && !n.UniqueItems && (n.Items == nil || len(n.Items.Schemas) == 0) &&
		(n.MaxItems == nil || int64(len(list)) <= *n.MaxItems) && (n.MinItems == nil || int64(len(list)) >= *n.MinItems)
}

// onlyFields reports whether an object may be wrong in its fields alone.
func (n *specNode) onlyFields(object map[string]any) bool {
	return n.plain && n.mayBe("object") && len(n.Enum) == 0 &&
		(n.MaxProperties == nil || int64(len(object)) <= *n.MaxProperties) && (n.MinProperties == nil || int64(len(object)) >= *n.MinProperties)
}

// whole is the validator of the schema, which has spines look at the nodes below.
func (n *specNode) whole() *openapivalidate.SchemaValidator {
	if n.wholeValidator == nil {
		n.wholeValidator = openapivalidate.NewSchemaValidator(n.Schema, nil, "", strfmt.Default, n.follow)
	}
	return n.wholeValidator
}

// alone is the validator of what the schema says of objects without what it says of their
// fields. Errors about those come last.
func (n *specNode) alone() *openapivalidate.SchemaValidator {
	if n.aloneValidator == nil {
		n.aloneValidator = openapivalidate.NewSchemaValidator(n.withoutFields(), nil, "", strfmt.Default)
	}
	return n.aloneValidator
}

func (n *specNode) withoutFields() *spec.Schema {
	s := *n.Schema
	s.Properties, s.AdditionalProperties, s.Required = nil, nil, nil
	return &s
}

// limitsBroken returns a validator without what the schema says of the properties of an
// object but the limit to their number that it breaks; nil if it breaks none.
func (n *specNode) limitsBroken(object map[string]any) *openapivalidate.SchemaValidator {
	number := int64(len(object))
	tooFew := n.MinProperties != nil && number < *n.MinProperties
	if !tooFew && (n.MaxProperties == nil || number <= *n.MaxProperties) {
		return nil
	}
	if !tooFew || n.MaxProperties == nil {
		return n.alone()
	}
	only := n.withoutFields()
	only.MaxProperties = nil // which is looked at second
	return openapivalidate.NewSchemaValidator(only, nil, "", strfmt.Default)
}

// follow makes spines the validators of the nodes below. Of what the validator says
// of a node, the root of the schema is for references, which there are none of, and it
// has no options.
func (n *specNode) follow(o *openapivalidate.SchemaValidatorOptions) {
	o.NewValidatorForIndex = func(i int, schema *spec.Schema, _ any, path string, _ strfmt.Registry, _ ...openapivalidate.Option) openapivalidate.ValueValidator {
		of := n.item()
		if of == nil || of.Schema != schema {
			of = newSpecNode(schema)
		}
		return &spine{node: of, up: n.at, index: i, printed: path, above: n.here, by: n.at.by, propertiesEnd: n.at.propertiesEnd}
	}
}
