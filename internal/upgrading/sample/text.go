package sample

import (
	"strings"

	"github.com/crdtool/crdtool/schema"
)

// texts yields strings for a leaf: by format, by the name of the field, by pattern, and last any of the right
// length.
func (b *builder) texts(sh *shape, t turn, give func(any) bool) {
	var formats, patterns []string
	sh.each(func(s *schema.Schema) {
		if s.Format != "" {
			formats = append(formats, strings.ReplaceAll(s.Format, "-", ""))
		}
		if s.Pattern != "" {
			patterns = append(patterns, s.Pattern)
		}
	})
	for _, f := range formats {
		for _, text := range byFormat[f] {
			give(text)
		}
	}
	words := plausible(t.name)
	for _, w := range words {
		if !give(w) {
			return
		}
	}
	least := sh.least(func(s *schema.Schema) *int64 { return s.MinLength })
	most := sh.most(func(s *schema.Schema) *int64 { return s.MaxLength })
	if len(patterns) > 0 {
		for _, w := range patternWords {
			give(w)
		}
	}
	const variants = 8
	for i := range variants {
		if !give(fitLength(numbered(words[0], i+1), least, most)) {
			return
		}
		for _, p := range patterns {
			if text, ok := matching(p, i+t.nth, least); ok {
				give(text)
			}
		}
	}
	for _, list := range [...][]string{patternWords, anyWords} {
		for _, w := range list {
			give(w)
			give(fitLength(w, least, most))
		}
	}
}

// fitLength repeats or truncates a text to fit the limits of its length.
func fitLength(text string, least, most int) string {
	if text != "" && len(text) < least && least < 1<<16 {
		text = strings.Repeat(text, least/len(text)+1)[:least]
	}
	if most >= 0 && len(text) > most {
		text = strings.TrimRight(text[:most], "-.")
	}
	return text
}
