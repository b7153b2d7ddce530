package complete

import (
	"strings"

	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/lsp/cursor"
	"github.com/crdtool/crdtool/internal/lsp/describe"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// comment adds the IDs of rules after "# crdtool:ignore", and the comment itself before it.
func (c *completer) comment() {
	p := c.place
	before := p.Comment[:min(p.CommentOffset, len(p.Comment))]
	text := strings.TrimLeft(strings.TrimPrefix(before, "#"), " ")
	for _, directive := range []string{"crdtool:ignore-file", "crdtool:ignore"} {
		rest, found := strings.CutPrefix(text, directive)
		if !found || rest == "" || rest[0] != ' ' {
			continue
		}
		rest = strings.TrimLeft(rest, " ")
		if strings.Contains(rest, " ") {
			return // the reason
		}
		typed := rest[strings.LastIndexByte(rest, ',')+1:]
		end := p.Offset
		for i := p.CommentOffset; i < len(p.Comment) && !strings.ContainsRune(" ,", rune(p.Comment[i])); i++ {
			end++
		}
		c.ruleIDs(cursor.Span{Start: p.Offset - len(typed), End: end})
		return
	}
	if rest, found := strings.CutPrefix(text, "crdtool: "); found {
		c.expectations(rest)
		return
	}
	if !strings.HasPrefix("crdtool:ignore-file", text) && !strings.HasPrefix("crdtool: ", text) {
		return
	}
	start := cursor.Span{Start: p.Offset - len(text), End: p.Offset}
	c.add(Item{Label: "crdtool:ignore", Kind: Keyword, Detail: "ignore findings here", Text: "crdtool:ignore ", Replace: start})
	c.add(Item{Label: "crdtool: accepted", Kind: Keyword, Detail: "expect that the object is created", Text: "crdtool: accepted", Replace: start})
	c.add(Item{Label: "crdtool: refused", Kind: Keyword, Detail: "expect that the object is refused", Text: `crdtool: refused ""`, Snippet: `crdtool: refused "$1"`, Replace: start})
	c.add(Item{Label: "crdtool:ignore-file", Kind: Keyword, Detail: "ignore findings in the file", Text: "crdtool:ignore-file ", Replace: start})
}

// expectations adds what a comment can expect of the object below it, in a test of "crdtool test".
func (c *completer) expectations(typed string) {
	if strings.Contains(typed, " ") {
		return
	}
	replace := cursor.Span{Start: c.place.Offset - len(typed), End: c.place.Offset}
	for _, e := range []struct{ label, text, snippet, detail string }{
		{"accepted", "accepted", "", "the object is created"},
		{"refused", `refused ""`, `refused "$1"`, "the object is refused, with a message that contains the text"},
		{"stored", "stored ", "stored ${1:spec.field} = ${2:value}", "the stored object has this value"},
		{"pruned", "pruned ", "pruned ${1:spec.field}", "the object is created without the field"},
		{"warned", `warned ""`, `warned "$1"`, "the object is created with this warning"},
		{"on", "on ", "on ${1:1.30-}", "the test is for these versions of Kubernetes"},
	} {
		c.add(Item{Label: e.label, Kind: Keyword, Detail: e.detail, Text: e.text, Snippet: e.snippet, Replace: replace})
	}
}

// ruleIDs adds the rules that can be ignored.
func (c *completer) ruleIDs(replace cursor.Span) {
	for _, r := range rules.Documented() {
		if r.Topic == rules.ServerTopic && r.Severity == finding.Error {
			continue
		}
		c.add(Item{Label: r.ID, Kind: RuleID, Detail: r.Title, Documentation: describe.Rule(r.ID), Text: r.ID, Replace: replace})
	}
}
