package celcheck

import "regexp"

var generated = regexp.MustCompile(`selfType\d+`)

// mask hides the number in the names of types that the server makes up.
func mask(s string) string { return generated.ReplaceAllString(s, "selfTypeN") }
