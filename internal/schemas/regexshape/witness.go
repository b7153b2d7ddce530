package regexshape

import "regexp"

// Witness returns a text that a pattern matches and its anchored form does not: one of the samples with a character
// before or after it.
func Witness(pattern, anchored string, Samples []string, before bool) string {
	loose, err := regexp.Compile(pattern)
	if err != nil {
		return ""
	}
	tight, err := regexp.Compile(anchored)
	if err != nil {
		return ""
	}
	for _, s := range Samples {
		for _, junk := range []string{"!", "x", "0", "-", " ", "/"} {
			text := s + junk
			if before {
				text = junk + s
			}
			if loose.MatchString(text) && !tight.MatchString(text) {
				return text
			}
		}
	}
	return ""
}
