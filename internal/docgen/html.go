package docgen

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"html"
	"html/template"
	"io"
	"strings"
	"sync"
)

//go:embed assets
var assets embed.FS

// page is the template of a set; it is parsed when the first set is written.
var page = sync.OnceValues(func() (*template.Template, error) {
	return template.New("page.html.tmpl").Funcs(template.FuncMap{
		"prose":  proseHTML,
		"spans":  spansHTML,
		"tree":   func(fields []*Field, depth, all int) branchOf { return branchOf{fields, depth, all} },
		"count":  countFields,
		"sample": sampleTitle,
		"line":   oneLine,
	}).ParseFS(assets, "assets/page.html.tmpl")
})

// asset is a file of the page, and what a content security policy calls it.
type asset struct{ text, hash string }

func readAsset(name string) asset {
	text, err := assets.ReadFile("assets/" + name)
	if err != nil {
		panic(err) // it is embedded
	}
	sum := sha256.Sum256(text)
	return asset{string(text), "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"}
}

// WriteHTML writes all pages as one HTML file, with its styles and its script in
// it. It loads nothing, and a content security policy in it keeps it from
// running anything but that script.
func (s *Set) WriteHTML(w io.Writer) error {
	t, err := page()
	if err != nil {
		return err
	}
	style, script := readAsset("page.css"), readAsset("page.js")
	return t.Execute(w, map[string]any{
		"Set":    s,
		"Style":  template.CSS(style.text),
		"Script": template.JS(script.text),
		"Policy": "default-src 'none'; style-src " + style.hash + "; script-src " + script.hash + "; base-uri 'none'; form-action 'none'",
	})
}

// branchOf is a list of fields at a depth of the tree of a version that has all
// fields in all.
type branchOf struct {
	Fields     []*Field
	Depth, All int
}

const (
	// openDepth is how far trees are open at first.
	openDepth = 1
	// smallTree is how many fields a tree may have to be open altogether.
	smallTree = 40
)

// Open reports whether the fields in a field of this list are shown at first.
func (b branchOf) Open() bool { return b.Depth < openDepth || b.All <= smallTree }

// Below is the list of the fields in a field.
func (b branchOf) Below(f *Field) branchOf { return branchOf{f.Fields, b.Depth + 1, b.All} }

func countFields(fields []*Field) int {
	n := len(fields)
	for _, f := range fields {
		n += f.Count()
	}
	return n
}

// proseHTML escapes all text of a description.
func proseHTML(p Prose) template.HTML {
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
			b.WriteString("<pre tabindex=\"0\"><code>" + html.EscapeString(block.Code) + "</code></pre>")
		case Bullet, Numbered:
			b.WriteString("<li>" + inlinesHTML(block.Inlines) + "</li>")
		default:
			b.WriteString("<p>" + inlinesHTML(block.Inlines) + "</p>")
		}
	}
	closeList(&b, list)
	return template.HTML(b.String())
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
		text := html.EscapeString(in.Text)
		switch {
		case in.URL != "":
			text = `<a href="` + html.EscapeString(in.URL) + `" rel="noopener noreferrer">` + text + "</a>"
		case in.Mark == CodeSpan:
			text = "<code>" + text + "</code>"
		case in.Mark == Strong:
			text = "<strong>" + text + "</strong>"
		case in.Mark == Emphasis:
			text = "<em>" + text + "</em>"
		}
		b.WriteString(text)
	}
	return b.String()
}

func spansHTML(list []Span) template.HTML {
	var b strings.Builder
	for _, s := range list {
		text := html.EscapeString(s.Text)
		if s.Code {
			text = "<code>" + text + "</code>"
		}
		if s.Anchor != "" {
			text = `<a href="#` + html.EscapeString(s.Anchor) + `">` + text + "</a>"
		}
		b.WriteString(text)
	}
	return template.HTML(b.String())
}
