// Package mutant is the switch that is compiled into the main module for a
// mutation run: all mutants are in one program, and the environment says which
// of them is on. It lies here, but is built as a package of the main module.
//
// Each function stands in the code for what it changes. Without a mutant it
// returns what the code would have had, and in a run that records it notes for
// which mutants that would have made a difference.
package mutant

import (
	"cmp"
	"os"
	"reflect"
	"strconv"
)

// The environment of a mutation run.
const (
	// ActiveVar holds the number of the mutant that is on.
	ActiveVar = "CRDTOOL_MUTANT"
	// RecordVar names the file to which a run without a mutant writes what
	// each test reaches.
	RecordVar = "CRDTOOL_MUTANT_RECORD"
	// TestsVar names a file of the names of the tests that are not skipped.
	TestsVar = "CRDTOOL_MUTANT_TESTS"
	// TimeVar says how much of a processor's time the run may take with a
	// mutant, in milliseconds.
	TimeVar = "CRDTOOL_MUTANT_TIME"
)

// Most is the highest number that a mutant can have.
const Most = 1 << 16

var (
	active, _ = strconv.Atoi(os.Getenv(ActiveVar))
	recording = os.Getenv(RecordVar) != ""
	hits      [Most + 1]bool
)

// Integer is any integer.
type Integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

// Is reports whether a mutant is on.
func Is(id int) bool {
	if recording {
		hits[id] = true
	}
	return id == active
}

// on is Is for a mutant that changes something only if it differs.
func on(id int, differs bool) bool {
	if recording && differs {
		hits[id] = true
	}
	return id == active && id != 0
}

// Bool is x, which one mutant makes true and another false.
func Bool[B ~bool](yes, no int, x B) B {
	switch {
	case on(yes, !bool(x)):
		return true
	case on(no, bool(x)):
		return false
	}
	return x
}

// Less is x < y, or x <= y.
func Less[T cmp.Ordered](id int, x, y T) bool {
	if on(id, x == y) {
		return x <= y
	}
	return x < y
}

// LessEqual is x <= y, or x < y.
func LessEqual[T cmp.Ordered](id int, x, y T) bool {
	if on(id, x == y) {
		return x < y
	}
	return x <= y
}

// Greater is x > y, or x >= y.
func Greater[T cmp.Ordered](id int, x, y T) bool {
	if on(id, x == y) {
		return x >= y
	}
	return x > y
}

// GreaterEqual is x >= y, or x > y.
func GreaterEqual[T cmp.Ordered](id int, x, y T) bool {
	if on(id, x == y) {
		return x > y
	}
	return x >= y
}

// Add is x + y, or x - y.
func Add[T Integer | ~float32 | ~float64](id int, x, y T) T {
	if on(id, x+y != x-y) {
		return x - y
	}
	return x + y
}

// Subtract is x - y, or x + y.
func Subtract[T Integer | ~float32 | ~float64](id int, x, y T) T {
	if on(id, x+y != x-y) {
		return x + y
	}
	return x - y
}

// Multiply is x * y, or x + y.
func Multiply[T Integer | ~float32 | ~float64](id int, x, y T) T {
	if on(id, x*y != x+y) {
		return x + y
	}
	return x * y
}

// Divide is x / y, or x * y.
func Divide[T Integer | ~float32 | ~float64](id int, x, y T) T {
	if on(id, true) {
		return x * y
	}
	return x / y
}

// More is x, or one more.
func More[T Integer](id int, x T) T {
	if on(id, true) {
		return x + 1
	}
	return x
}

// Fewer is x, or one less.
func Fewer[T Integer](id int, x T) T {
	if on(id, true) {
		return x - 1
	}
	return x
}

// Zero is x, or the zero value of its type.
func Zero[T any](id int, x T) T {
	if on(id, recording && !isZero(x)) {
		var zero T
		return zero
	}
	return x
}

func isZero[T any](x T) bool { return reflect.ValueOf(&x).Elem().IsZero() }

// Text is the label of a case in a switch on a text, or one that the text is
// not.
func Text[T ~string](id int, label, subject T) T {
	if on(id, label == subject) {
		return label + "\x00"
	}
	return label
}

// Number is the label of a case in a switch on a number, or one that the number
// is not.
func Number[T Integer](id int, label, subject T) T {
	if on(id, label == subject) {
		return ^label
	}
	return label
}

// Key is the key of an entry of a map, or one that nobody looks for.
func Key[T ~string](id int, key T) T { return Text(id, key, key) }
