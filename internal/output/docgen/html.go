package docgen

import (
	"embed"
	"io"
	"strings"

	"github.com/crdtool/crdtool/internal/text/safetext"
)

//go:embed assets
var assets embed.FS

func readAsset(name string) string {
	text, err := assets.ReadFile("assets/" + name)
	if err != nil {
		panic(err) // it is embedded
	}
	return string(text)
}

// WriteHTML writes all pages as one HTML file with its styles and its script. The file loads nothing, and its
// content security policy allows only that script to run.
func (s *Set) WriteHTML(w io.Writer) error {
	style := readAsset("page.css")
	if s.noted {
		style += readAsset("notes.css")
	}
	return safetext.Write(w, safetext.Text, func(w io.Writer) error { return newHTMLPage(w).page(s, style, readAsset("page.js")) })
}

// branchOf is a list of fields at a depth of the tree of a version; All is the number of fields of the tree.
type branchOf struct {
	Fields     []*Field
	Depth, All int
}

const (
	// openDepth is the depth to which trees are open at first.
	openDepth = 1
	// smallTree is the number of fields up to which a whole tree is open.
	smallTree = 40
)

// Open reports whether the fields below a field of this list are shown at first.
func (b branchOf) Open() bool { return b.Depth < openDepth || b.All <= smallTree }

// Below returns the list of the fields below a field.
func (b branchOf) Below(f *Field) branchOf { return branchOf{f.Fields, b.Depth + 1, b.All} }

func countFields(fields []*Field) int {
	n := len(fields)
	for _, f := range fields {
		n += f.Count()
	}
	return n
}

// proseHTML returns a description as HTML with its text escaped.
func proseHTML(p Prose) string {
	var b strings.Builder
	list := BlockKind(0)
	for _, block := range p {
		if block.Kind != list {
			closeList(&b, list)
			switch list = block.Kind; list {
			case Bullet:
				b.WriteString("<ul>")
			case Numbered:
				b.WriteString("<ol>")
			}
		}
		switch block.Kind {
		case Code:
			b.WriteString("<pre tabindex=\"0\"><code>" + text(block.Code) + "</code></pre>")
		case Bullet, Numbered:
			b.WriteString("<li>" + inlinesHTML(block.Inlines) + "</li>")
		default:
			b.WriteString("<p>" + inlinesHTML(block.Inlines) + "</p>")
		}
	}
	closeList(&b, list)
	return b.String()
}

func closeList(b *strings.Builder, kind BlockKind) {
	switch kind {
	case Bullet:
		b.WriteString("</ul>")
	case Numbered:
		b.WriteString("</ol>")
	}
}

func inlinesHTML(list []Inline) string {
	var b strings.Builder
	for _, in := range list {
		shown := text(in.Text)
		switch {
		case in.URL != "":
			shown = `<a href="` + text(in.URL) + `" rel="noopener noreferrer">` + shown + "</a>"
		case in.Mark == CodeSpan:
			shown = "<code>" + shown + "</code>"
		case in.Mark == Strong:
			shown = "<strong>" + shown + "</strong>"
		case in.Mark == Emphasis:
			shown = "<em>" + shown + "</em>"
		}
		b.WriteString(shown)
	}
	return b.String()
}

func spansHTML(list []Span) string {
	var b strings.Builder
	for _, s := range list {
		shown := text(s.Text)
		if s.Code {
			shown = "<code>" + shown + "</code>"
		}
		if s.Anchor != "" {
			shown = `<a href="#` + text(s.Anchor) + `">` + shown + "</a>"
		}
		b.WriteString(shown)
	}
	return b.String()
}
