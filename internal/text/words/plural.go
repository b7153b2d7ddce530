package words

import "strings"

// Plural returns the plural of a word as code generators do: by the last letters.
func Plural(word string) string {
	if word == "" {
		return ""
	}
	last := word[len(word)-1]
	switch {
	case strings.HasSuffix(word, "ch"), strings.HasSuffix(word, "sh"), last == 's', last == 'x', last == 'z':
		return word + "es"
	case last == 'y' && len(word) > 1 && !strings.ContainsRune("aeiou", rune(word[len(word)-2])):
		return word[:len(word)-1] + "ies"
	}
	return word + "s"
}

// IsPlural reports whether one word may be the plural of another: by the last letters, with s, with a Latin or Greek
// ending, or unchanged for words that end in s and for some uncountable nouns.
func IsPlural(plural, word string) bool {
	if plural == Plural(word) || plural == word+"s" {
		return true
	}
	for _, e := range [...][2]string{
		{"s", "s"}, {"data", "data"}, {"metadata", "metadata"}, {"staff", "staff"}, {"info", "info"},
		{"is", "es"}, {"ex", "ices"}, {"ix", "ices"}, {"um", "a"}, {"on", "a"}, {"f", "ves"}, {"fe", "ves"},
		{"quiz", "quizzes"}, {"child", "children"}, {"person", "people"}, {"man", "men"},
	} {
		if stem, ok := strings.CutSuffix(word, e[0]); ok && plural == stem+e[1] {
			return true
		}
	}
	return false
}
