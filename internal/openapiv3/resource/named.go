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

// Lengths is the same for resources of which the same stands in a text with quotes and breaks
// of lines where YAML has to have them: those whose names take as much space, and of which names
// are the same that stand for something else in YAML.
func (r *Resource) Lengths() string {
	group := "=" + r.Group
	if groupStandsAlone(r.Group) {
		group = shaped(r.Group, func(int, int) byte { return 'x' })
	}
	key := fmt.Sprint(group, " ", len(r.Plural))
	for _, name := range [...]string{r.Version, r.Kind, r.ListKind} {
		if standsAlone(name) {
			key += fmt.Sprint(" ", len(name))
		} else {
			key += " " + name
		}
	}
	return key
}

// standsAlone reports whether a name surely is a string in YAML without quotes, which has no
// word of six letters that is none, and none that begins with a letter and ends in a digit.
func standsAlone(name string) bool {
	last := name[len(name)-1]
	return isName(name, "_") && (len(name) >= 6 || last >= '0' && last <= '9' && len(name) >= 2)
}

// groupStandsAlone reports whether all that is made of a group surely is a string in YAML without
// quotes, and as long as that of other groups of its shape: a name with a dot that begins with a
// letter is nothing else there.
func groupStandsAlone(group string) bool {
	labels := strings.Split(group, ".")
	if len(labels) < 2 || len(labels) > 26 || strings.HasSuffix(group, ".k8s.io") {
		return false
	}
	for _, label := range labels {
		if len(label) < 2 || !isName(label[:2], "") || !isName(label, "-") {
			return false
		}
	}
	return true
}

// shaped is a group with other letters: each is that of a label and a place in it.
func shaped(group string, letter func(label, at int) byte) string {
	shape := []byte(group)
	label, at := 0, 0
	for i, c := range shape {
		if c == '.' {
			label, at = label+1, 0
			continue
		}
		if c != '-' {
			shape[i] = letter(label, at)
		}
		at++
	}
	return string(shape)
}

// Examples are two resources that are this one but for their names. They have no form of a
// name in common, no form of one begins as another one of it does, and their Naming is that of the
// resource. Exact ones have its Lengths and the names that are the same for those.
//
// It is for a resource with Forms.
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
	filled := func(one, two *string, a, b, end string) {
		if last := (*one)[len(*one)-1]; last >= '0' && last <= '9' {
			end = "0"
		}
		if n := len(*one) - len(a) - len(end); standsAlone(*one) {
			*one, *two = a+strings.Repeat("x", n)+end, b+strings.Repeat("x", n)+end
		}
	}
	if groupStandsAlone(r.Group) {
		of := func(first byte) string {
			return shaped(r.Group, func(label, at int) byte {
				switch at {
				case 0:
					return first
				case 1:
					return byte('a' + label) // reversed it is another one
				}
				return 'x'
			})
		}
		one.Group, two.Group = of('g'), of('h')
	}
	filled(&one.Version, &two.Version, "v", "w", "x")
	filled(&one.Kind, &two.Kind, kinds[0], kinds[1], end)
	filled(&one.ListKind, &two.ListKind, "L", "M", "x")
	one.Plural, two.Plural = "p"+one.Plural[1:], "q"+two.Plural[1:]
	return &one, &two
}
