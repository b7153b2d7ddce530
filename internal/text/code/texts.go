package code

import (
	"strings"
)

// What libraries of the server tell in their text alone is read here and nowhere
// else.

// Branches returns the keyword that an error of the validator without a code is
// about: anyOf, allOf, oneOf or not; "" for any other.
func Branches(text string) string {
	for _, keyword := range [...]string{"anyOf", "oneOf", "allOf", "not"} {
		if strings.Contains(text, "("+keyword+")") {
			return keyword
		}
	}
	return ""
}

// NamedPath returns the path that an error of the validator without a code names,
// which the server itself reports at the root: `"spec.a" must validate at least one
// schema (anyOf)` and "Checked value must be of type integer (default format) in
// spec.i".
func NamedPath(text string) string {
	if rest, ok := strings.CutPrefix(text, `"`); ok {
		name, _, _ := strings.Cut(rest, `" must `)
		return name
	}
	if i := strings.LastIndex(text, " in "); i >= 0 {
		return text[i+len(" in "):]
	}
	return ""
}

// WithoutPath returns what an error of the validator says of a value, without the
// path in front: "should be less than or equal to 10"; "" if it says nothing so.
func WithoutPath(text string) string {
	if _, said, ok := strings.Cut(text, " in body "); ok {
		return said
	}
	if _, said, ok := strings.Cut(text, `" must `); ok {
		return "must " + said
	}
	return ""
}

// TypeError takes apart "must be of type integer: \"string\"", in which the name of a
// format may stand for that of a type.
func TypeError(text string) (wanted, found string) {
	_, rest, _ := strings.Cut(text, "must be of type ")
	wanted, found, _ = strings.Cut(rest, ": ")
	return wanted, strings.Trim(found, `"`)
}

// PatternOf takes the pattern out of "should match '^a$'".
func PatternOf(text string) string {
	_, rest, _ := strings.Cut(text, "should match '")
	return strings.TrimSuffix(rest, "'")
}

// MetadataType returns the field of metadata that has a wrong type, "" for metadata itself, and
// the Go type that it should have, from the error of a server's decoder or of kubectl's; that is
// "" if the error is about something else.
func MetadataType(text string) (field, goType string) {
	place, rest, found := strings.Cut(text, " of type ")
	if !found {
		return "", ""
	}
	goType, _, _ = strings.Cut(rest, " ")
	_, field, found = strings.Cut(place, "into Go struct field ObjectMeta.")
	switch {
	case found && !strings.ContainsAny(field, " \t\n"):
		return strings.TrimPrefix(field, "metadata."), goType // as kubectl has it
	case goType == "v1.ObjectMeta":
		return "", goType
	}
	return "", ""
}

// Issues takes the errors out of a text of CEL's compiler, in which each is a line
// such as "ERROR: <input>:1:5: undefined field 'x'" and its place.
func Issues(text string) []string {
	var found []string
	for _, part := range strings.Split(text, "ERROR: <input>:")[1:] {
		line, _, _ := strings.Cut(part, "\n")
		if _, issue, ok := strings.Cut(line, ": "); ok {
			found = append(found, issue)
		}
	}
	return found
}

// IssueKind is what an error of CEL's compiler is about.
type IssueKind uint8

// The kinds of errors.
const (
	OtherIssue IssueKind = iota
	UndefinedField
	UndeclaredReference
	NoOverload
	SyntaxError
)

// KindOf returns the kind of an error of CEL's compiler.
func KindOf(issue string) IssueKind {
	switch {
	case strings.Contains(issue, "undefined field"):
		return UndefinedField
	case strings.Contains(issue, "undeclared reference"):
		return UndeclaredReference
	case strings.Contains(issue, "no matching overload"):
		return NoOverload
	case strings.HasPrefix(issue, "Syntax error"):
		return SyntaxError
	}
	return OtherIssue
}

// NameIn returns the name that an error of CEL's compiler is about, of a field or a
// variable that is unknown; "" if it names none.
func NameIn(issue string) string {
	_, rest, found := strings.Cut(issue, "'")
	if !found {
		return ""
	}
	name, _, _ := strings.Cut(rest, "'")
	return name
}

// ExtraQuestionMark reports whether a parser left out a question mark, as before an argument.
func ExtraQuestionMark(message string) bool {
	return strings.HasPrefix(message, "Syntax error: extraneous input '?' expecting ")
}

// CostLimitHit reports whether the evaluation of a CEL expression ended because it
// cost more than it may.
func CostLimitHit(err error) bool {
	return err != nil && strings.HasPrefix(err.Error(), "operation cancelled: actual cost limit exceeded")
}

// YAMLLines takes apart the error in which the YAML decoder lists all repeated
// keys, as the server does for its warnings.
func YAMLLines(text string) []string {
	for _, prefix := range [...]string{"yaml: unmarshal errors:\n", "error converting YAML to JSON: yaml: unmarshal errors:\n"} {
		if list, found := strings.CutPrefix(text, prefix); found {
			lines := strings.Split(list, "\n")
			for i := range lines {
				lines[i] = strings.TrimSpace(lines[i])
			}
			return lines
		}
	}
	return []string{text}
}

// NoOverloadAtRunTime reports whether the evaluation of a CEL expression ended at a
// call that the values have no function for.
func NoOverloadAtRunTime(err error) bool { return strings.HasPrefix(err.Error(), "no such overload") }

// UnknownFieldWarning reports whether a warning is that a field is not known.
func UnknownFieldWarning(text string) bool { return strings.HasPrefix(text, "unknown field ") }

// UnsupportedSyntax returns the operator that CEL's parser knows and does not take, if a
// message says that of one.
func UnsupportedSyntax(message string) (operator string, ok bool) {
	operator, ok = strings.CutPrefix(message, "unsupported syntax '")
	return strings.TrimSuffix(operator, "'"), ok
}

// NoName reports whether CEL's parser says that it found no name behind a dot.
func NoName(message string) bool {
	return strings.HasPrefix(message, "Syntax error: no viable alternative at input '.") || strings.HasSuffix(message, " expecting IDENTIFIER")
}

// NoToken returns the text of which CEL's parser says that no token begins so; "" if it says
// something else.
func NoToken(message string) string {
	text, ok := strings.CutPrefix(message, "Syntax error: token recognition error at: '")
	if !ok {
		return ""
	}
	return strings.TrimSuffix(text, "'")
}

const (
	twoTypes      = "incompatible type already exists for expression: "
	twoTypesOlder = "(Incompatible) Type already exists for expression: " // until Kubernetes 1.28
)

// TwoTypes reports whether CEL's checker says of an expression that it has two types.
func TwoTypes(message string) bool {
	return strings.HasPrefix(message, twoTypes) || strings.HasPrefix(message, twoTypesOlder)
}

// OfTwoTypes returns a message of CEL's checker about an expression of two types, with a text
// for the expression in place of what the checker is told of it; all other messages as they
// are.
func OfTwoTypes(message string, expression func() string) string {
	if !strings.HasPrefix(message, twoTypes) {
		return message
	}
	number := strings.LastIndexByte(message[:max(strings.Index(message, ") old:"), 0)], '(')
	if number < 0 {
		return message
	}
	return twoTypes + expression() + strings.NewReplacer("<_var", "_var", ">", "").Replace(message[number:])
}

// NameIsKeyword returns a message of CEL's parser as cel-go words it if what stands behind a
// dot is a keyword.
func NameIsKeyword(message string) string {
	for _, word := range []string{"true", "false", "null"} {
		if message == "Syntax error: no viable alternative at input '."+word+"'" {
			return "Syntax error: mismatched input '" + word + "' expecting IDENTIFIER"
		}
	}
	return message
}

// MacroArgument reports whether CEL's parser says that the argument of has, or the first
// one of map, is none.
func MacroArgument(message string) bool {
	return message == "invalid argument to has() macro" || message == "argument is not an identifier"
}

// OfUnknownType reports whether the evaluation of a CEL expression ended at a value whose
// schema has a type that CEL does not know.
func OfUnknownType(err error, typ string) bool {
	return strings.HasPrefix(err.Error(), "invalid type, expected ") && strings.HasSuffix(err.Error(), ", got "+typ)
}
