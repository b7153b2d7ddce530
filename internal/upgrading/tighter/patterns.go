package tighter

import (
	"fmt"
	"unicode/utf8"

	"github.com/crdtool/crdtool/internal/schemas/regexshape"
	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
)

// ChecksNothing reports whether a change is of a format that the server does not check
// now, since it does not know it.
func (j *Judge) ChecksNothing(c *schemadiff.Change) bool {
	is, _ := c.After.(string)
	return c.Keyword == "format" && !j.Server.Formats.Known(c.At.New.Type, is)
}

// ImpliedByPattern reports whether the pattern that there was keeps to a bound of the
// length.
func (j *Judge) ImpliedByPattern(c *schemadiff.Change) bool {
	_, found, sure := BeyondLength(c)
	return sure && !found
}

// BeyondLength finds a string that the pattern that there was matches and a new bound of the length refuses. If
// there is none, sure says that this is certain.
func BeyondLength(c *schemadiff.Change) (text string, found, sure bool) {
	bound, ok := c.After.(int64)
	if c.At.Old.Pattern == "" || !ok || bound < 0 {
		return "", false, false
	}
	repeat := min(bound, maxRepeat)
	switch c.Keyword {
	case "maxLength":
		return regexshape.Beyond(c.At.Old.Pattern, fmt.Sprintf(`(?s)^.{0,%d}$`, repeat))
	case "minLength":
		text, found, sure = regexshape.Beyond(c.At.Old.Pattern, fmt.Sprintf(`(?s)^.{%d,}$`, repeat))
		return text, found, sure && repeat == bound
	}
	return "", false, false
}

// maxRepeat is the largest count of a repetition in a pattern.
const maxRepeat = 1000

// Patterned is what another pattern does to strings.
type Patterned uint8

const (
	// Unsure: it is not known.
	Unsure Patterned = iota
	// KeepsStrings: all strings that were accepted still are.
	KeepsStrings
	// RefusesSome: some are refused; other keywords may refuse those as well.
	RefusesSome
	// RefusesThis: the string returned beside it was accepted, and is refused.
	RefusesThis
)

// Pattern says what the change of one pattern into another does to strings.
func (j *Judge) Pattern(c *schemadiff.Change) (Patterned, string) {
	old := c.At.Old.Schema
	text, found, sure := regexshape.Beyond(c.Before.(string), c.After.(string))
	switch {
	case sure && !found:
		return KeepsStrings, ""
	case !sure:
		return Unsure, ""
	case old.MaxLength != nil && int64(utf8.RuneCountInString(text)) > *old.MaxLength:
		return KeepsStrings, "" // it is one of the shortest
	case old.MinLength != nil && int64(utf8.RuneCountInString(text)) < *old.MinLength, len(old.Enum) > 0, old.Format != "":
		return RefusesSome, ""
	}
	return RefusesThis, text
}
