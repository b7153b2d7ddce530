package render

import (
	"cmp"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/report"
)

// DiffChangelog writes what changes as a section of release notes, for those who use the
// API: by what they have to do, then by kind.
func DiffChangelog(w io.Writer, d *report.Diff, _ *About) error {
	entries := map[string][]releaseNote{}
	known := map[[2]string]int{} // section and what is said
	for i := range d.CRDs {
		c := &d.CRDs[i]
		for _, g := range fold(c.Changes) {
			section := sectionOf(&g)
			if section == "" {
				continue
			}
			kind, said := inMarkdown(cmp.Or(c.Kind, c.Name)), noteFor(&g)
			at, there := known[[2]string{section, said}]
			switch {
			case !there:
				known[[2]string{section, said}] = len(entries[section])
				entries[section] = append(entries[section], releaseNote{[]string{"**" + kind + "**"}, said})
			case !slices.Contains(entries[section][at].kinds, "**"+kind+"**"):
				entries[section][at].kinds = append(entries[section][at].kinds, "**"+kind+"**")
			}
		}
	}
	var b strings.Builder
	for _, section := range []string{"Breaking", "Added", "Changed", "Deprecated", "Removed"} {
		if len(entries[section]) == 0 {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "### %s\n\n", section)
		for _, n := range entries[section] {
			fmt.Fprintf(&b, "- %s%s\n", prose.And(n.kinds), n.said)
		}
	}
	if b.Len() == 0 {
		b.WriteString("Nothing that users of the API notice.\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// A releaseNote is a line of release notes, and the kinds that it is about.
type releaseNote struct {
	kinds []string
	said  string
}

// sectionOf is where release notes have a change; "" where they don't.
func sectionOf(c *folded) string {
	switch {
	case c.Breaking:
		return "Breaking"
	case c.Class == "unproven":
		return "Changed"
	}
	switch c.Code {
	case "crd-added", "version-added", "field-added", "field-with-default", "name-added", "scale-added", "selectable-field-added", "columns-added":
		return "Added"
	case "crd-removed", "version-removed", "field-removed", "short-name-removed", "category-removed", "selectable-field-removed":
		return "Removed"
	case "version-deprecated":
		if now, _ := c.After.(bool); now {
			return "Deprecated"
		}
		return "Changed"
	case "description-changed":
		if deprecates(c) {
			return "Deprecated"
		}
		return ""
	case "equivalent":
		return ""
	}
	if c.Class == "documentation" {
		return ""
	}
	return "Changed"
}

// deprecated is how descriptions say that a field is on its way out.
var deprecated = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^\s*(Deprecated|DEPRECATED)\b`) })

// deprecates reports whether a description says now that its field is deprecated.
func deprecates(c *folded) bool {
	was, _ := c.Before.(string)
	is, _ := c.After.(string)
	return c.Field != "" && deprecated().MatchString(is) && !deprecated().MatchString(was)
}

// noteFor is a change as its users read it, without the kind.
func noteFor(g *folded) string {
	var b strings.Builder
	if g.Version != "" && !strings.Contains(g.Message, "version "+g.Version) {
		b.WriteString(" " + inMarkdown(prose.And(g.versions)))
	}
	b.WriteString(": " + noteText(g))
	if fields := otherFields(g); len(fields) > 0 && !addsField(g) {
		b.WriteString("; the same for " + prose.AndMore(fields, noteFields))
	}
	if effect := noteEffect(g); effect != "" {
		b.WriteString("; " + inMarkdown(shorter(effect)))
	}
	return b.String()
}

func addsField(g *folded) bool { return g.Code == "field-added" || g.Code == "field-with-default" }

// noteFields is how many other fields a note names.
const noteFields = 3

func otherFields(g *folded) []string {
	var all []string
	for _, o := range g.others {
		all = append(all, inCode(o.Field))
	}
	return all
}

// noteText says what changes.
func noteText(g *folded) string {
	if g.More > 0 {
		return inMarkdown(g.Message)
	}
	field := inCode(g.Field)
	switch g.Code {
	case "crd-added":
		return "new"
	case "crd-removed":
		return "removed"
	case "description-changed":
		return field + " is deprecated"
	case "field-added", "field-with-default":
		if fields := append([]string{field}, otherFields(g)...); len(fields) > 1 {
			return "new fields " + prose.AndMore(fields, noteFields)
		}
		return "new field " + field
	case "bounds-tightened":
		if l := limitOf(g); l.is != "" {
			return field + " has to " + l.does + " " + l.bound + l.is
		}
	case "bounds-relaxed":
		switch l := limitOf(g); {
		case l.is == "":
		case l.upper:
			return field + " may " + l.does + " up to " + l.is
		default:
			return field + " only has to " + l.does + " " + l.bound + l.is
		}
	case "rule-added", "rule-changed":
		if rule, ok := g.After.(string); ok && g.Field != "" {
			return field + " has to satisfy " + inCode(shorter(rule))
		} else if ok {
			return "objects have to satisfy " + inCode(shorter(rule))
		}
	}
	return withCodeOnly(g)
}

// withCodeOnly is the message with the field as code.
func withCodeOnly(g *folded) string {
	before, after, found := strings.Cut(g.Message, g.Field)
	if g.Field == "" || !found {
		return inMarkdown(shorter(g.Message))
	}
	return inMarkdownParts(before) + inCode(g.Field) + inMarkdownParts(shorter(after))
}

// A limit is what a bound asks for: to have at most 3 items.
type limit struct {
	does, bound, is string
	upper           bool
}

// bounded are the keywords that count, and what.
var bounded = map[string]struct {
	one, many string
	upper     bool
}{
	"minItems": {"item", "items", false}, "maxItems": {"item", "items", true},
	"minLength": {"character", "characters", false}, "maxLength": {"character", "characters", true},
	"minProperties": {"entry", "entries", false}, "maxProperties": {"entry", "entries", true},
}

// limitOf says what a bound asks for; nothing where the words of the keyword are the
// clearest.
func limitOf(g *folded) limit {
	if g.After == nil {
		return limit{}
	}
	n, was := flow(g.After), ""
	if g.Before != nil {
		was = " (it was " + flow(g.Before) + ")"
	}
	at := map[bool]string{true: "at most ", false: "at least "}
	if of, counts := bounded[g.Keyword]; counts {
		noun := of.many
		if n == "1" {
			noun = of.one
		}
		return limit{"have", at[of.upper], n + " " + noun + was, of.upper}
	}
	switch g.Keyword {
	case "minimum", "maximum":
		upper := g.Keyword == "maximum"
		return limit{"be", at[upper], n + was, upper}
	case "multipleOf":
		return limit{does: "be", is: "a multiple of " + n + was}
	case "pattern":
		text, _ := g.After.(string)
		return limit{does: "match", is: inCode(shorter(text))}
	case "format":
		return limit{does: "be", is: "of the format " + inCode(n)}
	}
	return limit{}
}

// noteEffect is what comes of a change for users, where what changes doesn't say it: that
// other values are refused.
func noteEffect(g *folded) string {
	switch g.Code {
	case "type-changed", "bounds-tightened", "enum-narrowed", "required-added", "branches-changed", "rule-added", "rule-changed",
		"unknown-fields-checked", "items-changed", "resource-changed":
		return ""
	case "field-removed", "unknown-fields-pruned", "storage-loses", "version-removed", "default-added", "default-changed", "default-removed", "storage-version-changed", "list-type-changed", "subresource-changed":
		return g.Effect
	}
	if g.Breaking {
		return g.Effect
	}
	return ""
}
