package explain

import "strings"

// indent puts spaces before every line, also empty ones.
func indent(text string, depth int) string {
	pad := strings.Repeat(" ", depth)
	return pad + strings.ReplaceAll(text, "\n", "\n"+pad)
}
