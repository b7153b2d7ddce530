package rules

import (
	"regexp"
	"strings"

	"github.com/crdtool/crdtool/internal/regexshape"
)

// mostInstructions is how many instructions the patterns of a CRD may have in all of which it
// is found out whether they lack an anchor: what comes after those is passed over. Public CRDs have
// some ten thousand.
const mostInstructions = 200_000

// unanchored are patterns that were asked about.
type unanchored struct {
	known map[string]missing
	left  int
}

// missing is an anchor that a pattern lacks.
type missing struct {
	where, text string // "" if none is
	ofOneUnit   bool
}

// Unanchored returns what regexshape.Unanchored does of a pattern, which takes longer than the rest
// of a rule does, and so is found out once.
func (v *Version) Unanchored(pattern string) missing {
	u := &v.texts.unanchored
	m, ok := u.known[pattern]
	if ok {
		return m
	}
	if u.left -= regexshape.Instructions(pattern); u.left >= 0 {
		m.where, m.text = regexshape.Unanchored(pattern, v.Patterns.Parse(pattern))
		m.ofOneUnit = m.text != "" && ofOneUnit(pattern)
	}
	u.known[pattern] = m
	return m
}

// ofOneUnit reports whether a pattern is one of durations that takes those of several
// units only for want of anchors.
func ofOneUnit(pattern string) bool {
	whole, err := regexp.Compile("^(?:" + pattern + ")$")
	if err != nil || strings.ContainsAny(pattern, "^$") {
		return false
	}
	return whole.MatchString("1h") && whole.MatchString("30m") && !whole.MatchString("1h30m") && !whole.MatchString("example")
}
