package rules

import (
	"regexp"
	"regexp/syntax"
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/regexshape"
)

// pattern is what rules know of a pattern.
type pattern struct {
	syntax *syntax.Regexp
	// where and text are what regexshape.Unanchored returns.
	where, text string
	ofOneUnit   bool
}

// pattern parses a pattern, once for all nodes of a CRD and all rules; nil if it cannot be parsed.
func (v *Version) pattern(text string) *pattern {
	m, ok := v.patterns[text]
	if !ok {
		if re := regexshape.Parse(text); re != nil {
			m = &pattern{syntax: re}
			m.where, m.text = regexshape.Unanchored(text, re)
			m.ofOneUnit = m.text != "" && ofOneUnit(text)
		}
		v.patterns[text] = m
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
