// Package words splits the names of fields and kinds into words, and makes plurals. A name does not show where a word
// ends (HTTPS, IPv6s) nor which words are uncountable, so that the results are guesses: good for advice, and no proof.
package words

import "unicode"

// Split splits the name of a field into its words: podIPs into pod and IPs, httpGet into http and Get, snake_case into
// snake and case.
func Split(name string) []string {
	var list []string
	r := []rune(name)
	start := 0
	cut := func(end int) {
		if end > start {
			list = append(list, string(r[start:end]))
		}
		start = end
	}
	for i := range r {
		switch {
		case Separates(r[i]):
			cut(i)
			start = i + 1
		case i == start || !unicode.IsUpper(r[i]):
		case !unicode.IsUpper(r[i-1]):
			cut(i)
		case i+1 < len(r) && unicode.IsLower(r[i+1]) && !pluralS(r, i+1):
			cut(i)
		}
	}
	cut(len(r))
	return list
}

// pluralS reports whether the s at i is the plural of an abbreviation, as in podIPs.
func pluralS(r []rune, i int) bool {
	return r[i] == 's' && (i+1 == len(r) || unicode.IsUpper(r[i+1]))
}

// Last returns the last word of a name, or "".
func Last(name string) string {
	if list := Split(name); len(list) > 0 {
		return list[len(list)-1]
	}
	return ""
}
