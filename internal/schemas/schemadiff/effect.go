package schemadiff

import "strings"

// Effect says what a change does. It is a set: a list that becomes a set narrows
// what is taken and changes what the server does with the rest.
//
// A value is taken where the server refuses nothing of it, prunes nothing of it
// and drops no null of it, the defaults being filled in before. Widens and
// Narrows are claims about that for all values: a change that widens and does
// not narrow takes whatever was taken before, and the other way round. They don't
// claim that there is a value that makes the difference.
//
// There is one exception. The server's validator lets a list pass where the type
// is string and a format is given. Nobody means that, so lists at such places
// don't count.
type Effect uint8

// The effects. The zero Effect is Same: the schema takes the same values.
const (
	// Widens: values may be taken that were not.
	Widens Effect = 1 << iota
	// Narrows: values may no longer be taken.
	Narrows
	// Meaning: something else happens with objects that are taken before and
	// after. They get another default, are merged in another way by server-side
	// apply, or are told apart in another way by ratcheting.
	Meaning
	// Documents: only people and programs that read the schema, or the words of a
	// refusal, see a difference.
	Documents

	Same Effect = 0
	// Both is for a change by which some values may come and others go, or of
	// which that cannot be told from the schemas.
	Both = Widens | Narrows
)

// Has reports whether all of some effects are among those of e.
func (e Effect) Has(some Effect) bool { return e&some == some }

// Mirror returns the effect of the change that takes a change back.
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
