package validate

import (
	"math"
	"strconv"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/text/prose"
)

// BoundHoldable reports whether the integer part of a number fits into 64 bits, in which the server compares integers.
func BoundHoldable(v float64) bool { return v >= math.MinInt64 && v < 1<<63 }

// BoundReadable reports whether the server can convert a bound to a number of a type and format: it prints the bound in
// decimals and parses the text as the type. Servers that do not distinguish formats by type do not convert.
func BoundReadable(by *behaviour.Behaviour, v float64, typ, format string) bool {
	if !by.Formats.ByType {
		return true
	}
	text, err := prose.Decimal(v), error(nil)
	switch {
	case typ == "integer" && format == "int32":
		_, err = strconv.ParseInt(text, 10, 32)
	case typ == "integer":
		_, err = strconv.ParseInt(text, 10, 64)
	case format == "float":
		_, err = strconv.ParseFloat(text, 32)
	}
	return err == nil
}
