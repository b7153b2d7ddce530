package prose

import "strconv"

// Decimal returns a number without an exponent.
func Decimal(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
