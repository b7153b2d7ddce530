package gotypes

import (
	"slices"
	"strings"
)

// Marker is a marker of a field or a type, as checks of Go code see it.
type Marker struct {
	n *note
	m *code
}

// At is the position of the marker.
func (k Marker) At() Position { return k.m.position(noteAt(k.n, nil), true) }

// Text is the marker without its plus sign.
func (k Marker) Text() string { return k.n.text[1:] }

// Is reports whether the marker is one of a name, whatever its value and arguments are.
func (k Marker) Is(name string) bool {
	rest, ok := strings.CutPrefix(k.Text(), name)
	return ok && (rest == "" || strings.ContainsRune(":=(", rune(rest[0])))
}

// Has reports whether the marker is one of a name, or one of a name and a value that are joined by an equals sign.
func (k Marker) Has(text string) bool {
	name, value, valued := strings.Cut(text, "=")
	return k.Is(strings.TrimSuffix(name, ":")) && (!valued || k.Value(strings.TrimSuffix(name, ":")) == value)
}

// Value returns the value of a marker of a name, which is "" for one that has arguments.
func (k Marker) Value(name string) string {
	rest := strings.TrimPrefix(k.Text(), name)
	if strings.HasPrefix(rest, "(") {
		_, rest = inParentheses(rest)
	}
	value, ok := strings.CutPrefix(strings.TrimPrefix(rest, ":"), "=")
	if !ok {
		return ""
	}
	return strings.TrimSpace(value)
}

// Argument returns an argument of a marker of a name: of name:argument=value, or of name(argument: value). The
// argument in name(value) has no name.
func (k Marker) Argument(name, argument string) string {
	rest := strings.TrimPrefix(k.Text(), name)
	between := "="
	if strings.HasPrefix(rest, "(") {
		rest, _ = inParentheses(rest)
		between = ":"
		if argument == "" {
			return strings.TrimSpace(rest)
		}
	}
	for _, part := range splitUnquoted(strings.TrimPrefix(rest, ":")) {
		if key, value, ok := strings.Cut(part, between); ok && strings.TrimSpace(key) == argument {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// Canonical is the marker with its arguments in the order of their names, so that the texts of two markers that
// mean the same are equal.
func (k Marker) Canonical() string {
	name, args, ok := strings.Cut(k.Text(), "=")
	name = strings.TrimSuffix(name, ":")
	if !ok {
		return name
	}
	parts := splitUnquoted(args)
	i := strings.LastIndexByte(name, ':')
	named := func(part string) bool { return strings.Contains(part, "=") }
	if len(parts) < 2 || i < 0 || !slices.ContainsFunc(parts[1:], named) {
		return name + "=" + args
	}
	parts[0] = name[i+1:] + "=" + parts[0]
	slices.Sort(parts)
	return name[:i+1] + strings.Join(parts, ",")
}

// OnFieldsOnly reports whether the marker is one of controller-gen that has no effect on a type.
func (k Marker) OnFieldsOnly() bool {
	m, _, _, ok := knownMarker(k.n, onField|onType)
	return ok && m.on&onType == 0
}

// IsForeign reports whether the marker is none that controller-gen reads on fields.
func (k Marker) IsForeign() bool {
	_, _, _, ok := knownMarker(k.n, onField)
	return !ok
}

// HasMarker reports whether there is a marker of one of some names.
func HasMarker(all []Marker, names ...string) bool {
	return slices.ContainsFunc(all, func(k Marker) bool { return slices.ContainsFunc(names, k.Is) })
}

// KnownLater reports whether a marker is one that only later versions of controller-gen know than a minor version
// of 0.x, which ignores it.
func KnownLater(minor int, name string) bool {
	m, _, ok := markerOf(name)
	return ok && m.since > minor
}

// inParentheses splits a text that begins with a parenthesis after the one that closes it.
func inParentheses(text string) (inside, rest string) {
	quote := byte(0)
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '`' || c == '\'':
			quote = c
		case c == ')':
			return text[1:i], text[i+1:]
		}
	}
	return text[1:], ""
}

// splitUnquoted splits a text at its commas that are not in quotes or braces.
func splitUnquoted(text string) []string {
	var parts []string
	quote, depth, start := byte(0), 0, 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quote != 0:
			if c == '\\' && quote == '"' {
				i++
			} else if c == quote {
				quote = 0
			}
		case c == '"' || c == '`' || c == '\'':
			quote = c
		case c == '{' || c == '[' || c == '(':
			depth++
		case c == '}' || c == ']' || c == ')':
			depth--
		case c == ',' && depth <= 0:
			parts = append(parts, text[start:i])
			start = i + 1
		}
	}
	return append(parts, text[start:])
}
