package tighter

import (
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/crdtool/crdtool/internal/regexshape"
	"github.com/crdtool/crdtool/internal/schemadiff"
)

// mostPatterns is how many are compared in a CRD, each in a hundredth of a second at most.
const mostPatterns = 100

// Patterns remembers how patterns compare, for the judges of a run. It is safe for
// concurrent use.
type Patterns struct {
	mu    sync.Mutex
	known map[[2]string]beyond
}

// mostKnown bounds the memory of that.
const mostKnown = 20_000

// beyond says whether one pattern matches strings that another doesn't.
type beyond struct {
	// text is one of the shortest of them, if it is found.
	text        string
	found, sure bool
	// read is set if both patterns are some that can be compared.
	read bool
}

func (p *Patterns) beyond(some, all string) beyond {
	key := [2]string{some, all}
	p.mu.Lock()
	b, known := p.known[key]
	p.mu.Unlock()
	if known {
		return b
	}
	if x, y := regexshape.Parse(some), regexshape.Parse(all); x != nil && y != nil { // nil beyond 1000 characters
		b.text, b.found, b.sure = regexshape.Beyond(x, y)
		b.read = true
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.known == nil {
		p.known = map[[2]string]beyond{}
	}
	if len(p.known) < mostKnown {
		p.known[[2]string{strings.Clone(some), strings.Clone(all)}] = b
	}
	return b
}

// beyond is that of the run, for so many different patterns of a CRD.
func (j *Judge) beyond(some, all string) beyond {
	key := [2]string{some, all}
	if !j.asked[key] {
		if len(j.asked) == mostPatterns {
			return beyond{read: true}
		}
		if j.asked == nil {
			j.asked = map[[2]string]bool{}
		}
		j.asked[key] = true
	}
	return j.patterns.beyond(some, all)
}

// Beyond returns one of the shortest strings that a pattern matches and another doesn't,
// if one is found.
func (j *Judge) Beyond(some, all string) (string, bool) {
	b := j.beyond(some, all)
	return b.text, b.found
}

// ChecksNothing reports whether a change is of a format that the server does not check
// now, since it does not know it.
func (j *Judge) ChecksNothing(c *schemadiff.Change) bool {
	is, _ := c.After.(string)
	return c.Keyword == "format" && !j.Server.Formats.Known(c.At.New.Type, is)
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
	b := j.beyond(c.At.Old.Pattern, `(?s)^.{`+least+","+most+`}$`)
	return b.sure && !b.found
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
	b := j.beyond(c.Before.(string), c.After.(string))
	if !b.read {
		return RefusesSome, ""
	}
	text, found, sure := b.text, b.found, b.sure
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
