package rules

import (
	"slices"
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/internal/text/finding"
)

// lesser lists rules whose findings are dropped if another rule has a better finding at the same place for the
// same cause.
var lesser = []struct {
	rule string
	// keyword follows the place in the path of the rule's findings, byKeyword in the paths of the others.
	keyword, byKeyword string
	by                 []string
}{
	{rule: "dropped-value", keyword: "properties", by: []string{"empty-object", "lost-content", "pruned-content"}},
	{rule: "empty-object", byKeyword: "items", by: []string{"idle-keyword"}},
	// That the field need not be required is the same, by the markers in Go and by the schema.
	{rule: "non-pointer-structs", by: []string{"required-empty-object"}},
	{rule: "status-without-subresource", by: []string{"empty-object"}},
}

// withoutLesser drops findings of the rules in lesser at places with a better finding.
func withoutLesser(found finding.List) finding.List {
	for _, l := range lesser {
		if !slices.ContainsFunc(found, func(f finding.Finding) bool { return string(f.Code) == l.rule }) {
			continue
		}
		reported := map[string]bool{}
		for i := range found {
			if f := &found[i]; f.Path != nil && slices.Contains(l.by, string(f.Code)) {
				if place, is := placeBefore(f.Path, l.byKeyword); is {
					reported[place] = true
				}
			}
		}
		if len(reported) == 0 {
			continue
		}
		found = slices.DeleteFunc(found, func(f finding.Finding) bool {
			if string(f.Code) != l.rule || f.Path == nil {
				return false
			}
			place, is := placeBefore(f.Path, l.keyword)
			return is && reported[place]
		})
	}
	return found
}

// placeBefore returns the place of a path without its last keyword, and whether the path ends in that keyword.
// It returns the whole path if keyword is "".
func placeBefore(p *finding.Path, keyword string) (place string, is bool) {
	all := p.Segments()
	if keyword != "" {
		last := len(all) - 1
		if last < 0 || all[last].IsIndex || all[last].Name != keyword {
			return "", false
		}
		all = all[:last]
	}
	var b strings.Builder
	for _, s := range all {
		b.WriteString(s.Name)
		b.WriteByte(0)
		b.WriteString(strconv.Itoa(s.Index))
		b.WriteByte(0)
	}
	return b.String(), true
}
