package resource

import (
	"fmt"
	"strings"
)

// Forms are the names of a resource in all forms that they have in what is published of it,
// in an order that is the same for all resources. It is nil for a resource whose names have
// other forms in some places: those that a URL or a text in JSON escapes, and kinds of which
// no identifier is made by putting them behind a word.
func (r *Resource) Forms() []string {
	if !isName(r.Group, ".-") || !isName(r.Version, ".-_") || !isName(r.Plural, "-") || !isName(r.Kind, "_") || !isName(r.ListKind, "_") {
		return nil
	}
	group := r.shortGroup()
	return []string{
		r.Group, reversed(r.Group), identifier(group, false), identifier(group, true),
		r.Version, identifier(r.Version, false), identifier(r.Version, true),
		r.Plural,
		r.Kind, identifier(r.Kind, true),
		r.ListKind,
	}
}

// isName reports whether a text is made of ASCII letters, digits and some others, and begins
// with a letter.
func isName(s, others string) bool {
	for i := range len(s) {
		c := s[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || (c < '0' || c > '9') && strings.IndexByte(others, c) < 0) {
			return false
		}
	}
	return s != ""
}

// Naming is the same for resources of which the same is published but for their Forms, if
// their other fields are the same: what else follows from the names.
func (r *Resource) Naming() string {
	return withArticle(r.Kind)[:len(withArticle(r.Kind))-len(r.Kind)] + fmt.Sprint(isUpper(r.Kind[0]))
}

func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }

// Lengths is the same for resources whose names take as much space, and that are of one group.
func (r *Resource) Lengths() string {
	return fmt.Sprint(len(r.Version), len(r.Plural), len(r.Kind), len(r.ListKind), r.Group)
}

// PlainInYAML reports whether the names, where they stand alone, are strings in YAML without
// quotes: it has no word of six letters that is none, and none that begins with a letter and
// ends in a digit.
func (r *Resource) PlainInYAML() bool {
	last := r.Version[len(r.Version)-1]
	return isName(r.Version, "_") && last >= '0' && last <= '9' && len(r.Kind) >= 6 && len(r.ListKind) >= 6
}

// Examples are two resources that are this one but for their names. They have no form of a
// name in common, no form of one begins as another one of it does, and their Naming is that of the
// resource. Exact ones have its group, and names as long as its.
//
// It is for a resource with Forms, for exact ones one that is PlainInYAML.
func (r *Resource) Examples(exact bool) (a, b *Resource) {
	letters := [2][2]string{{"k", "j"}, {"a", "e"}} // of kinds with "a" and "an"
	kinds := letters[0]
	if strings.ContainsRune("aeiouAEIOU", rune(r.Kind[0])) {
		kinds = letters[1]
	}
	if isUpper(r.Kind[0]) {
		kinds = [2]string{strings.ToUpper(kinds[0]), strings.ToUpper(kinds[1])}
	}
	end := "x"
	if strings.HasPrefix(withArticle(r.Kind), " "+r.Kind) {
		end = "s"
	}
	one, two := *r, *r
	if !exact {
		one.Group, one.Version, one.Plural, one.Kind, one.ListKind = "ga.gbb.gccc", "va-1b", "pa", kinds[0]+"x"+end, "Lax"
		two.Group, two.Version, two.Plural, two.Kind, two.ListKind = "hd.hee.hfff", "wd-2e", "qd", kinds[1]+"x"+end, "Mdx"
		return &one, &two
	}
	filled := func(first, fill, last string, length int) string {
		if length < 2 {
			return first
		}
		return first + strings.Repeat(fill, length-2) + last
	}
	one.Version, two.Version = filled("v", "v", "0", len(r.Version)), filled("w", "w", "1", len(r.Version))
	one.Plural, two.Plural = filled("p", "p", "a", len(r.Plural)), filled("q", "q", "d", len(r.Plural))
	one.Kind, two.Kind = filled(kinds[0], "x", end, len(r.Kind)), filled(kinds[1], "x", end, len(r.Kind))
	one.ListKind, two.ListKind = filled("L", "l", "x", len(r.ListKind)), filled("M", "m", "x", len(r.ListKind))
	return &one, &two
}
