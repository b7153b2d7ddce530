package render

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/input/yamltext"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/report"
)

// DiffText writes what changes between CRDs for people.
type DiffText struct {
	text *Text // whose colours it has
	// All lists compatible changes and documentation as well.
	All bool
	// Most is how many changes of one kind are listed of a CRD; 0 for all.
	Most int
	// MostObjects is how many objects are named that meet one thing; 0 for all.
	MostObjects int
	// Witnesses writes the objects that show changes as YAML.
	Witnesses bool

	wrote, block bool // anything; as the last more than a line
	hidden       bool // something is not listed
	cut          bool // something is only counted that CRDs before have as well
	seen         seenChanges
	told         map[string]bool // CRDs of which some copy was told
}

// NewDiffText returns one that colours, or not.
func NewDiffText(colour bool) *DiffText {
	return &DiffText{text: NewText(colour), seen: seenChanges{}, told: map[string]bool{}}
}

// CRD writes what changes in one CRD. One of which nothing is listed takes a line. What a
// CRD before has as well is told more shortly, and later only counted. Of a second copy of a
// CRD the file is named.
func (t *DiffText) CRD(w io.Writer, c *report.CRDDiff) error {
	b := &strings.Builder{}
	hidden, listed, left := 0, map[string]int{}, map[string]int{}
	before, first := 0, []string(nil)
	for _, g := range fold(c.Changes) {
		if !t.All && !shown(g.Change) {
			hidden++
			continue
		}
		var seen seenChange
		if t.Most > 0 && !t.Witnesses && g.Field+g.Version != "" { // others are of the CRD itself
			if seen = t.seen.add(c.Name, &g); seen.times > mostPlaces {
				if before += g.Counts(); !slices.Contains(first, seen.first) {
					first = append(first, seen.first)
				}
				continue
			}
		}
		if t.Most > 0 && listed[g.Code] >= t.Most {
			left[g.Code] += g.Counts()
			continue
		}
		listed[g.Code]++
		b.WriteByte('\n')
		if seen.times > 0 {
			t.again(b, &g, seen.first)
			continue
		}
		t.change(b, &g)
	}
	t.hidden = t.hidden || hidden > 0
	for _, code := range slices.Sorted(maps.Keys(left)) {
		fmt.Fprintf(b, "\n%s [%s] (--max-findings 0 lists all)\n", prose.Count(left[code], "more change"), code)
	}
	heading := t.counts(c)
	if before > 0 {
		t.cut = true
		if said := "as in " + Escape(someNames(first)); b.Len() == 0 {
			heading += "; " + said
		} else {
			fmt.Fprintf(b, "\n%s %s\n", prose.Count(before, "change"), said)
		}
	}
	name := t.text.place.Sprint(Escape(c.Name))
	if t.told[c.Name] {
		name += " in " + Escape(cmp.Or(c.NewFile, c.OldFile))
	}
	if c.Repeated > 0 {
		heading += ", and " + prose.Count(c.Repeated, "change") + " as above"
	}
	t.told[c.Name] = true
	if c.Permission != "" && b.Len() > 0 {
		heading += "\n  " + Escape(c.Permission)
	}
	text := fmt.Sprintf("%s: %s\n%s", name, heading, b.String())
	if block := b.Len() > 0; t.wrote && (block || t.block) {
		text = "\n" + text
	}
	t.wrote, t.block = true, b.Len() > 0
	_, err := io.WriteString(w, text)
	return err
}

// End writes the last line: what all CRDs come to.
func (t *DiffText) End(w io.Writer, s *report.DiffSummary) error {
	text := ""
	if t.wrote {
		text = "\n"
	}
	text += DiffSummary(s)
	var more []string
	if t.hidden {
		more = append(more, "--verbose lists compatible changes and documentation")
	}
	if t.cut {
		more = append(more, "--max-findings 0 lists what is as in other CRDs")
	}
	if len(more) > 0 {
		text += " (" + strings.Join(more, ", ") + ")"
	}
	_, err := io.WriteString(w, text+"\n")
	return err
}

// counts says what a CRD's changes come to.
func (t *DiffText) counts(c *report.CRDDiff) string {
	n := countChanges(c)
	parts := []string{t.text.colour(verdictSeverity(c.Verdict)).Sprint(c.Verdict)}
	switch {
	case c.OldFile == "":
		parts = append(parts, "new")
	case c.NewFile == "":
		parts = append(parts, "gone")
	}
	for _, p := range []struct{ key, words string }{
		{"breaking", "%d breaking"}, {"unproven", "%d unproven"}, {"accepted", "%d accepted"}, {"stored", "%d for stored objects"}, {"writers", "%d for writers"},
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
	switch v {
	case "major":
		return finding.Error
	case "major?":
		return finding.Warning
	}
	return finding.Info
}

func (t *DiffText) change(b *strings.Builder, c *folded) {
	fmt.Fprintf(b, "%s: %s [%s]\n", t.text.colour(c.Severity).Sprint(c.class()), Escape(c.headline()), c.Code)
	t.places(b, c.Change)
	t.others(b, c)
	if said := c.unproven(); said != "" {
		fmt.Fprintf(b, "     %s\n", said)
	}
	if effect := c.effect(); effect != "" {
		fmt.Fprintf(b, "     %s\n", Escape(effect))
	}
	if c.Ended != "" {
		fmt.Fprintf(b, "     %s\n", Escape(c.Ended))
	}
	if c.Accepted != "" {
		fmt.Fprintf(b, "     accepted: %s\n", Escape(c.Accepted))
	} else if c.Help != "" && c.needsHelp() {
		fmt.Fprintf(b, "     help: %s\n", Escape(c.Help))
	}
	t.witness(b, c.Change)
}

// again writes a change that a CRD before has as well, of which all is told there.
func (t *DiffText) again(b *strings.Builder, c *folded, first string) {
	fmt.Fprintf(b, "%s: %s, as in %s [%s]\n", t.text.colour(c.Severity).Sprint(c.class()), Escape(c.headline()), Escape(first), c.Code)
	t.places(b, c.Change)
	t.others(b, c)
}

// places writes the lines of Go, of the new file and of the old one.
func (t *DiffText) places(b *strings.Builder, c *report.Change) {
	var names, texts []string
	old, new := lines(c)
	if o := c.Origin; o != nil && o.First {
		names = append(names, fmt.Sprintf("%s:%d:%d", Escape(o.File), o.Line, o.Column))
		texts = append(texts, Escape(originText(o)))
	}
	for _, l := range []placedLine{new, old} {
		if l.place != nil {
			names = append(names, fmt.Sprintf("%s:%d:%d", Escape(l.place.File), l.place.Line, l.place.Column))
			texts = append(texts, Escape(l.text))
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

// mostPlaces is how many of the places are listed that a change is in beside its first, and
// of the CRDs.
const mostPlaces = 5

// others writes where else a change is.
func (t *DiffText) others(b *strings.Builder, c *folded) {
	most := len(c.others)
	if !t.All && t.Most > 0 && most > mostPlaces+1 {
		most = mostPlaces
	}
	for _, o := range c.others[:most] {
		line := "also"
		if at := o.Origin; at != nil && at.First {
			line = fmt.Sprintf("also %s:%d", Escape(at.File), at.Line)
		} else if p := cmp.Or(o.New, o.Old); p != nil {
			line = fmt.Sprintf("also line %d", p.Line)
			if o.New == nil {
				line += " of the old file"
			}
		}
		fmt.Fprintf(b, "  %s: %s\n", line, Escape(o.Field))
	}
	if rest := len(c.others) - most; rest > 0 {
		fmt.Fprintf(b, "  and %s (--max-findings 0 lists them)\n", prose.Count(rest, "other place"))
	}
}

// witness says by what a change is shown.
func (t *DiffText) witness(b *strings.Builder, c *report.Change) {
	w := c.Witness
	if w == nil {
		return
	}
	if t.Witnesses {
		t.whole(b, w)
		return
	}
	fmt.Fprintf(b, "     %s: %s\n", witnessAnswers(w), Escape(shortObject(w.Object)))
	if said := storedOtherwise(c); said != "" {
		fmt.Fprintf(b, "       %s\n", Escape(said))
	}
	if w.Replaces != nil {
		fmt.Fprintf(b, "       of the stored %s\n", Escape(shortObject(w.Replaces)))
	}
	if w.Applied != nil {
		fmt.Fprintf(b, "       after a has applied %s\n", Escape(shortObject(w.Applied)))
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
	write(firstApply(w), w.Applied)
	answer := "refused now: " + w.NewAnswer.Message
	if w.NewAnswer.Accepted {
		answer = "stored otherwise now"
	}
	request := w.Operation
	if w.Applied != nil {
		request = secondApply(w)
	}
	write(request+" is accepted before, and "+Escape(answer), w.Object)
	if w.NewAnswer.Accepted || w.Applied != nil {
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
	return cutRunes(flowFields(rest), 160)
}

// seenChanges are the changes that CRDs before have as well, as where all CRDs of a
// provider get a field.
type seenChanges map[string]*seenChange

type seenChange struct {
	first string // the CRD that is told all of it
	times int    // in how many others it is told more shortly, or counted
}

// add counts a change of a CRD, and returns what is known of it.
func (s seenChanges) add(crd string, c *folded) seenChange {
	key := strings.Join([]string{causeOf(c), c.Field, c.headline(), c.effect(), fmt.Sprint(c.Witness != nil)}, "\x00")
	seen := s[key]
	if seen == nil {
		seen = &seenChange{first: crd}
		s[key] = seen
	}
	if seen.first == crd { // once more in it, or in a copy
		return seenChange{first: crd}
	}
	seen.times++
	return *seen
}

// someNames are the first of some names, and how many there are beside them.
func someNames(names []string) string {
	const most = 3
	if rest := len(names) - most; rest > 1 {
		return fmt.Sprintf("%s and %d others", strings.Join(names[:most], ", "), rest)
	}
	return prose.And(names)
}
