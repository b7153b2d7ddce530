package render

import (
	"fmt"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/report"
)

// folded is a change, and those that are the same in other versions and in other places.
type folded struct {
	*report.Change
	versions []string
	// others are the same in other places, in the first version that has them.
	others []*report.Change
}

// fold puts changes together that have one cause: that are the same in several versions,
// or in several fields, as where a pod template is taken from a newer Kubernetes.
func fold(changes []report.Change) []folded { return foldPlaces(foldVersions(changes)) }

func foldVersions(changes []report.Change) []folded {
	all := make([]folded, 0, len(changes))
	if !slices.ContainsFunc(changes, func(c report.Change) bool { return c.Version != changes[0].Version }) {
		for i := range changes {
			all = append(all, folded{Change: &changes[i], versions: []string{changes[i].Version}})
		}
		return all
	}
	at := map[string]int{}
	for i := range changes {
		c := &changes[i]
		key := strings.Join([]string{c.Code, c.Class, c.Field, c.Keyword, c.Message, fmt.Sprint(c.Breaking), c.Accepted, c.Ended}, "\x00")
		if k, there := at[key]; there && c.Version != "" && !slices.Contains(all[k].versions, c.Version) {
			all[k].versions = append(all[k].versions, c.Version)
			if all[k].Witness == nil && c.Witness != nil {
				all[k].Change = c // which shows it
			}
			continue
		}
		at[key] = len(all)
		all = append(all, folded{Change: c, versions: []string{c.Version}})
	}
	return all
}

func foldPlaces(changes []folded) []folded {
	var all []folded
	at := map[string]int{}
	for i := range changes {
		c := &changes[i]
		if c.Field == "" {
			all = append(all, *c)
			continue
		}
		key := causeOf(c)
		k, there := at[key]
		if !there {
			at[key] = len(all)
			all = append(all, *c)
			continue
		}
		other := c.Change
		if all[k].Witness == nil && c.Witness != nil {
			all[k].Change, other = other, all[k].Change
		}
		all[k].others = append(all[k].others, other)
	}
	return all
}

// causeOf is the same for changes that are the same but for their places.
func causeOf(c *folded) string {
	parts := []string{c.Code, c.Class, c.Keyword, fmt.Sprint(c.Breaking), c.Accepted, c.Ended, strings.Join(c.versions, ","),
		strings.ReplaceAll(c.Message, c.Field, "\x01")}
	switch {
	case c.Class == "documentation":
	case c.Keyword == "properties" || c.Keyword == "required":
		parts = append(parts, lastName(c.Field)) // other fields are other changes
	default:
		parts = append(parts, prose.JSON(c.Before), prose.JSON(c.After))
	}
	return strings.Join(parts, "\x00")
}

// lastName is the name of a field without what leads to it.
func lastName(field string) string { return field[strings.LastIndexByte(field, '.')+1:] }

// inVersions says in which versions a change is, unless its message does.
func (f *folded) inVersions() string {
	if f.Version == "" || len(f.versions) == 1 && strings.Contains(f.Message, f.Version) {
		return ""
	}
	return prose.And(f.versions)
}

// headline says what changes, in how many places and versions.
func (f *folded) headline() string {
	text := f.Message
	if n := len(f.others); n > 0 {
		text += ", and so in " + prose.Count(n, "other place")
	}
	if v := f.inVersions(); v != "" {
		text += " (" + v + ")"
	}
	return text
}

// needsHelp reports whether the help is shown: where something breaks or may, or where the CRD may not be installed.
func (f *folded) needsHelp() bool { return f.mayBreak() || f.Class == "install" }

// class says who notices, and whether it breaks.
func (f *folded) class() string {
	switch {
	case f.Accepted != "":
		return "accepted (" + f.Class + ")"
	case f.Breaking:
		return "breaking (" + f.Class + ")"
	}
	return f.Class
}

// effect is what comes of it. What is said of one place only is said of all.
func (f *folded) effect() string {
	said := f.Effect
	for _, o := range f.others {
		said = common(said, o.Effect)
	}
	if f.Class == "unproven" && said != "" {
		said = "where it does, " + said
	}
	if f.Severity == finding.Warning && !f.Breaking && strings.Contains(f.Version, "alpha") {
		said = strings.TrimPrefix(said+"; not breaking, as "+prose.And(f.versions)+promisesNothing(f.versions), "; ")
	}
	return said
}

// common is what two sentences have in common, of which each names its place.
func common(a, b string) string {
	if a == b {
		return a
	}
	x, y := strings.Fields(a), strings.Fields(b)
	first := 0
	for first < min(len(x), len(y)) && x[first] == y[first] {
		first++
	}
	last := 0
	for last < min(len(x), len(y))-first && x[len(x)-1-last] == y[len(y)-1-last] {
		last++
	}
	if first > 0 && x[first-1] == "that" { // value, or place
		first--
	}
	if first == 0 {
		return a
	}
	return strings.Join(slices.Concat(x[:first], []string{"that place"}, x[len(x)-last:]), " ")
}

func promisesNothing(versions []string) string {
	if len(versions) == 1 {
		return " promises no compatibility"
	}
	return " promise no compatibility"
}

// unproven says that nothing shows that it does harm; "" if something does.
func (f *folded) unproven() string {
	switch {
	case !f.May || f.Witness != nil:
		return ""
	case f.Unsought && f.Class == "unproven":
		return "the search for an object that shows it could not be finished, and nothing proves that it breaks nothing"
	case f.Unsought:
		return "the search for an object that shows it could not be finished: it may be harmless"
	case f.Class == "unproven":
		return "no object shows that it breaks anything, and nothing proves that it does not"
	}
	return "no object that shows it was found: it may be harmless"
}

// mayBreak reports whether somebody has to act, or nobody knows.
func (f *folded) mayBreak() bool { return f.Breaking || f.Class == "unproven" }

// shown reports whether a change is listed by default.
func shown(c *report.Change) bool {
	return c.Breaking || c.Class != "compatible" && c.Class != "documentation"
}

// A placed line is a place and what the file has there.
type placedLine struct {
	place *report.Place
	text  string
}

// lines are the lines of a change in the old file and in the new one; places are nil where
// the file has none.
func lines(c *report.Change) (old, new placedLine) {
	return placedLine{c.Old, textAt(c, c.Old, c.Before)}, placedLine{c.New, textAt(c, c.New, c.After)}
}

// textAt is the line of a place. Where a value goes on below the line, it is written behind
// its key, and what is not there is named.
func textAt(c *report.Change, p *report.Place, value any) string {
	if p == nil {
		return ""
	}
	text := strings.TrimSpace(p.Text)
	what := c.Keyword
	switch {
	case c.Keyword == "properties" || c.Keyword == "required":
		what = lastName(c.Field)
	case what == "":
		what = c.Path[strings.LastIndexByte(c.Path, '.')+1:]
	}
	objects := false
	if list, ok := value.([]any); ok && len(list) > 0 {
		_, objects = list[0].(map[string]any)
	}
	switch {
	case c.Code == "rule-added" && p == c.Old:
		return shortLine(text + "  (no such rule)")
	case value == nil && (what == "" || strings.HasSuffix(what, "]") || strings.HasPrefix(text, what+":")):
		return shortLine(text)
	case value == nil && c.Keyword == "required":
		return shortLine(text + "  (" + what + " is not required)")
	case value == nil:
		return shortLine(text + "  (no " + what + ")")
	case objects || isObject(value):
		return shortLine(text)
	case p.Column > len(p.Text): // far into a line of many places
		return shortLine(what + ": " + flow(value))
	}
	key, rest, found := strings.Cut(text, ":")
	if said, is := value.(string); is && found && p.EndLine > p.Line { // it goes on below
		return shortLine(key + ": " + oneLine(said))
	}
	if block := strings.TrimSpace(rest); !found || block != "" && block[0] != '|' && block[0] != '>' {
		return shortLine(text)
	}
	return shortLine(key + ": " + flow(value))
}

func isObject(v any) bool {
	_, ok := v.(map[string]any)
	return ok
}

// shortLine is as much of a line as is shown.
func shortLine(s string) string {
	if _, n := leading(s, snippetWidth); n < len(s) {
		return s[:n] + ellipsis
	}
	return s
}
