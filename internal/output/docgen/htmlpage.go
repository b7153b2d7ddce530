package docgen

import (
	"bufio"
	"io"
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/internal/output/htmlpage"
)

// htmlPage writes the page of a set.
//
// Text of a CRD is escaped by function text, or is HTML from proseHTML or spansHTML. All attributes have quotes.
type htmlPage struct{ w *bufio.Writer }

func newHTMLPage(w io.Writer) htmlPage { return htmlPage{bufio.NewWriter(w)} }

// put writes HTML.
func (p htmlPage) put(html ...string) {
	for _, s := range html {
		p.w.WriteString(s) // an error stays until Flush
	}
}

func text(s string) string { return htmlpage.Text(s) }

func code(s string) string { return htmlpage.Code(s) }

func block(s string) string { return htmlpage.Block(s) }

func (r Ref) html() string {
	if r.Anchor == "" {
		return code(r.Path)
	}
	return `<a href="#` + text(r.Anchor) + `">` + code(r.Path) + "</a>"
}

func refsHTML(refs []Ref) string {
	all := make([]string, len(refs))
	for i, r := range refs {
		all[i] = r.html()
	}
	return strings.Join(all, ", ")
}

// page writes the whole page.
func (p htmlPage) page(s *Set, style, script string) error {
	p.put(htmlpage.Head(s.Title, style, script))
	p.header(s)
	p.contents(s)
	p.put("<main id=\"main\" tabindex=\"-1\">")
	for _, one := range s.Pages {
		p.article(one)
	}
	p.put("\n</main>\n<p id=\"said\" class=\"hidden\" role=\"status\"></p>\n<script>", script, "</script>\n</body>\n</html>\n")
	return p.w.Flush()
}

func (p htmlPage) header(s *Set) {
	p.put(`<a class="skip" href="#main">Skip to the documentation</a>`, "\n<header>\n",
		`<button type="button" id="menu" aria-expanded="false" aria-controls="nav">Contents</button>`, "\n",
		"<h1>", text(s.Title), "</h1>\n",
		`<div class="search" role="search"><label class="hidden" for="query">Search fields, descriptions and messages of rules</label>`,
		`<input id="query" type="search" placeholder="Search fields (press /)" autocomplete="off" autocapitalize="off" spellcheck="false" aria-controls="results"></div>`, "\n",
		`<button type="button" id="theme" aria-label="Colours: as the system has them">Auto</button>`, "\n",
		`<div id="results" hidden><p id="hits" role="status"></p><ol id="found"></ol></div>`, "\n</header>\n")
}

func (p htmlPage) contents(s *Set) {
	p.put(`<nav id="nav" aria-label="Contents"><ul>`)
	mixed := s.Mixed()
	for _, one := range s.Pages {
		p.put("\n<li><a href=\"#", text(one.Anchor), `">`, text(one.Kind), "</a>")
		if mixed {
			p.put(" <small>", text(one.Group), "</small>")
		}
		p.put("<ul>")
		for _, v := range one.Versions {
			p.put(`<li><a href="#`, text(v.Anchor), `">`, text(v.Name), "</a>")
			if v.Deprecated {
				p.put(" <small>deprecated</small>")
			}
			p.put("</li>")
		}
		p.put("</ul></li>")
	}
	p.put("\n</ul></nav>\n")
}

func (p htmlPage) article(one *Page) {
	kind := text(one.Kind)
	p.put("\n<article id=\"", text(one.Anchor), `" data-kind="`, kind, "\">\n",
		"<h2>", kind, ` <a class="copy" href="#`, text(one.Anchor), `" aria-label="Copy the link to `, kind, "\">#</a></h2>\n",
		"<dl class=\"facts\">\n")
	fact := func(name string, values ...string) {
		p.put("<div><dt>", name, "</dt><dd>")
		p.put(values...)
		p.put("</dd></div>\n")
	}
	names := func(name string, list []string) {
		if len(list) == 0 {
			return
		}
		var all []string
		for _, s := range list {
			all = append(all, code(s), " ")
		}
		fact(name, all...)
	}
	fact("group", code(one.Group))
	fact("kind", code(one.Kind))
	fact("list kind", code(one.ListKind))
	fact("plural", code(one.Plural))
	fact("singular", code(one.Singular))
	names("short names", one.ShortNames)
	names("categories", one.Categories)
	fact("scope", text(one.Scope))
	if one.Webhook {
		fact("conversion", "by a webhook")
	}
	p.put("</dl>")
	p.notes(one.Notes)
	for i, v := range one.Versions {
		p.put("\n<details class=\"version\" id=\"", text(v.Anchor), `" data-version="`, text(v.Name), `"`)
		if i == 0 {
			p.put(" open")
		}
		p.put("><summary><h3>", code(one.Group+"/"+v.Name), "</h3>")
		if !v.Served {
			p.put(` <span class="badge">not served</span>`)
		}
		if v.Storage {
			p.put(` <span class="badge">storage</span>`)
		}
		if v.Deprecated {
			p.put(` <span class="badge bad">deprecated</span>`)
		}
		p.put("</summary>\n")
		p.version(v)
		p.put("</details>")
	}
	p.put("\n</article>")
}

func (p htmlPage) version(v *Version) {
	if v.Deprecated {
		p.put(`<p class="warning"><strong>Deprecated.</strong> `, text(v.Warning), "</p>")
	}
	p.prose(v.Description)
	if v.Source != "" {
		p.put("<p>")
		p.source(v.Source)
		p.put("</p>")
	}
	p.extras(v)
	p.columns(v.Columns)
	p.constraints(v.Limits, v.Rules)
	p.notes(v.Notes)
	if v.Preserves {
		p.put("<p>Fields that are not listed are kept, too.</p>")
	}
	for _, s := range v.Samples {
		p.put(`<details class="sample"><summary>`, text(sampleTitle(s)),
			`</summary><button type="button" class="copytext">Copy</button>`, block(s.YAML), "</details>")
	}
	switch {
	case v.SameAs != nil:
		p.put(`<p>The fields are those of <a href="#`, text(v.SameAs.Anchor), `">`, text(v.SameAs.Name), "</a>.</p>")
	case len(v.Fields) > 0:
		p.put(`<div class="tools"><button type="button" class="openall">Open all fields</button> <button type="button" class="closeall">Close all fields</button></div>`)
		p.fields(branchOf{v.Fields, 0, countFields(v.Fields)})
	default:
		p.put("<p>The schema lists no fields.</p>")
	}
}

func (p htmlPage) prose(description Prose) {
	if len(description) > 0 {
		p.put(`<div class="prose">`, proseHTML(description), "</div>")
	}
}

// extras writes the subresources and selectable fields of a version.
func (p htmlPage) extras(v *Version) {
	if !v.Status && v.Scale == nil && len(v.Selectable) == 0 {
		return
	}
	p.put(`<ul class="extras">`)
	if v.Status {
		p.put("<li><code>status</code> is a subresource: it is written apart from the rest</li>")
	}
	if s := v.Scale; s != nil {
		p.put("<li>scales with ", s.Replicas.html(), ", reports ", s.Status.html())
		if s.Selector.Path != "" {
			p.put(", selects by ", s.Selector.html())
		}
		p.put("</li>")
	}
	if len(v.Selectable) > 0 {
		p.put("<li>field selectors may name ", refsHTML(v.Selectable), "</li>")
	}
	p.put("</ul>")
}

func (p htmlPage) columns(list []Column) {
	if len(list) == 0 {
		return
	}
	p.put(`<div class="wide" tabindex="0" role="group" aria-label="Columns of kubectl get"><table><caption>Columns of <code>kubectl get</code></caption>`,
		`<thead><tr><th scope="col">column</th><th scope="col">type</th><th scope="col">from</th></tr></thead><tbody>`)
	for _, c := range list {
		p.put("<tr><td>", text(c.Name))
		if c.Wide {
			p.put(` <span class="badge">-o wide</span>`)
		}
		if c.Description != "" {
			p.put("<br><small>", text(c.Description), "</small>")
		}
		p.put("</td><td>", text(c.Type), "</td><td>", c.From.html(), "</td></tr>")
	}
	p.put("</tbody></table></div>")
}

// constraints writes the limits and rules of a value.
func (p htmlPage) constraints(limits []Limit, rules []Rule) {
	if len(limits) > 0 {
		p.put(`<dl class="limits">`)
		for _, l := range limits {
			p.put("<div><dt>", text(of(l.Of)), text(l.Label), "</dt>")
			if len(l.Text) > 0 {
				p.put("<dd>", spansHTML(l.Text), "</dd>")
			}
			p.put("</div>")
		}
		p.put("</dl>")
	}
	for _, r := range rules {
		p.put(`<div class="rule"><p>`, text(of(r.Of)), `<span class="message">`, text(oneLine(r.Words)), "</span>")
		if r.OnUpdate {
			p.put(` <span class="badge">on update</span>`)
		}
		p.put("</p>", block(r.CEL))
		if r.MessageExpression != "" {
			p.put(`<p>The message is</p><pre tabindex="0"><code class="message">`, text(r.MessageExpression), "</code></pre>")
		}
		if len(r.Fields) > 0 {
			p.put(`<p class="about">about `, refsHTML(r.Fields), "</p>")
		}
		p.put("</div>")
	}
}

// source writes a link to the code, if its address is known.
func (p htmlPage) source(address string) {
	if address != "" {
		p.put(` <a class="source" href="`, text(address), `" rel="noopener noreferrer">source</a>`)
	}
}

// notes writes notes. The tick and the cross distinguish them without colours.
func (p htmlPage) notes(list []Note) {
	if len(list) == 0 {
		return
	}
	p.put(`<ul class="notes">`)
	for _, m := range list {
		class, sign, label := "missing", "✗", "not covered: "
		if m.Good {
			class, sign, label = "seen", "✓", "covered: "
		}
		p.put(`<li class="`, class, `"><span aria-hidden="true">`, sign, `</span><span class="hidden">`, label, "</span> ",
			text(of(m.Of)), "<strong>", text(m.Label), "</strong>")
		if m.Text != "" {
			p.put(": ", text(m.Text))
		}
		p.put("</li>")
	}
	p.put("</ul>")
}

// missing counts the notes of fields, and of all fields below, that are not good.
func missing(fields []*Field) (n int) {
	for _, f := range fields {
		for _, note := range f.Notes {
			if !note.Good {
				n++
			}
		}
		n += missing(f.Fields)
	}
	return n
}

func (p htmlPage) fields(b branchOf) {
	p.put(`<ul class="fields">`)
	for _, f := range b.Fields {
		path, anchor := text(f.Path), text(f.Anchor)
		p.put("\n<li class=\"field\" id=\"", anchor, `"><div class="head"><code class="path">`, text(f.Above()), `<span class="name">`, text(f.Name),
			`</span></code> <span class="type">`, text(f.Type), "</span>")
		if f.Required {
			p.put(` <span class="required">required</span>`)
		}
		if f.Default != "" {
			p.put(` <span class="default">default `, code(f.Default), "</span>")
		}
		p.source(f.Source)
		p.put(` <a class="copy" href="#`, anchor, `" aria-label="Copy the link to `, path, `">#</a></div>`)
		p.prose(f.Description)
		p.constraints(f.Limits, f.Rules)
		p.notes(f.Notes)
		if n := len(f.Fields); n > 0 {
			p.put("<details")
			if b.Open() {
				p.put(" open")
			}
			p.put("><summary>", strconv.Itoa(n), " field")
			if n != 1 {
				p.put("s")
			}
			if n := missing(f.Fields); n > 0 {
				p.put(", ", strconv.Itoa(n), " not covered")
			}
			p.put(`<span class="hidden"> of `, path, "</span></summary>")
			p.fields(b.Below(f))
			p.put("</details>")
		}
		p.put("</li>")
	}
	p.put("\n</ul>")
}
