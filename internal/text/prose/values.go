package prose

import (
	"slices"
	"strings"
)

// introductions are the words before a list of values in a description, in lower case.
var introductions = []string{
	"one of", "one of:", "either", "valid options are", "valid values are", "valid operators are", "possible values are", "possible values include",
	"supported values are", "supported values:", "allowed values are", "allowed values:", "valid values:", "possible values:", "valid values include",
	"must be", "can be", "defaults to", "options are",
}

// ValuesIn returns the words that a description lists as values, as in "One of Always, Never, IfNotPresent.": those in quotes,
// and those that are written like constants.
func ValuesIn(description string) []string {
	var values []string
	text := strings.Join(strings.Fields(description), " ")
	lower := strings.ToLower(text)
	if len(lower) != len(text) {
		return nil // another alphabet, whose offsets differ
	}
	for _, before := range introductions {
		for at := 0; ; {
			i := strings.Index(lower[at:], before+" ")
			if i < 0 {
				break
			}
			at += i + len(before) + 1
			for _, v := range listedAt(text[at:]) {
				if !slices.Contains(values, v) {
					values = append(values, v)
				}
			}
		}
	}
	return values
}

// listedAt returns the values of the list with which a text begins: words with capitals or in quotes, between commas,
// "and" and "or".
func listedAt(text string) []string {
	var values []string
	for word := range strings.FieldsSeq(text) {
		bare := strings.TrimRight(word, ",.;:)")
		value := strings.Trim(bare, "\"'`")
		switch {
		case word == "and" || word == "or":
			continue
		case value == "" || len(value) > 40 || strings.ContainsAny(value, "\"'`()=<>/"):
			return values
		case value == bare && !IsConstant(value):
			return values
		}
		values = append(values, value)
		if strings.ContainsAny(word[len(word)-1:], ".;") {
			return values
		}
	}
	return values
}

// IsConstant reports whether a word is written like a constant of Kubernetes: IfNotPresent, TCP.
func IsConstant(word string) bool {
	for i, r := range word {
		if i == 0 && (r < 'A' || r > 'Z') || (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') {
			return false
		}
	}
	return len(word) > 1
}
