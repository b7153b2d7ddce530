package rules

import (
	"slices"
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/finding"
)

// lesser are rules whose finding says less than that of another rule about the same place, which has the same
// cause: it is left out if the other one is found.
var lesser = []struct {
	rule string
	// keyword is what the finding of the rule has behind the place; byKeyword what the others have.
	keyword, byKeyword string
	by                 []string
}{
	{rule: "dropped-value", keyword: "properties", by: []string{"empty-object", "lost-content", "pruned-content"}},
	{rule: "empty-object", byKeyword: "items", by: []string{"idle-keyword"}},
	{rule: "status-without-subresource", by: []string{"empty-object"}},
}

// withoutLesser drops the findings of the rules in lesser at places where a better finding stands.
func withoutLesser(found finding.List) finding.List {
	for _, l := range lesser {
		if !slices.ContainsFunc(found, func(f finding.Finding) bool { return string(f.Code) == l.rule }) {
			continue
		}
		said := map[string]bool{}
		for i := range found {
			if f := &found[i]; f.Path != nil && slices.Contains(l.by, string(f.Code)) {
				if place, is := placeBefore(f.Path, l.byKeyword); is {
					said[place] = true
				}
			}
		}
		if len(said) == 0 {
			continue
		}
		found = slices.DeleteFunc(found, func(f finding.Finding) bool {
			if string(f.Code) != l.rule || f.Path == nil {
				return false
			}
			place, is := placeBefore(f.Path, l.keyword)
			return is && said[place]
		})
	}
	return found
}

// placeBefore is the place that has a keyword, of the path of the keyword; the path itself if that is "".
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
