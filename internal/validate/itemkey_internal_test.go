package validate

import (
	"bytes"
	"encoding/binary"
	"math"
	"testing"
)

// TestItemKeysOfTypes: keys of different types are never the same, whatever bytes they have.
func TestItemKeysOfTypes(t *testing.T) {
	const text = "abcdef"
	bits := binary.BigEndian.Uint64(append([]byte{'"', byte(len(text))}, text...))
	bytesOf := func(v uint64) string { return string(binary.BigEndian.AppendUint64(nil, v)) }
	values := []any{
		text, "", true, false, int64(bits), int64(0), math.Float64frombits(bits), 0.0, 1.0,
		bytesOf(bits), "t", "f", "i" + bytesOf(bits), "d" + bytesOf(bits), "1.000000\x00", "d1.000000\x00",
	}
	names := []string{"a"}
	for i, a := range values {
		for j, b := range values {
			x, xOK := itemKey(nil, map[string]any{"a": a}, names)
			y, yOK := itemKey(nil, map[string]any{"a": b}, names)
			if !xOK || !yOK || bytes.Equal(x, y) != (i == j) {
				t.Errorf("%#v is like %#v: %t", a, b, bytes.Equal(x, y))
			}
		}
	}
}
