package rules

import "fmt"

// plural writes a number of things: 1 field, 2 fields.
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
