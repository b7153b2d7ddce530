package rules

import "unicode"

// nameWords splits the name of a field into its words: podIPs into pod and IPs,
// httpGet into http and Get, snake_case into snake and case.
func nameWords(name string) []string {
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
		case !unicode.IsLetter(r[i]) && !unicode.IsDigit(r[i]):
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

// pluralS reports whether the s at i makes the plural of an abbreviation, as in
// podIPs.
func pluralS(r []rune, i int) bool {
	return r[i] == 's' && (i+1 == len(r) || unicode.IsUpper(r[i+1]))
}

// lastWord returns the last word of a name, or "".
func lastWord(name string) string {
	if list := nameWords(name); len(list) > 0 {
		return list[len(list)-1]
	}
	return ""
}
