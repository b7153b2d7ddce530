package code

import (
	"strings"
)

// Only this file parses texts of the server's libraries that have no other form.

// Branches returns the keyword in a validator's error without a code: anyOf, allOf, oneOf or not; "" for another error.
func Branches(text string) string {
	for _, keyword := range [...]string{"anyOf", "oneOf", "allOf", "not"} {
		if strings.Contains(text, "("+keyword+")") {
			return keyword
		}
	}
	return ""
}

// NamedPath returns the path in a validator's error without a code, which the server reports at the root: `"spec.a"
// must validate at least one schema (anyOf)` and "Checked value must be of type integer (default format) in spec.i".
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

// WithoutPath returns a validator's error without the path before it: "should be less than or equal to 10"; "" for an
// error in another form.
func WithoutPath(text string) string {
	if _, detail, ok := strings.Cut(text, " in body "); ok {
		return detail
	}
	if _, detail, ok := strings.Cut(text, `" must `); ok {
		return "must " + detail
	}
	return ""
}

// TypeError returns the types in "must be of type integer: \"string\"". The wanted type may be a format.
func TypeError(text string) (wanted, found string) {
	_, rest, _ := strings.Cut(text, "must be of type ")
	wanted, found, _ = strings.Cut(rest, ": ")
	return wanted, strings.Trim(found, `"`)
}

// PatternOf returns the pattern in "should match '^a$'".
func PatternOf(text string) string {
	_, rest, _ := strings.Cut(text, "should match '")
	return strings.TrimSuffix(rest, "'")
}

// MetadataType returns the field of metadata that has a wrong type, "" for metadata itself, and the Go type that it
// should have. The text is an error of the server's decoder or of kubectl's; for another error, the Go type is "".
func MetadataType(text string) (field, goType string) {
	place, rest, found := strings.Cut(text, " of type ")
	if !found {
		return "", ""
	}
	goType, _, _ = strings.Cut(rest, " ")
	_, field, found = strings.Cut(place, "into Go struct field ObjectMeta.")
	switch {
	case found && !strings.ContainsAny(field, " \t\n"):
		return strings.TrimPrefix(field, "metadata."), goType // as in kubectl's error
	case goType == "v1.ObjectMeta":
		return "", goType
	}
	return "", ""
}

// Issues returns the errors in a text of CEL's compiler. Each is a line such as "ERROR: <input>:1:5: undefined field
// 'x'", followed by its place.
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

// IssueKind is the kind of an error of CEL's compiler.
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

// NameIn returns the unknown field or variable in an error of CEL's compiler; "" if it has none.
func NameIn(issue string) string {
	_, rest, found := strings.Cut(issue, "'")
	if !found {
		return ""
	}
	name, _, _ := strings.Cut(rest, "'")
	return name
}

// ExtraQuestionMark reports whether the message is about a question mark that a parser skipped, as before an argument.
func ExtraQuestionMark(message string) bool {
	return strings.HasPrefix(message, "Syntax error: extraneous input '?' expecting ")
}

// CostLimitHit reports whether the evaluation of a CEL expression ended at its cost limit.
func CostLimitHit(err error) bool {
	return err != nil && strings.HasPrefix(err.Error(), "operation cancelled: actual cost limit exceeded")
}

// YAMLLines splits the YAML decoder's error about all repeated keys, as the server does for its warnings.
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

// NoOverloadAtRunTime reports whether the evaluation of a CEL expression ended at a call without an overload for the
// values.
func NoOverloadAtRunTime(err error) bool { return strings.HasPrefix(err.Error(), "no such overload") }

// UnknownFieldWarning reports whether a warning is about an unknown field.
func UnknownFieldWarning(text string) bool { return strings.HasPrefix(text, "unknown field ") }

// UnsupportedSyntax returns the operator that CEL's parser knows and does not support, if the message is about one.
func UnsupportedSyntax(message string) (operator string, ok bool) {
	operator, ok = strings.CutPrefix(message, "unsupported syntax '")
	return strings.TrimSuffix(operator, "'"), ok
}

// NoName reports whether CEL's parser found no name after a dot.
func NoName(message string) bool {
	return strings.HasPrefix(message, "Syntax error: no viable alternative at input '.") || strings.HasSuffix(message, " expecting IDENTIFIER")
}

// NoToken returns the text for which CEL's parser found no token; "" for another message.
func NoToken(message string) string {
	text, ok := strings.CutPrefix(message, "Syntax error: token recognition error at: '")
	if !ok {
		return ""
	}
	return strings.TrimSuffix(text, "'")
}

const (
	twoTypes      = "incompatible type already exists for expression: "
	twoTypesOlder = "(Incompatible) Type already exists for expression: " // up to Kubernetes 1.28
)

// TwoTypes reports whether CEL's checker found two types for an expression.
func TwoTypes(message string) bool {
	return strings.HasPrefix(message, twoTypes) || strings.HasPrefix(message, twoTypesOlder)
}

// OfTwoTypes returns the message of CEL's checker about an expression with two types, with another text for the
// expression. It returns other messages unchanged.
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

// NameIsKeyword returns cel-go's current message about a keyword after a dot in place of the old one.
func NameIsKeyword(message string) string {
	for _, word := range []string{"true", "false", "null"} {
		if message == "Syntax error: no viable alternative at input '."+word+"'" {
			return "Syntax error: mismatched input '" + word + "' expecting IDENTIFIER"
		}
	}
	return message
}

// MacroArgument reports whether CEL's parser found an invalid argument of has, or an invalid first argument of map.
func MacroArgument(message string) bool {
	return message == "invalid argument to has() macro" || message == "argument is not an identifier"
}

// OfUnknownType reports whether the evaluation of a CEL expression ended at a value whose schema has a type that CEL
// does not know.
func OfUnknownType(err error, typ string) bool {
	return strings.HasPrefix(err.Error(), "invalid type, expected ") && strings.HasSuffix(err.Error(), ", got "+typ)
}
