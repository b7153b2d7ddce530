package schemafacts

import "strings"

// SaysDeprecated reports whether a description says that the field is deprecated: at its beginning, possibly after the
// name of the field, or in a sentence or paragraph that begins with Deprecated:, as in Go.
func SaysDeprecated(text string) bool {
	text = strings.TrimSpace(text)
	if beginsDeprecated(text) || strings.Contains(text, "\nDeprecated: ") || strings.Contains(text, ". Deprecated: ") || strings.Contains(text, ". DEPRECATED: ") {
		return true
	}
	_, rest, _ := strings.Cut(text, " ")
	rest = strings.TrimPrefix(rest, "field ") // as in "This field is deprecated"
	return strings.HasPrefix(rest, "deprecated:") || beginsDeprecated(strings.TrimPrefix(rest, "is ")) && strings.HasPrefix(rest, "is ")
}

func beginsDeprecated(text string) bool {
	const word = "deprecated"
	return len(text) > len(word) && strings.EqualFold(text[:len(word)], word) && strings.ContainsRune(" :.,", rune(text[len(word)]))
}
