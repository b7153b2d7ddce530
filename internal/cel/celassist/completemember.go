package celassist

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/google/cel-go/common/types"
	apiservercel "k8s.io/apiserver/pkg/cel"

	"github.com/crdtool/crdtool/internal/cel/celtext"
	"github.com/crdtool/crdtool/internal/schemas/schemafacts"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
)

// member offers the fields and methods of the value before a dot.
func (c *completer) member(dot int) {
	optional := c.code.is(dot+1) == '?'
	if !optional && c.namespace(dot-1) {
		return
	}
	of := c.valueOf(dot - 1)
	if of == nil {
		of = &value{types.DynType, noOrigin, nil}
	}
	c.fields(of)
	if optional || c.inHas() {
		return
	}
	if node := of.origin.node; node >= 0 && c.tree.Nodes[node].XIntOrString {
		of.t = types.StringType // of the two types, the one with methods
	}
	c.methods(of.t)
	for _, name := range c.assistant.library().macroList {
		if takes(macros[name].receivers, of.t) {
			c.macroItem(name, methodSort(name), of.t, dot)
		}
	}
}

// commonMethods are the methods and macros that rules of public CRDs call most, in this order.
var commonMethods = []string{"all", "size", "exists", "exists_one", "filter", "matches", "contains", "startsWith", "endsWith", "map",
	"orValue", "hasValue", "value", "isLessThan", "isGreaterThan", "compareTo"}

// methodSort returns the sort key of a method or macro.
func methodSort(name string) string {
	if i := slices.Index(commonMethods, name); i >= 0 {
		return "5" + order(i)
	}
	return "6" + name
}

// namespace offers the functions of a namespace such as sets, and reports whether the token is one.
func (c *completer) namespace(token int) bool {
	l := c.assistant.library()
	if token < 0 || c.code.afterDot(token) || !l.isNamespace(c.code.word(token)) {
		return false
	}
	for _, s := range c.code.scopes(c.at) {
		if slices.ContainsFunc(s.variables, func(v variable) bool { return v.name == c.code.word(token) }) {
			return false
		}
	}
	prefix := c.code.word(token) + "."
	for _, name := range l.names {
		if !strings.HasPrefix(name, prefix) {
			continue
		}
		if item, ok := c.functionItem(name, nil); ok {
			item.Label = strings.TrimPrefix(item.Label, prefix)
			item.Insert = strings.TrimPrefix(item.Insert, prefix)
			item.Snippet = strings.TrimPrefix(item.Snippet, prefix)
			item.Sort = "0" + name
			c.add(item)
		}
	}
	return true
}

// fields offers the fields of an object: those of its type, or those of the schema where the server has no type, such as
// in a schema that is unfinished.
func (c *completer) fields(of *value) {
	if of.in == nil {
		return
	}
	if decl := of.in.ObjectType(valueType(of.t)); decl != nil {
		for _, name := range slices.Sorted(maps.Keys(decl.Fields)) {
			node := int32(-1)
			if of.origin.node >= 0 {
				node = property(c.tree, of.origin.node, name)
			}
			c.field(node, name, fieldType(decl.Fields[name].Type))
		}
		return
	}
	if of.origin.node < 0 || !isDynamic(valueType(of.t)) {
		return
	}
	nodes := c.tree.Nodes
	for id := of.origin.node + 1; id < nodes[of.origin.node].End; id = nodes[id].End {
		if n := &nodes[id]; n.Role == schematree.RoleProperty {
			c.field(id, celtext.FieldName(n.Name), "dyn")
		}
	}
}

// field offers a field by its name in CEL, with its node or -1. Newer servers also accept a reserved name as it is.
func (c *completer) field(node int32, name, typeName string) {
	item := Item{Label: name, Kind: FieldItem, Detail: typeName}
	if node >= 0 {
		n := &c.tree.Nodes[node]
		item.Required = isRequired(c.tree, node)
		item.Schema, item.Deprecated = n.Schema, schemafacts.SaysDeprecated(n.Description)
		if n.Name != name {
			item.Property = n.Name
		}
	}
	plain, ok := apiservercel.Unescape(name)
	if !ok {
		plain = name
	}
	item.Sort = c.fieldGroup(item, plain) + plain
	if name == "__"+plain+"__" && c.assistant.keywordFields {
		reserved := item
		reserved.Label, reserved.Property = plain, ""
		c.add(reserved)
		item.Sort += "~"
	}
	c.add(item)
}

// fieldGroup returns the beginning of the sort key of a field. Fields that the message of the rule names are first, if the
// expression does not read them yet. Next are those that it reads elsewhere, such as a in has(self.a) && self.a > 1.
// Required fields precede optional ones, but not in has.
func (c *completer) fieldGroup(item Item, plain string) string {
	switch isRead := c.readElsewhere(item.Label); {
	case !isRead && c.inMessage(plain):
		return "00"
	case isRead:
		return "01"
	case item.Deprecated:
		return "3"
	case item.Required != c.inHas():
		return "1"
	}
	return "2"
}

// inMessage reports whether the message of the rule has a name as a word.
func (c *completer) inMessage(name string) bool {
	for word := range strings.FieldsFuncSeq(c.place.Message, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '-' }) {
		if strings.EqualFold(word, name) {
			return true
		}
	}
	return false
}

// readElsewhere reports whether the expression selects a name at another place.
func (c *completer) readElsewhere(name string) bool {
	for i := range c.code.tokens {
		if i != c.at && c.code.word(i) == name && c.code.afterDot(i) && !c.code.isCalled(i) {
			return true
		}
	}
	return false
}

// methods offers the methods of a value.
func (c *completer) methods(t *types.Type) {
	for _, name := range c.assistant.library().names {
		if item, ok := c.functionItem(name, t); ok {
			item.Sort = methodSort(name)
			c.add(item)
		}
	}
}

// takes reports whether a macro is called on values of a type.
func takes(receivers []string, t *types.Type) bool {
	return len(receivers) > 0 && (isDynamic(t) || slices.Contains(receivers, targetKind(t)))
}
