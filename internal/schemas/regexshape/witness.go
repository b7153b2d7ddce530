package regexshape

import "regexp"

// Witness returns a text that a pattern matches, although its like with an
// anchor doesn't: one of the samples with something before or behind it.
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
