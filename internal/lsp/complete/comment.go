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
	if !strings.HasPrefix("crdtool:ignore-file", text) {
		return
	}
	start := cursor.Span{Start: p.Offset - len(text), End: p.Offset}
	c.add(Item{Label: "crdtool:ignore", Kind: Keyword, Detail: "ignore findings here", Text: "crdtool:ignore ", Replace: start})
	c.add(Item{Label: "crdtool:ignore-file", Kind: Keyword, Detail: "ignore findings in the file", Text: "crdtool:ignore-file ", Replace: start})
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
