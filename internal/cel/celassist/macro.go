package celassist

import "github.com/google/cel-go/common/types"

// macro is the documentation of a macro.
type macro struct {
	text string
	// receivers are the kinds of values on which the macro is called; none for has.
	receivers []string
	// forms are the arguments of its forms, the most common first.
	forms []form
	// twoVariables reports that the macro may have two variables, onlyTwoVariables that it has no form with one.
	twoVariables, onlyTwoVariables bool
	// ofOptional reports that the variable stands for the value of an optional.
	ofOptional bool
	// result is the type of the macro; R stands for the type of its last argument, T for that of the items.
	result string
}

// form is a form of a macro: its number of arguments, with their names.
type form struct {
	names   []string
	snippet string
}

var (
	predicate    = form{[]string{"x", "condition"}, "${1:x}, ${2:condition}"}
	twoPredicate = form{[]string{"key", "value", "condition"}, "${1:key}, ${2:value}, ${3:condition}"}
)

// macros are the macros of Kubernetes' environments.
var macros = map[string]*macro{
	"has": {
		text:  "Reports whether a field is set. Use it before an optional field is read: reading a field that is not set is an error. `has(self.a.b)` reads `a`.",
		forms: []form{{[]string{"field"}, "${1:self.field}"}}, result: "bool",
	},
	"all": {
		text:      "Reports whether a condition holds for all items of a list, or for all keys of a map. It is true for an empty list or map. With two variables, these are index and item, or key and value.",
		receivers: []string{"list", "map"}, forms: []form{predicate, twoPredicate}, twoVariables: true, result: "bool",
	},
	"exists": {
		text:      "Reports whether a condition holds for at least one item of a list, or one key of a map. With two variables, these are index and item, or key and value.",
		receivers: []string{"list", "map"}, forms: []form{predicate, twoPredicate}, twoVariables: true, result: "bool",
	},
	"exists_one": {
		text:      "Reports whether a condition holds for exactly one item of a list, or one key of a map. With two variables, these are index and item, or key and value.",
		receivers: []string{"list", "map"}, forms: []form{predicate, twoPredicate}, twoVariables: true, result: "bool",
	},
	"existsOne": {
		text:      "Reports whether a condition holds for exactly one entry: of a list with index and item, or of a map with key and value. It is `exists_one` with two variables.",
		receivers: []string{"list", "map"}, forms: []form{twoPredicate}, twoVariables: true, onlyTwoVariables: true, result: "bool",
	},
	"filter": {
		text:      "Returns the list of the items, or of the keys of a map, for which a condition holds.",
		receivers: []string{"list", "map"}, forms: []form{predicate}, result: "list(T)",
	},
	"map": {
		text:      "Returns the list of the values of an expression for all items of a list, or all keys of a map. With three arguments, only items that satisfy the condition are taken.",
		receivers: []string{"list", "map"}, result: "list(R)",
		forms: []form{{[]string{"x", "value"}, "${1:x}, ${2:value}"}, {[]string{"x", "condition", "value"}, "${1:x}, ${2:condition}, ${3:value}"}},
	},
	"sortBy": {
		text:      "Returns the items of a list in ascending order of a key, which an expression computes from each item.",
		receivers: []string{"list"}, forms: []form{{[]string{"x", "key"}, "${1:x}, ${2:key}"}}, result: "list(T)",
	},
	"optMap": {
		text:      "Returns an optional with the value of an expression, in which the variable is the value of the optional. It returns an empty optional for an empty one.",
		receivers: []string{"optional"}, ofOptional: true, result: "optional_type(R)",
		forms: []form{{[]string{"x", "value"}, "${1:x}, ${2:value}"}},
	},
	"optFlatMap": {
		text:      "Returns the optional that an expression computes from the value of an optional. It returns an empty optional for an empty one.",
		receivers: []string{"optional"}, ofOptional: true, result: "R",
		forms: []form{{[]string{"x", "optional"}, "${1:x}, ${2:optional}"}},
	},
	"transformList": {
		text:      "Returns the list of the values of an expression for all entries of a list or map. The variables are index and item, or key and value. With four arguments, only entries that satisfy the condition are taken.",
		receivers: []string{"list", "map"}, twoVariables: true, onlyTwoVariables: true, result: "list(R)",
		forms: []form{{[]string{"key", "value", "result"}, "${1:key}, ${2:value}, ${3:result}"}, {[]string{"key", "value", "condition", "result"}, "${1:key}, ${2:value}, ${3:condition}, ${4:result}"}},
	},
	"transformMap": {
		text:      "Returns a map with the same keys, whose values an expression computes. The variables are index and item of a list, or key and value of a map. With four arguments, only entries that satisfy the condition are taken.",
		receivers: []string{"list", "map"}, twoVariables: true, onlyTwoVariables: true, result: "map(K, R)",
		forms: []form{{[]string{"key", "value", "result"}, "${1:key}, ${2:value}, ${3:result}"}, {[]string{"key", "value", "condition", "result"}, "${1:key}, ${2:value}, ${3:condition}, ${4:result}"}},
	},
	"transformMapEntry": {
		text:      "Returns a map of the entries that an expression computes: a map of one key and its value for each entry. Two equal keys are an error. With four arguments, only entries that satisfy the condition are taken.",
		receivers: []string{"list", "map"}, twoVariables: true, onlyTwoVariables: true, result: "map",
		forms: []form{{[]string{"key", "value", "entry"}, "${1:key}, ${2:value}, {${3:key}: ${4:value}}"}, {[]string{"key", "value", "condition", "entry"}, "${1:key}, ${2:value}, ${3:condition}, {${4:key}: ${5:value}}"}},
	},
}

// resultOf returns the name of the type of the macro's result on a value of a type.
func (m *macro) resultOf(target *types.Type) string {
	if target.Kind() != types.ListKind && target.Kind() != types.MapKind {
		return m.result
	}
	first := target.Parameters()[0] // items, or keys
	switch m.result {
	case "list(T)":
		return "list(" + TypeName(first) + ")"
	case "map(K, R)":
		if target.Kind() == types.ListKind {
			first = types.IntType // indexes
		}
		return "map(" + TypeName(first) + ", R)"
	}
	return m.result
}
