package prose

import (
	"fmt"
	"strconv"
)

// Count writes a number of things: 1 field, 2 fields. It knows plurals with a
// plain s only.
func Count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// Thousands writes a number with commas: 1,048,576.
func Thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
