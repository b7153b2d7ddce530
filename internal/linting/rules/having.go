package rules

import "github.com/crdtool/crdtool/schema"

// traits are what most lint rules ask of a node before anything else. They are worked
// out once for each node, so that a lint rule is called where it may find something.
type traits uint32

const (
	everyNode traits = 1 << iota
	isNested
	isUnwalked
	hasEnum
	hasRequired
	hasPattern
	hasNumberBound // or multipleOf
	hasCountBound  // of characters, items or fields
	hasDefault
	hasExample
	isNullable
	hasAlternatives // anyOf or oneOf
	inAllOf         // a schema of allOf, here or above, may say more about the value
	isBranch        // of a junctor
	noFields        // an object for which no properties are declared
	hasIdleKeyword  // of another type than the values, perhaps
	hasReadName     // a field whose name may be read from what is not text
)

// traitsOf returns those of a node. Those of the nodes above it are known.
func traitsOf(n *schema.Node, known []traits) traits {
	t := everyNode
	set := func(holds bool, trait traits) {
		if holds {
			t |= trait
		}
	}
	set(n.Nested, isNested)
	set(n.Unwalked, isUnwalked)
	set(len(n.Enum) > 0, hasEnum)
	set(len(n.Required) > 0, hasRequired)
	set(n.Pattern != "", hasPattern)
	set(n.Minimum != nil || n.Maximum != nil || n.MultipleOf() != nil, hasNumberBound)
	set(n.MinLength != nil || n.MaxLength != nil || n.MinItems != nil || n.MaxItems != nil || n.MinProperties() != nil || n.MaxProperties() != nil, hasCountBound)
	set(n.Default != nil, hasDefault)
	set(n.Example() != nil, hasExample)
	set(n.Nullable, isNullable)
	set(len(n.AnyOf()) > 0 || len(n.OneOf()) > 0, hasAlternatives)
	set(len(n.AllOf()) > 0 || n.Parent >= 0 && known[n.Parent]&inAllOf != 0, inAllOf)
	set(n.Role.Junctor(), isBranch)
	set(n.Type == "object" && n.Properties.Len() == 0, noFields)
	set(n.Role == schema.RoleProperty && mayBeRead(n.Name), hasReadName)
	of := keywordTypes(n.Schema)
	set(of&^typeBit(n.Type) != 0 || of != 0 && (n.Nested || n.XIntOrString) || n.ExclusiveMinimum || n.ExclusiveMaximum, hasIdleKeyword)
	return t
}

// needs returns the traits of which a node must have one for a rule to be called for
// it, and those of which it must have none.
func (r *Rule) needs() (one, none traits) {
	one = r.Having
	if one == 0 {
		one = everyNode
	}
	if !r.Nested {
		none |= isNested
	}
	if !r.Unwalked {
		none |= isUnwalked
	}
	return one, none
}
