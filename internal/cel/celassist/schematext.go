package celassist

import (
	"slices"
	"strconv"
	"strings"

	apiservercel "k8s.io/apiserver/pkg/cel"

	"github.com/crdtool/crdtool/internal/cel/celtext"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
)

// longestValue is the number of characters up to which a value of a keyword is shown.
const longestValue = 80

// schemaText lists the type and the keywords of a node that restrict its values, such as "string, required,
// maxLength 63".
func schemaText(t *schematree.Tree, id int32) string {
	n := &t.Nodes[id]
	var list []string
	number := func(keyword string, v *int64) {
		if v != nil {
			list = append(list, keyword+" "+strconv.FormatInt(*v, 10))
		}
	}
	bound := func(keyword string, v *float64, exclusive bool) {
		if v != nil {
			if exclusive {
				keyword = "exclusive " + keyword
			}
			list = append(list, keyword+" "+strconv.FormatFloat(*v, 'f', -1, 64))
		}
	}
	list = append(list, schemaType(n))
	if isRequired(t, id) {
		list = append(list, "required")
	}
	if n.Nullable {
		list = append(list, "nullable")
	}
	bound("minimum", n.Minimum, n.ExclusiveMinimum)
	bound("maximum", n.Maximum, n.ExclusiveMaximum)
	number("minLength", n.MinLength)
	number("maxLength", n.MaxLength)
	number("minItems", n.MinItems)
	number("maxItems", n.MaxItems)
	number("minProperties", n.MinProperties())
	number("maxProperties", n.MaxProperties())
	if n.Pattern != "" {
		list = append(list, "pattern "+shortened(n.Pattern))
	}
	if len(n.Enum) > 0 {
		values := make([]string, len(n.Enum))
		for i, v := range n.Enum {
			values[i] = celtext.JSONLiteral(v)
		}
		list = append(list, "one of "+shortened(strings.Join(values, ", ")))
	}
	if text := celtext.JSONLiteral(n.Default); n.Default != nil && text != "" {
		list = append(list, "default "+shortened(text))
	}
	return strings.Join(list, ", ")
}

// schemaType returns the type and the format of a node.
func schemaType(n *schematree.Node) string {
	switch {
	case n.XIntOrString:
		return "integer or string"
	case n.Type == "":
		return "any type"
	case n.Format != "":
		return n.Type + " (" + n.Format + ")"
	case n.Type == "array" && n.ListType() != "":
		return "array (" + n.ListType() + ")"
	}
	return n.Type
}

func shortened(s string) string {
	if r := []rune(s); len(r) > longestValue {
		return string(r[:longestValue]) + "…"
	}
	return s
}

// isRequired reports whether a node is a property that its object must have.
func isRequired(t *schematree.Tree, id int32) bool {
	if id <= 0 || t.Nodes[id].Role != schematree.RoleProperty {
		return false
	}
	return slices.Contains(t.Nodes[t.Nodes[id].Parent].Required, t.Nodes[id].Name)
}

// fieldType returns the name of the type of a field.
func fieldType(t *apiservercel.DeclType) string {
	switch {
	case t.IsObject():
		return "object"
	case t.IsList():
		return "list(" + fieldType(t.ElemType) + ")"
	case t.IsMap():
		return "map(" + fieldType(t.KeyType) + ", " + fieldType(t.ElemType) + ")"
	}
	return TypeName(t.CelType())
}

// selfType returns the name of the type of self.
func (x *Expression) selfType() string { return fieldType(x.self.Decl) }

// isDynamicSelf reports that the server has no type for self.
func (x *Expression) isDynamicSelf() bool { return x.self.Decl == apiservercel.DynType }
