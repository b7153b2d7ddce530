package regexshape

import (
	"regexp"
	"testing"
)

func TestUnanchored(t *testing.T) {
	for pattern, where := range map[string]string{
		"[a-z]+-[0-9]+": "at its ends",
		"[a-z]+$":       "at its beginning",
		"^[a-z]+":       "at its end",
		"^[a-z]+$":      "",
		"^https://":     "", // a beginning is meant
		"foo":           "", // that it occurs is meant
		"[a-z]":         "",
		"[a-z]+.*":      "",
		".*":            "",
		"$^a":           "", // matches nothing
	} {
		got, text := Unanchored(pattern, Parse(pattern))
		if got != where {
			t.Errorf("%s lacks an anchor %q, want %q", pattern, got, where)
		}
		if got != "" && (!regexp.MustCompile(pattern).MatchString(text) || regexp.MustCompile("^(?:"+pattern+")$").MatchString(text)) {
			t.Errorf("%s: %q does not show it", pattern, text)
		}
	}
}

func TestSamples(t *testing.T) {
	for _, pattern := range []string{"a|bc", "[a-z]{3}(-[0-9]+)?", "(x|y)(1|2)", `\p{Greek}+`, "a*b{2,}", "[^a-zA-Z0-9]"} {
		whole := regexp.MustCompile("^(?:" + pattern + ")$")
		for _, s := range Samples(Parse(pattern)) {
			if !whole.MatchString(s) {
				t.Errorf("%s does not match its sample %q", pattern, s)
			}
		}
	}
}
