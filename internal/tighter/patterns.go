package tighter

import (
	"fmt"
	"unicode/utf8"

	"github.com/crdtool/crdtool/internal/regexshape"
	"github.com/crdtool/crdtool/internal/schemadiff"
	"github.com/crdtool/crdtool/internal/validate"
)

// mostPatterns is how many are compared in a CRD, each in a hundredth of a second at most.
const mostPatterns = 100

// ChecksNothing reports whether a change is of a format that the server does not check
// now, since it does not know it.
func (j *Judge) ChecksNothing(c *schemadiff.Change) bool {
	is, _ := c.After.(string)
	return c.Keyword == "format" && !validate.KnownFormat(c.At.New.Type, is, *j.Server)
}

// ImpliedByPattern reports whether the pattern that there was keeps to a bound of the
// length.
func (j *Judge) ImpliedByPattern(c *schemadiff.Change) bool {
	least, most := "0", ""
	switch c.Keyword {
	case "maxLength":
		most = fmt.Sprint(c.After)
	case "minLength":
		least = fmt.Sprint(c.After)
	}
	if c.At.Old.Pattern == "" || least+most == "0" {
		return false
	}
	if j.patterns++; j.patterns > mostPatterns {
		return false
	}
	was, within := regexshape.Parse(c.At.Old.Pattern), regexshape.Parse(`(?s)^.{`+least+","+most+`}$`)
	if was == nil || within == nil {
		return false // of more than 1000 characters
	}
	_, found, sure := regexshape.Beyond(was, within)
	return sure && !found
}

// Patterned is what another pattern does to strings.
type Patterned uint8

const (
	// Unsure: nobody can tell, or it would take too long.
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
	is := regexshape.Parse(c.After.(string))
	was := regexshape.Parse(c.Before.(string))
	if is == nil || was == nil {
		return RefusesSome, ""
	}
	var text string
	var found, sure bool
	if j.patterns++; j.patterns <= mostPatterns {
		text, found, sure = regexshape.Beyond(was, is)
	}
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
