package render

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/input/yamltext"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/report"
)

// The limits of a comment on what changes. GitHub takes 65,536 characters.
const (
	// diffMarkdownBytes is for the whole; the last lines have room behind it.
	diffMarkdownBytes = 60_000
	// diffMarkdownRows is how many CRDs the table has.
	diffMarkdownRows = 40
	// diffMarkdownPatches is how many CRDs have a row each of which only the documentation
	// changes.
	diffMarkdownPatches = 5
	// diffMarkdownLines is how many changes are listed of what is folded away.
	diffMarkdownLines = 30
	// diffQuietChanges is how many are of a CRD that changes nothing to know of.
	diffQuietChanges = 5
	// witnessBytes bounds a witness as YAML.
	witnessBytes = 3000
)

// DiffMarkdown writes what changes as a comment on a pull request: the verdict, a table of
// the CRDs, then CRD by CRD what breaks with its lines, its effect, what to do instead and
// an object that shows it. Of what doesn't fit, whole CRDs are left out.
func DiffMarkdown(w io.Writer, d *report.Diff, about *About) error {
	var b strings.Builder
	all := byVerdict(d)
	verdict, rest, _ := strings.Cut(diffVerdict(&d.Summary), ",")
	if rest != "" {
		verdict = "**" + verdict + "**," + rest
	}
	if len(about.Unread) > 0 {
		verdict = "failed"
	}
	fmt.Fprintf(&b, "### crdtool diff: %s\n", verdict)
	markdownUnread(&b, about)
	diffTable(&b, all, &d.Summary)
	var quiet []*report.CRDDiff
	left := 0
	for _, c := range all {
		if !slices.ContainsFunc(c.Changes, func(c report.Change) bool { return shown(&c) }) {
			quiet = append(quiet, c)
			continue
		}
		if left > 0 || !diffFits(&b, c, about) {
			left++
		}
	}
	if left > 0 {
		fmt.Fprintf(&b, "\n%s left out here, as GitHub takes no longer comment; the text of `crdtool diff` has all.\n", prose.Count(left, "CRD")+map[bool]string{true: " is", false: " are"}[left == 1])
	}
	if text := diffObjects(d.Objects); b.Len()+len(text) <= diffMarkdownBytes {
		b.WriteString(text)
	} else if d.Objects != nil {
		fmt.Fprintf(&b, "\n#### Objects: %s\n", inMarkdown(objectsLine(d.Objects)))
	}
	diffUnused(&b, d.Unused)
	if text := diffQuiet(quiet); b.Len()+len(text) <= diffMarkdownBytes {
		b.WriteString(text)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// diffUnused names what is accepted and does not occur.
func diffUnused(b *strings.Builder, unused []report.DiffUnused) {
	var items []string
	for _, u := range unused {
		items = append(items, inCode(markdownPlace(u.File, u.Line))+": "+inMarkdown(shorter(u.Message)))
	}
	foldAway(b, prose.Count(len(items), "accepted change")+" that there is not", items)
}

// diffFits writes the section of a CRD, with fewer lines of the files and objects if there
// are too many, and reports whether there was room.
func diffFits(b *strings.Builder, c *report.CRDDiff, about *About) bool {
	for _, most := range []int{15, 5, 1, 0} {
		if text := diffSection(c, about, most); b.Len()+len(text) <= diffMarkdownBytes {
			b.WriteString(text)
			return true
		}
	}
	return false
}

// diffVerdict is the first line of a comment.
func diffVerdict(s *report.DiffSummary) string {
	switch {
	case s.Verdict == "major" && s.Breaking > 0:
		return fmt.Sprintf("major, %s in %d of %s", prose.Count(s.Breaking, "breaking change"), s.Major, prose.Count(s.CRDs, "CRD"))
	case s.Unproven > 0:
		return fmt.Sprintf("%s, nothing is shown to break, %s in %d of %s", s.Verdict, prose.Count(s.Unproven, "unproven change"), s.Unsure, prose.Count(s.CRDs, "CRD"))
	case s.Verdict == "":
		return "nothing changes in " + prose.Count(s.CRDs, "CRD")
	}
	return fmt.Sprintf("%s, nothing breaks, %d of %s changed", s.Verdict, s.CRDs-s.Unchanged, prose.Count(s.CRDs, "CRD"))
}

func diffTable(b *strings.Builder, all []*report.CRDDiff, s *report.DiffSummary) {
	if len(all) == 0 {
		return
	}
	b.WriteString("\n| CRD | verdict | breaking | unproven | readers | other | compatible | docs |\n|---|---|--:|--:|--:|--:|--:|--:|\n")
	more, patches := 0, 0
	for i, c := range all {
		switch {
		case c.Verdict == "patch" && s.Patch > diffMarkdownPatches:
			patches++
			continue
		case i >= diffMarkdownRows:
			more++
			continue
		}
		n := countChanges(c)
		other := n["accepted"] + n["install"] + n["stored"] + n["writers"]
		verdict := c.Verdict
		if strings.HasPrefix(verdict, "major") {
			verdict = "**" + verdict + "**"
		}
		name := inCode(shorter(c.Name))
		switch {
		case c.OldFile == "":
			name += " (new)"
		case c.NewFile == "":
			name += " (gone)"
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s | %s | %s | %s |\n", strings.ReplaceAll(name, "|", `\|`), verdict,
			some(n["breaking"]), some(n["unproven"]), some(n["readers"]), some(other), some(n["compatible"]), some(n["documentation"]))
	}
	if patches > 0 {
		fmt.Fprintf(b, "| %s | patch |\n", prose.Count(patches, "CRD"))
	}
	if more > 0 {
		fmt.Fprintf(b, "| and %s |\n", prose.Count(more, "more CRD"))
	}
	if s.Unchanged > 0 {
		fmt.Fprintf(b, "\n%s unchanged.\n", prose.Count(s.Unchanged, "CRD"))
	}
}

// some is a number that stands out from none.
func some(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

// diffSection is what a comment says of one CRD, with the lines of so many changes.
func diffSection(c *report.CRDDiff, about *About, most int) string {
	var full, folded, documentation, rest []string
	for _, g := range fold(c.Changes) {
		switch {
		case !shown(g.Change) && g.Class == "documentation":
			documentation = append(documentation, diffLine(&g))
		case !shown(g.Change):
			folded = append(folded, diffLine(&g))
		case len(full) < most:
			full = append(full, diffChange(&g, about))
		default:
			rest = append(rest, "**"+g.class()+":** "+diffLine(&g))
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n#### %s: %s\n", inCode(c.Name), c.Verdict)
	if c.Permission != "" {
		b.WriteString("\n" + upper(inMarkdown(c.Permission)) + ".\n")
	}
	for _, text := range full {
		b.WriteString("\n" + text)
	}
	title := prose.Count(len(rest), "more change")
	if len(full) == 0 {
		title = prose.Count(len(rest), "change")
	}
	foldAway(&b, title, rest)
	foldAway(&b, prose.Count(len(folded), "compatible change"), folded)
	foldAway(&b, prose.Count(len(documentation), "change")+" of documentation", documentation)
	return b.String()
}

// diffQuiet is what a comment says of CRDs that change nothing that anybody has to know of.
func diffQuiet(crds []*report.CRDDiff) string {
	if len(crds) == 0 {
		return ""
	}
	var items []string
	for _, c := range crds {
		item := inCode(c.Name) + ":"
		changes := fold(c.Changes)
		for i := range changes {
			if i == diffQuietChanges && len(changes) > i+1 {
				item += fmt.Sprintf("\n  - and %d more", len(changes)-i)
				break
			}
			item += "\n  - " + diffLine(&changes[i])
		}
		items = append(items, item)
	}
	var b strings.Builder
	foldAway(&b, prose.Count(len(crds), "CRD")+" with compatible changes and documentation only", items)
	return b.String()
}

// foldAway writes a list that opens with a click.
func foldAway(b *strings.Builder, title string, items []string) {
	if len(items) == 0 {
		return
	}
	fmt.Fprintf(b, "\n<details><summary>%s</summary>\n\n", inMarkdown(title))
	for i, item := range items {
		if i == diffMarkdownLines {
			fmt.Fprintf(b, "- and %d more\n", len(items)-i)
			break
		}
		b.WriteString("- " + item + "\n")
	}
	b.WriteString("\n</details>\n")
}

// diffLine is a change as an item of a list.
func diffLine(c *folded) string {
	return withCode(c) + " (" + changeLink(c.Code) + ")"
}

// withCode is the headline of a change with its field as code.
func withCode(c *folded) string {
	text := shorter(c.headline())
	if c.Field == "" {
		return inMarkdown(text)
	}
	before, after, found := strings.Cut(text, c.Field)
	if !found {
		return inMarkdown(text)
	}
	return inMarkdownParts(before) + inCode(c.Field) + inMarkdownParts(after)
}

// inMarkdownParts is inMarkdown for a part of a sentence, which keeps the blanks at its ends.
func inMarkdownParts(s string) string {
	text := inMarkdown(s)
	if strings.HasPrefix(s, " ") {
		text = " " + text
	}
	if strings.HasSuffix(s, " ") && strings.TrimSpace(s) != "" {
		text += " "
	}
	return text
}

func changeLink(code string) string { return "[" + inMarkdown(code) + "](" + changeURL(code) + ")" }

// diffChange is a change with all that is to be said of it.
func diffChange(c *folded, about *About) string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s:** %s (%s)\n", c.class(), withCode(c), changeLink(c.Code))
	if o := c.Origin; o != nil && o.First {
		name, _ := about.Repository.Path(o.File)
		fmt.Fprintf(&b, "\n%s: %s\n", inCode(markdownPlace(name, o.Line)), inCode(originText(o)))
	}
	b.WriteString(diffFence(c.Change, about))
	var said []string
	if unproven := c.unproven(); unproven != "" {
		said = append(said, upper(unproven)+".")
	}
	if effect := c.effect(); effect != "" {
		said = append(said, upper(inMarkdown(shorter(effect)))+".")
	}
	if c.Ended != "" {
		said = append(said, upper(inMarkdown(shorter(c.Ended)))+".")
	}
	if c.Accepted != "" {
		said = append(said, "Accepted: "+inMarkdown(shorter(c.Accepted)))
	} else if c.Help != "" && c.needsHelp() {
		said = append(said, "Instead: "+inMarkdown(shorter(c.Help))+".")
	}
	if len(said) > 0 {
		b.WriteString("\n" + strings.Join(said, "\\\n") + "\n")
	}
	if c.Witness != nil {
		b.WriteString(diffWitness(c.Change))
	}
	var places []string
	for _, o := range c.others {
		line := inCode(o.Field)
		if at := o.Origin; at != nil && at.First {
			name, _ := about.Repository.Path(at.File)
			line += ", " + inCode(markdownPlace(name, at.Line))
		} else if p := o.New; p != nil {
			line += fmt.Sprintf(", line %d", p.Line)
		}
		places = append(places, line)
	}
	foldAway(&b, prose.Count(len(places), "other place"), places)
	return b.String()
}

// diffFence is the line of the old file and that of the new one.
func diffFence(c *report.Change, about *About) string {
	old, new := lines(c)
	var b strings.Builder
	if p := old.place; p != nil {
		fmt.Fprintf(&b, "--- %s\n", oneLine(markdownPlace(about.oldName(p.File), p.Line)))
	}
	if p := new.place; p != nil {
		name, _ := about.Repository.Path(p.File)
		fmt.Fprintf(&b, "+++ %s\n", oneLine(markdownPlace(name, p.Line)))
	}
	switch {
	case old.text == new.text: // what differs is where it stands
		b.WriteString("  " + Escape(old.text) + "\n")
	default:
		if old.place != nil {
			b.WriteString("- " + Escape(old.text) + "\n")
		}
		if new.place != nil {
			b.WriteString("+ " + Escape(new.text) + "\n")
		}
	}
	return fenced("diff", b.String())
}

// fenced is a text as a block of code, in which nothing is markup.
func fenced(language, text string) string {
	if text == "" {
		return ""
	}
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return "\n" + fence + language + "\n" + text + fence + "\n"
}

// diffWitness is an object that shows a change, folded away.
func diffWitness(c *report.Change) string {
	w := c.Witness
	title := "An object that shows it: accepted before, "
	if w.NewAnswer.Accepted {
		title += "stored otherwise now"
	} else {
		title += "refused now"
	}
	var b strings.Builder
	write := func(comment string, o map[string]any) {
		if o == nil {
			return
		}
		text, err := yamltext.Marshal(o)
		if err != nil {
			return // it came from JSON
		}
		if b.Len() > 0 {
			b.WriteString("---\n")
		}
		for line := range strings.Lines(wrapped(oneLine(shorter(comment)), pageWidth)) {
			b.WriteString("# " + strings.TrimSuffix(line, "\n") + "\n")
		}
		b.WriteString(escapedLines(string(text)))
	}
	write("stored before", w.Replaces)
	write(firstApply(w), w.Applied)
	request := w.Operation
	if w.Applied != nil {
		request = secondApply(w)
	}
	if w.NewAnswer.Accepted {
		then := ""
		if said := storedOtherwise(c); said != "" {
			then = "; then " + said
		}
		write("sent to "+request+then, w.Object)
	} else {
		write("on "+request+": "+w.NewAnswer.Message, w.Object)
	}
	if b.Len() > witnessBytes {
		return "\n" + title + ": " + inCode(shorter(shortObject(w.Object))) + "\n"
	}
	return "\n<details><summary>" + inMarkdown(title) + "</summary>\n" + fenced("yaml", b.String()) + "\n</details>\n"
}
