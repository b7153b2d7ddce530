package validate

import (
	"math"
	"strconv"

	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/kube"
)

// BoundHoldable reports whether a number is within 64 bits once its fraction is
// gone: the server compares whole numbers in these.
func BoundHoldable(v float64) bool { return v >= math.MinInt64 && v < 1<<63 }

// BoundReadable reports whether the server can take a bound for a number of a type
// and format: it writes it out in decimals, and reads that as the type. Servers that
// don't tell formats by type do nothing of that.
func BoundReadable(by *kube.Behaviour, v float64, typ, format string) bool {
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
