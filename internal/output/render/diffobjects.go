package render

import (
	"fmt"
	"io"
	"strings"

	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/report"
)

// effectWords say what becomes of objects.
var effectWords = map[string]string{
	"gone":      "of a version or CRD that is gone",
	"refused":   "refused as manifests",
	"stuck":     "stuck at the next update",
	"ratcheted": "accepted only while what is invalid stays unchanged",
	"pruned":    "losing values",
	"defaulted": "with other values",
	"untried":   "not tried",
	"before":    "refused before as well",
	"unchanged": "unchanged",
}

// effectCounts are the counts of objects, the worst first.
func effectCounts(o *report.DiffObjects) []string {
	of := map[string]int{"gone": o.Gone, "refused": o.Refused, "stuck": o.Stuck, "ratcheted": o.Ratcheted, "pruned": o.Pruned,
		"defaulted": o.Defaulted, "untried": o.Untried, "before": o.RefusedBefore, "unchanged": o.Unchanged}
	var parts []string
	for _, effect := range append(report.DiffEffects(), "before", "unchanged") {
		if of[effect] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", of[effect], effectWords[effect]))
		}
	}
	return parts
}

// objectsLine is what becomes of all objects.
func objectsLine(o *report.DiffObjects) string {
	line := prose.Count(o.Objects, "object") + " in " + prose.Count(o.Files, "file")
	if parts := effectCounts(o); len(parts) > 0 {
		line += ": " + strings.Join(parts, ", ")
	}
	return line
}

// notComparedLine counts objects of other kinds; "" for none.
func notComparedLine(o *report.DiffObjects) string {
	if o.NotCompared == 0 {
		return ""
	}
	const most = 5
	var kinds []string
	for i, k := range o.Kinds {
		if i == most && len(o.Kinds) > most+1 {
			kinds = append(kinds, fmt.Sprintf("%d more kinds", len(o.Kinds)-most))
			break
		}
		kinds = append(kinds, k.Kind+"."+k.Group)
	}
	return prose.Count(o.NotCompared, "object") + " whose CRD is not compared: " + prose.And(kinds)
}

// causeLine says what becomes of objects, and why.
func causeLine(c *report.DiffCause) string {
	text := c.Kind + " " + c.Version + ": "
	if c.Field != "" {
		text += c.Field + ": "
	}
	return text + c.Message
}

// objectName is the name of an object with its namespace.
func objectName(o *report.DiffObject) string {
	if o.Namespace != "" {
		return o.Namespace + "/" + o.Name
	}
	return o.Name
}

// Objects writes what becomes of objects that exist.
func (t *DiffText) Objects(w io.Writer, o *report.DiffObjects) error {
	b := &strings.Builder{}
	if t.wrote {
		b.WriteByte('\n')
	}
	t.wrote, t.block = true, true
	fmt.Fprintf(b, "%s\n", objectsLine(o))
	for i := range o.Causes {
		c := &o.Causes[i]
		code := ""
		if c.Change != "" {
			code = " [" + c.Change + "]"
		}
		fmt.Fprintf(b, "\n%s: %s%s (%s)\n", t.text.colour(verdictSeverity(effectSeverity(c.Effect))).Sprint(c.Effect), Escape(causeLine(c)), code, prose.Count(c.Count, "object"))
		for k := range c.Objects {
			if t.MostObjects > 0 && k == t.MostObjects {
				fmt.Fprintf(b, "  and %d more (--max-findings 0 lists all)\n", len(c.Objects)-k)
				break
			}
			obj := &c.Objects[k]
			fmt.Fprintf(b, "  %s:%d:%d  %s", Escape(obj.File), obj.Line, obj.Column, Escape(objectName(obj)))
			if obj.Message != "" {
				fmt.Fprintf(b, ": %s", Escape(obj.Message))
			}
			b.WriteByte('\n')
		}
	}
	for i := range o.Manifests {
		if t.MostObjects > 0 && i == t.MostObjects {
			fmt.Fprintf(b, "\n%s to change (--max-findings 0 lists all)\n", prose.Count(len(o.Manifests)-i, "more file"))
			break
		}
		m := &o.Manifests[i]
		b.WriteString("\n" + escapedLines(m.Diff))
		if !m.Complete {
			fmt.Fprintf(b, "# %s\n", incomplete)
		}
	}
	if line := notComparedLine(o); line != "" || len(o.Unread) > 0 {
		b.WriteByte('\n')
		for _, u := range o.Unread {
			fmt.Fprintf(b, "not read: %s\n", Escape(u))
		}
		if line != "" {
			fmt.Fprintf(b, "%s\n", Escape(line))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

const incomplete = "this is not all that has to change"

// effectSeverity is the verdict that is as bad as an effect.
func effectSeverity(effect string) string {
	switch effect {
	case "gone", "refused", "stuck":
		return "major"
	}
	return ""
}

// The limits of what a comment says of objects.
const (
	diffMarkdownObjects   = 10
	diffMarkdownManifests = 5
)

// diffObjects is what a comment says of objects that exist.
func diffObjects(o *report.DiffObjects) string {
	if o == nil {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n#### Objects: %s\n", inMarkdown(objectsLine(o)))
	for i := range o.Causes {
		c := &o.Causes[i]
		code := ""
		if c.Change != "" {
			code = " (" + changeLink(c.Change) + ")"
		}
		fmt.Fprintf(&b, "\n**%s:** %s%s\n", inMarkdown(c.Effect), inMarkdown(shorter(causeLine(c))), code)
		var items []string
		for k := range c.Objects {
			obj := &c.Objects[k]
			item := inCode(objectName(obj)) + " in " + inCode(fmt.Sprintf("%s:%d", obj.File, obj.Line))
			if obj.Message != "" {
				item += ": " + inMarkdown(shorter(obj.Message))
			}
			items = append(items, item)
		}
		if len(items) > diffMarkdownObjects/2 {
			foldAway(&b, prose.Count(c.Count, "object"), items)
			continue
		}
		b.WriteString("\n- " + strings.Join(items, "\n- ") + "\n")
	}
	for i := range o.Manifests {
		if i == diffMarkdownManifests {
			fmt.Fprintf(&b, "\n%s to change.\n", prose.Count(len(o.Manifests)-i, "more file"))
			break
		}
		b.WriteString(manifestMarkdown(&o.Manifests[i]))
	}
	if line := notComparedLine(o); line != "" {
		fmt.Fprintf(&b, "\n%s.\n", inMarkdown(line))
	}
	return b.String()
}

// escapedLines is a text whose lines are escaped, and all end in a line break.
func escapedLines(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(Escape(strings.TrimRight(line, "\r\n")) + "\n")
	}
	return b.String()
}

// manifestMarkdown is a manifest that has to change, folded away.
func manifestMarkdown(m *report.DiffManifest) string {
	text := escapedLines(m.Diff)
	if len(text) > witnessBytes {
		return "\n" + inCode(m.File) + " has to change.\n"
	}
	title := "What to change in " + m.File
	if !m.Complete {
		title += "; " + incomplete
	}
	return "\n<details><summary>" + inMarkdown(title) + "</summary>\n" + fenced("diff", text) + "\n</details>\n"
}
