package schemadiff

import "strings"

// Effect is the effect of a change. It is a set: a list that becomes a set narrows the accepted values and changes the
// treatment of the others.
//
// A value is accepted if, after defaulting, the server refuses nothing in it, prunes nothing in it and drops no null in
// it. Widens and Narrows are claims about all values: a change that widens and does not narrow accepts every value that
// was accepted before, and vice versa. They do not claim that the change makes a difference for some value.
//
// There is one exception. The server's validator accepts a list where the type is string and a format is given. Nobody
// intends that, so that lists at such places do not count.
type Effect uint8

// The effects. The zero Effect is Same: the schema accepts the same values.
const (
	// Widens: values may be accepted that were not.
	Widens Effect = 1 << iota
	// Narrows: values may no longer be accepted.
	Narrows
	// Meaning: the server treats objects differently that are accepted before and after. They get another default, or
	// server-side apply merges them or ratcheting compares them in another way.
	Meaning
	// Documents: only readers of the schema or of an error message see a difference.
	Documents

	Same Effect = 0
	// Both is a change that may accept some values and refuse others, or one whose effect the schemas do not show.
	Both = Widens | Narrows
)

// Has reports whether e has all of some effects.
func (e Effect) Has(some Effect) bool { return e&some == some }

// Mirror returns the effect of the reversed change.
func (e Effect) Mirror() Effect {
	m := e &^ Both
	if e.Has(Widens) {
		m |= Narrows
	}
	if e.Has(Narrows) {
		m |= Widens
	}
	return m
}

// String lists the effects, such as "narrows, meaning".
func (e Effect) String() string {
	if e == Same {
		return "same"
	}
	var words []string
	for i, word := range [...]string{"widens", "narrows", "meaning", "documents"} {
		if e&(1<<i) != 0 {
			words = append(words, word)
		}
	}
	return strings.Join(words, ", ")
}
