package rules

import (
	"regexp"
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/regexshape"
)

// missing is an anchor that a pattern lacks.
type missing struct {
	where, text string // "" if none is
	ofOneUnit   bool
}

// Unanchored returns what regexshape.Unanchored does. It is computed once for each pattern of a
// CRD, since it takes longer than the rest of a rule does.
func (v *Version) Unanchored(pattern string) missing {
	m, ok := v.unanchored[pattern]
	if !ok {
		m.where, m.text = regexshape.Unanchored(pattern, v.Patterns.Parse(pattern))
		m.ofOneUnit = m.text != "" && ofOneUnit(pattern)
		v.unanchored[pattern] = m
	}
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
