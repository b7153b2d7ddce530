package ecmaregexp

import "strings"

// quantifier returns the length of the quantifier at the start of a text.
func quantifier(text string) int {
	if text[0] != '{' {
		return 1
	}
	end := strings.IndexByte(text, '}')
	if end < 0 {
		return 0
	}
	least, most, ranged := strings.Cut(text[1:end], ",")
	if !digits(least) || ranged && most != "" && !digits(most) {
		return 0
	}
	return end + 1
}

// upTo returns the length of {,n}, which looks like a quantifier and is none.
func upTo(text string) int {
	end := strings.IndexByte(text, '}')
	if end < 3 || text[1] != ',' || !digits(text[2:end]) {
		return 0
	}
	return end + 1
}

func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
