package finding

import "fmt"

// Measured is a part of a message that was counted or measured, such as a size or a
// cost. A finding is the same finding when it comes out a little different.
type Measured struct {
	text, lasting string
}

// Unmeasured stands for a number where a finding is to be known again.
const Unmeasured = "…"

// Measure returns a measured value, as %v prints it.
func Measure(v any) Measured { return Measured{fmt.Sprint(v), Unmeasured} }

// MeasuredIn returns a text with measured numbers in it, and the same without them.
func MeasuredIn(text, lasting string) Measured { return Measured{text, lasting} }

// String returns the text with the numbers.
func (m Measured) String() string { return m.text }

// Lasting formats a message as fmt.Sprintf does, but without what was measured. It
// returns "" if nothing was.
func Lasting(format string, args ...any) string {
	var without []any
	for i, a := range args {
		if m, measured := a.(Measured); measured {
			if without == nil {
				without = append(without, args...)
			}
			without[i] = m.lasting
		}
	}
	if without == nil {
		return ""
	}
	return fmt.Sprintf(format, without...)
}
