package prose

import (
	"fmt"
	"strconv"
)

// Count returns a number and a noun: 1 field, 2 fields. It only knows plurals with s.
func Count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// Thousands returns a number with commas: 1,048,576.
func Thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
