package render

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/prose"
	"github.com/crdtool/crdtool/internal/yamltext"
	"github.com/crdtool/crdtool/report"
)

// DiffText writes what changes between CRDs for people.
type DiffText struct {
	text *Text // whose colours it has
	// All lists compatible changes and documentation as well.
	All bool
	// Most is how many changes of one kind are listed of a CRD; 0 for all.
	Most int
	// Witnesses writes the objects that show changes as YAML.
	Witnesses bool
}

// NewDiffText returns one that colours, or not.
func NewDiffText(colour bool) *DiffText { return &DiffText{text: NewText(colour)} }

// CRD writes what changes in one CRD.
func (t *DiffText) CRD(w io.Writer, c *report.CRDDiff) error {
	b := &strings.Builder{}
	fmt.Fprintf(b, "%s: %s\n", t.text.place.Sprint(Escape(c.Name)), t.counts(c))
	hidden, listed := 0, map[string]int{}
	for _, g := range fold(c.Changes) {
		if !t.All && !shown(g.Change) {
			hidden += len(g.versions)
			continue
		}
		if listed[g.Code]++; t.Most > 0 && listed[g.Code] > t.Most {
			continue
		}
		b.WriteByte('\n')
		t.change(b, &g)
	}
	for _, code := range slices.Sorted(maps.Keys(listed)) {
		if n := listed[code]; t.Most > 0 && n > t.Most {
			fmt.Fprintf(b, "\n%s more [%s] (--max-findings 0 lists all)\n", prose.Count(n-t.Most, "change"), code)
		}
	}
	if hidden > 0 {
		fmt.Fprintf(b, "\n%s (--verbose lists them)\n", prose.Count(hidden, "compatible or documentation change"))
	}
	b.WriteByte('\n')
	_, err := io.WriteString(w, b.String())
	return err
}

// shown reports whether a change is listed by default.
func shown(c *report.Change) bool {
	return c.Breaking || c.Class != "compatible" && c.Class != "documentation"
}

// counts says what a CRD's changes come to.
func (t *DiffText) counts(c *report.CRDDiff) string {
	n := map[string]int{}
	for i := range c.Changes {
		switch ch := &c.Changes[i]; {
		case ch.Accepted != "":
			n["accepted"]++
		case ch.Breaking:
			n["breaking"]++
		default:
			n[ch.Class]++
		}
	}
	parts := []string{t.text.colour(verdictSeverity(c.Verdict)).Sprint(c.Verdict)}
	for _, p := range []struct{ key, words string }{
		{"breaking", "%d breaking"}, {"accepted", "%d accepted"}, {"stored", "%d for stored objects"}, {"writers", "%d for writers"},
		{"readers", "%d for readers"}, {"compatible", "%d compatible"}, {"documentation", "%d in documentation"},
	} {
		if n[p.key] > 0 {
			parts = append(parts, fmt.Sprintf(p.words, n[p.key]))
		}
	}
	return strings.Join(parts, ", ")
}

// verdictSeverity is how bad a verdict is.
func verdictSeverity(v string) finding.Severity {
	if v == "major" {
		return finding.Error
	}
	return finding.Info
}

// folded is a change, and the versions that have the same.
type folded struct {
	*report.Change
	versions []string
}

// fold puts changes that are the same in several versions together.
func fold(changes []report.Change) []folded {
	var all []folded
	at := map[string]int{}
	for i := range changes {
		c := &changes[i]
		key := c.Code + "\x00" + c.Field + "\x00" + c.Keyword + "\x00" + c.Message + "\x00" + fmt.Sprint(c.Breaking)
		if k, there := at[key]; there && c.Version != "" && !slices.Contains(all[k].versions, c.Version) {
			all[k].versions = append(all[k].versions, c.Version)
			if all[k].Witness == nil {
				all[k].Witness = c.Witness
			}
			continue
		}
		at[key] = len(all)
		all = append(all, folded{c, []string{c.Version}})
	}
	return all
}

func (t *DiffText) change(b *strings.Builder, c *folded) {
	head := c.Class
	switch {
	case c.Accepted != "":
		head = "accepted (" + c.Class + ")"
	case c.Breaking:
		head = "breaking (" + c.Class + ")"
	}
	in := ""
	if len(c.versions) > 1 || c.Version != "" && !strings.Contains(c.Message, c.Version) {
		in = " (" + prose.And(c.versions) + ")"
	}
	fmt.Fprintf(b, "%s: %s%s %s\n", t.text.colour(c.Severity).Sprint(head), Escape(c.Message), Escape(in), "["+c.Code+"]")
	t.places(b, c)
	if c.Effect != "" {
		fmt.Fprintf(b, "     %s\n", Escape(c.Effect))
	}
	if c.May {
		b.WriteString("     no object was found that shows it, so that it may be harmless\n")
	}
	if c.Accepted != "" {
		fmt.Fprintf(b, "     accepted: %s\n", Escape(c.Accepted))
	} else if c.Help != "" && c.Breaking {
		fmt.Fprintf(b, "     help: %s\n", Escape(c.Help))
	}
	t.witness(b, c.Witness)
}

// places writes the lines of the new and the old file.
func (t *DiffText) places(b *strings.Builder, c *folded) {
	var names []string
	var texts []string
	for _, p := range []*report.Place{c.New, c.Old} {
		if p != nil {
			names = append(names, fmt.Sprintf("%s:%d:%d", Escape(p.File), p.Line, p.Column))
			texts = append(texts, strings.TrimSpace(cut(p.Text, p.Pos()).text))
		}
	}
	width := 0
	for _, n := range names {
		width = max(width, len([]rune(n)))
	}
	for i, n := range names {
		fmt.Fprintf(b, "  %s%s  %s\n", n, strings.Repeat(" ", width-len([]rune(n))), texts[i])
	}
}

// witness says by what a change is shown.
func (t *DiffText) witness(b *strings.Builder, w *report.DiffWitness) {
	if w == nil {
		return
	}
	if t.Witnesses {
		t.whole(b, w)
		return
	}
	said := "accepted before"
	switch {
	case !w.NewAnswer.Accepted:
		said += ", refused now"
	default:
		said += ", stored otherwise now"
	}
	fmt.Fprintf(b, "     %s, on %s: %s\n", said, w.Operation, Escape(shortObject(w.Object)))
	if w.Replaces != nil {
		fmt.Fprintf(b, "       of the stored %s\n", Escape(shortObject(w.Replaces)))
	}
}

// whole writes the objects of a witness as YAML that kubectl takes.
func (t *DiffText) whole(b *strings.Builder, w *report.DiffWitness) {
	write := func(title string, o map[string]any) {
		if o == nil {
			return
		}
		fmt.Fprintf(b, "     # %s\n", title)
		text, err := yamltext.Marshal(o)
		if err != nil {
			return // it came from JSON
		}
		for _, line := range strings.Split(strings.TrimRight(string(text), "\n"), "\n") {
			fmt.Fprintf(b, "     %s\n", Escape(line))
		}
	}
	write("stored before", w.Replaces)
	answer := "refused now: " + w.NewAnswer.Message
	if w.NewAnswer.Accepted {
		answer = "stored otherwise now"
	}
	write(w.Operation+" is accepted before, and "+Escape(answer), w.Object)
	if w.NewAnswer.Accepted {
		write("stored by the old CRD", w.Old)
		write("stored by the new CRD", w.New)
	}
}

// shortObject is an object on one line, without what every object has.
func shortObject(o map[string]any) string {
	rest := map[string]any{}
	for k, v := range o {
		if k != "apiVersion" && k != "kind" && k != "metadata" {
			rest[k] = v
		}
	}
	if len(rest) == 0 {
		rest = o
	}
	text, err := json.Marshal(rest)
	if err != nil {
		return ""
	}
	const most = 160
	if r := []rune(string(text)); len(r) > most {
		return string(r[:most]) + ellipsis
	}
	return string(text)
}

// DiffSummary is the last line of a run: what all CRDs come to.
func DiffSummary(s *report.DiffSummary) string {
	var parts []string
	add := func(n int, what string) {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, what))
		}
	}
	add(s.Major, "major")
	add(s.Minor, "minor")
	add(s.Patch, "patch")
	add(s.Unchanged, "unchanged")
	line := prose.Count(s.CRDs, "CRD")
	if len(parts) > 0 {
		line += ": " + strings.Join(parts, ", ")
	}
	if s.Added+s.Removed > 0 {
		line += fmt.Sprintf(" (%d new, %d gone)", s.Added, s.Removed)
	}
	return line
}
