package columns

import (
	"math"
	"testing"
)

// A number column's cell travels as a float64, which many large integers share.
func TestPrintedNumbers(t *testing.T) {
	for cell, want := range map[any]string{
		int64(1) << 62:   "4611686018427387904",
		float64(1 << 62): "4611686018427388000",
		1.5:              "1.5", math.Copysign(0, -1): "0", 1e20: "1e+20", 1e6: "1000000", 123456789.5: "1.234567895e+08",
	} {
		if got := printed(cell); got != want {
			t.Errorf("%T %v is printed as %s, want %s", cell, cell, got, want)
		}
	}
}
