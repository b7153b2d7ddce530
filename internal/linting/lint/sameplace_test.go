package lint

import (
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/rules"
)

// TestOneFindingForEmptyObject checks that of the rules about one empty object the one that says most is
// reported, and that the others are if it is off.
func TestOneFindingForEmptyObject(t *testing.T) {
	only := func(ids ...string) *rules.Selection {
		s := new(rules.Selection)
		for _, id := range ids {
			r := rules.Find(id)
			s.Active = append(s.Active, rules.Active{Rule: r, Severity: r.Severity})
		}
		return s
	}
	text := rules.Document(`
spare: {type: object, properties: {}}
config: {type: object, description: Config holds arbitrary configuration., properties: {}}
list: {type: object, items: {type: string}}
`)
	status := strings.Replace(text, "          spec:", "          status: {type: object}\n          spec:", 1)
	for _, c := range []struct {
		text  string
		rules []string
		want  string
	}{
		{text, []string{"dropped-value", "empty-object", "lost-content", "idle-keyword"}, "config lost-content, list items idle-keyword, spare empty-object"},
		{text, []string{"dropped-value", "lost-content"}, "config lost-content, spare properties dropped-value"},
		{text, []string{"dropped-value"}, "config properties dropped-value, spare properties dropped-value"},
		{text, []string{"empty-object"}, "list empty-object, spare empty-object"},
		{status, []string{"empty-object", "status-without-subresource"}, "list empty-object, spare empty-object, status empty-object"},
		{status, []string{"status-without-subresource"}, "status status-without-subresource"},
	} {
		var got []string
		for _, f := range linter.File(source.Read("a.yaml", []byte(c.text)), Options{Rules: only(c.rules...)}).Findings {
			_, place, _ := strings.Cut(f.Path, "openAPIV3Schema.properties")
			place = strings.NewReplacer("[spec].properties", "", ".spec.properties.", "", "properties[", "", "[", "", "]", "", ".", " ").Replace(place)
			got = append(got, place+" "+f.Rule)
		}
		slices.Sort(got)
		if got := strings.Join(got, ", "); got != c.want {
			t.Errorf("%v: %s, want %s", c.rules, got, c.want)
		}
	}
}
