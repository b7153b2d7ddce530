package docgen

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/crdtool/crdtool/internal/text/safetext"
)

// WriteMarkdown writes all pages in one document, with a table of contents if there are several.
func (s *Set) WriteMarkdown(w io.Writer) error { return writeMarkdown(w, s.markdown) }

func (s *Set) markdown(m *markdown) {
	if len(s.Pages) != 1 {
		m.line("# " + escapeMarkdown(s.Title))
		m.line("")
		for _, p := range s.Pages {
			m.line(fmt.Sprintf("- [%s](#%s) (%s)", escapeMarkdown(p.Kind), p.Anchor, escapeMarkdown(p.Group)))
		}
	}
	for _, p := range s.Pages {
		m.page(p)
	}
}

// WriteMarkdown writes only this page.
func (p *Page) WriteMarkdown(w io.Writer) error {
	return writeMarkdown(w, func(m *markdown) { m.page(p) })
}

// WriteIndex writes a list of the pages as separate files with the names of FileName.
func (s *Set) WriteIndex(w io.Writer) error { return writeMarkdown(w, s.index) }

func (s *Set) index(m *markdown) {
	m.line("# " + escapeMarkdown(s.Title))
	m.line("")
	for _, p := range s.Pages {
		m.line(fmt.Sprintf("- [%s](%s) (%s)", escapeMarkdown(p.Kind), p.FileName(), escapeMarkdown(p.Group)))
	}
}

// FileName returns the name of the page as a Markdown file.
func (p *Page) FileName() string { return p.Anchor + ".md" }

// markdown writes the model as Markdown.
type markdown struct {
	w *bufio.Writer
	// blank is set at the beginning and after a blank line.
	blank bool
}

func newMarkdown(w io.Writer) *markdown { return &markdown{w: bufio.NewWriter(w), blank: true} }

func writeMarkdown(w io.Writer, write func(*markdown)) error {
	return safetext.Write(w, safetext.Markdown, func(w io.Writer) error {
		m := newMarkdown(w)
		write(m)
		return m.w.Flush()
	})
}

// line writes a line. It merges blank lines.
func (m *markdown) line(text string) {
	if text == "" && m.blank {
		return
	}
	m.blank = text == ""
	m.w.WriteString(text)
	m.w.WriteByte('\n')
}

// heading writes a heading with an anchor, between blank lines.
func (m *markdown) heading(level int, anchor, text string) {
	m.line("")
	if anchor != "" {
		m.line(`<a id="` + anchor + `"></a>`)
		m.line("")
	}
	m.line(strings.Repeat("#", level) + " " + text)
	m.line("")
}

func (m *markdown) page(p *Page) {
	m.heading(1, p.Anchor, escapeMarkdown(p.Kind))
	m.line("| | |")
	m.line("|---|---|")
	row := func(label string, values ...string) {
		var cells []string
		for _, v := range values {
			cells = append(cells, codeMarkdown(v, true))
		}
		if cells != nil {
			m.line("| " + label + " | " + strings.Join(cells, ", ") + " |")
		}
	}
	row("group", p.Group)
	row("kind", p.Kind)
	row("list kind", p.ListKind)
	row("plural", p.Plural)
	row("singular", p.Singular)
	row("short names", p.ShortNames...)
	row("categories", p.Categories...)
	m.line("| scope | " + escapeMarkdown(p.Scope) + " |")
	if p.Webhook {
		m.line("| conversion | by a webhook |")
	}
	m.line("")
	m.line("| version | served | storage | deprecated |")
	m.line("|---|---|---|---|")
	for _, v := range p.Versions {
		m.line(fmt.Sprintf("| [%s](#%s) | %s | %s | %s |", escapeMarkdown(v.Name), v.Anchor, yesNo(v.Served), yesNo(v.Storage), escapeMarkdown(v.Warning)))
	}
	for _, v := range p.Versions {
		m.version(p, v)
	}
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

func (m *markdown) version(p *Page, v *Version) {
	m.heading(2, v.Anchor, codeMarkdown(p.Group+"/"+v.Name, false))
	if v.Deprecated {
		m.line("**Deprecated.** " + escapeMarkdown(v.Warning))
		m.line("")
	}
	m.prose(v.Description, "")
	if v.Source != "" {
		m.line(strings.TrimSpace(sourceMarkdown(v.Source)))
		m.line("")
	}
	m.extras(v)
	m.columns(v)
	m.constraints(v.Limits, v.Rules)
	if v.Preserves {
		m.line("Fields that are not listed are kept, too.")
		m.line("")
	}
	switch {
	case v.SameAs != nil:
		m.line(fmt.Sprintf("The fields are those of [%s](#%s).", escapeMarkdown(v.SameAs.Name), v.SameAs.Anchor))
		m.line("")
	case len(v.Fields) == 0:
		m.line("The schema lists no fields.")
		m.line("")
	default:
		m.heading(3, "", "Fields of "+codeMarkdown(p.Kind, false))
		m.fields(v.Fields)
	}
	m.samples(v)
}

func (m *markdown) extras(v *Version) {
	if v.Status {
		m.line("- `status` is a subresource: it is written apart from the rest")
	}
	if s := v.Scale; s != nil {
		text := "- scales with " + refMarkdown(s.Replicas) + ", reports " + refMarkdown(s.Status)
		if s.Selector.Path != "" {
			text += ", selects by " + refMarkdown(s.Selector)
		}
		m.line(text)
	}
	if len(v.Selectable) > 0 {
		var refs []string
		for _, r := range v.Selectable {
			refs = append(refs, refMarkdown(r))
		}
		m.line("- field selectors may name " + strings.Join(refs, ", "))
	}
	if v.Status || v.Scale != nil || len(v.Selectable) > 0 {
		m.line("")
	}
}

func (m *markdown) columns(v *Version) {
	if len(v.Columns) == 0 {
		return
	}
	m.line("Columns of `kubectl get`:")
	m.line("")
	m.line("| column | type | from | |")
	m.line("|---|---|---|---|")
	for _, c := range v.Columns {
		note := escapeMarkdown(oneLine(c.Description))
		if c.Wide {
			note = strings.TrimSpace(note + " (with `-o wide`)")
		}
		m.line(fmt.Sprintf("| %s | %s | %s | %s |", escapeMarkdown(c.Name), escapeMarkdown(c.Type), refMarkdown(c.From), note))
	}
	m.line("")
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// fields lists the fields of one object, then those of the objects in it, each under its own heading: deeply
// nested lists are hard to read.
func (m *markdown) fields(fields []*Field) {
	for _, f := range fields {
		m.field(f)
	}
	for _, f := range fields {
		if len(f.Fields) > 0 {
			m.heading(4, f.Anchor+":fields", codeMarkdown(f.Path, false))
			m.line("[up](#" + f.Anchor + ")")
			m.line("")
			m.fields(f.Fields)
		}
	}
}

func (m *markdown) field(f *Field) {
	text := "- <a id=\"" + f.Anchor + "\"></a>**" + codeMarkdown(f.Name, false) + "** " + escapeMarkdown(f.Type)
	if f.Required {
		text += ", **required**"
	}
	if f.Default != "" {
		text += ", default " + codeMarkdown(f.Default, false)
	}
	if len(f.Fields) > 0 {
		text += fmt.Sprintf(" ([fields](#%s))", f.Anchor+":fields")
	}
	text += sourceMarkdown(f.Source)
	m.line(text)
	m.line("")
	m.prose(f.Description, "  ")
	m.constraintsAt("  ", f.Limits, f.Rules)
}

// sourceMarkdown returns a link to the code, if its address is known.
func sourceMarkdown(address string) string {
	if address == "" {
		return ""
	}
	return " ([source](" + address + "))"
}

func (m *markdown) constraints(limits []Limit, rules []Rule) { m.constraintsAt("", limits, rules) }

func (m *markdown) constraintsAt(indent string, limits []Limit, rules []Rule) {
	for _, l := range limits {
		text := indent + "- " + of(l.Of) + escapeMarkdown(l.Label)
		if len(l.Text) > 0 {
			text += ": " + spansMarkdown(l.Text)
		}
		m.line(text)
	}
	for _, r := range rules {
		text := indent + "- " + of(r.Of) + "rule: " + escapeMarkdown(oneLine(r.Words))
		if r.OnUpdate {
			text += " (on update)"
		}
		if len(r.Fields) > 0 {
			var refs []string
			for _, ref := range r.Fields {
				refs = append(refs, refMarkdown(ref))
			}
			text += "; about " + strings.Join(refs, ", ")
		}
		m.line(text)
		m.line("")
		m.code(r.CEL, indent+"  ", "")
		if r.MessageExpression != "" {
			m.line(indent + "  the message is")
			m.line("")
			m.code(r.MessageExpression, indent+"  ", "")
		}
	}
	if len(limits) > 0 && len(rules) == 0 {
		m.line("")
	}
}

func of(part string) string {
	if part == "" {
		return ""
	}
	return part + ": "
}

func (m *markdown) samples(v *Version) {
	for _, s := range v.Samples {
		m.line("<details>")
		m.line("<summary>" + sampleTitle(s) + "</summary>")
		m.line("")
		m.code(s.YAML, "", "yaml")
		m.line("</details>")
		m.line("")
	}
}

// sampleTitle describes a sample.
func sampleTitle(s Sample) string {
	text := "A " + s.Size + " manifest"
	switch {
	case s.Refusal != "":
		text += ", which the server would refuse: no values were found that satisfy all rules"
	case s.LeftOut > 0:
		text += fmt.Sprintf(", without %d fields that rules exclude", s.LeftOut)
		if s.LeftOut == 1 {
			text = strings.Replace(text, "1 fields", "1 field", 1)
		}
	}
	return text
}
