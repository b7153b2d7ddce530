package lint

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/crdtool/crdtool/internal/input/edit"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// Comments are the comments in a file that ignore findings:
//
//	maxItems: 5000 # crdtool:ignore RULE reason        findings on this line
//	# crdtool:ignore RULE,RULE reason                  the next key or item, and everything below it
//	# crdtool:ignore-file RULE reason                  the file
//
// A nil *Comments has none. Hides also takes findings that are made later, such as those of Set.
type Comments struct {
	list []comment
}

type comment struct {
	pos    finding.Pos // from the # to the end
	alone  bool        // on its line
	rules  []string
	reason string
	// from and to are the first and last line that the comment covers.
	from, to int
	used     []bool // by rule
}

const (
	ignoreMark     = "crdtool:ignore"
	ignoreFileMark = "crdtool:ignore-file"

	ruleIgnoreSyntax = "ignore-syntax"
	ruleUnusedIgnore = "unused-ignore"
)

// Hides reports whether a comment covers a finding of the file.
func (c *Comments) Hides(f *report.Finding) bool {
	if c == nil {
		return false
	}
	hidden := false
	for i := range c.list {
		hidden = c.list[i].hides(f) || hidden
	}
	return hidden
}

func (k *comment) hides(f *report.Finding) bool {
	if f.Line < k.from || f.Line > k.to {
		return false
	}
	hidden := false
	for j, rule := range k.rules {
		if rule == f.Rule {
			k.used[j], hidden = true, true
		}
	}
	return hidden
}

// readComments returns the ignore comments of a file, and findings about the malformed ones.
func readComments(f *source.File) (*Comments, []draft) {
	if !mayIgnore(f) {
		return nil, nil
	}
	c := new(Comments)
	var wrong []draft
	inText := marksInText(f)
	for n := 1; n <= f.Lines(); n++ {
		at := commentStart(f.Line(n), func(column int) bool { return inText[place{n, column}] })
		if at < 0 {
			continue
		}
		k, problem := parseComment(f, n, at)
		if problem != "" {
			wrong = append(wrong, commentFinding(f.Name, ruleIgnoreSyntax, k.pos, problem))
			continue
		}
		c.list = append(c.list, k)
	}
	if len(c.list) == 0 {
		return nil, wrong
	}
	return c, wrong
}

// mayIgnore reports whether a file may have ignore comments.
func mayIgnore(f *source.File) bool {
	return bytes.Contains(f.Text, []byte(ignoreMark))
}

// commentStart returns the index of the # of an ignore comment, or -1. inText reports whether a column is
// inside of a scalar, where # starts no comment.
func commentStart(line string, inText func(column int) bool) int {
	for mark := 0; ; mark++ {
		next := strings.Index(line[mark:], ignoreMark)
		if next < 0 {
			return -1
		}
		mark += next
		at := len(strings.TrimRight(line[:mark], " \t")) - 1
		begins := at == 0 || at > 0 && (line[at-1] == ' ' || line[at-1] == '\t')
		if begins && line[at] == '#' && !inText(utf8.RuneCountInString(line[:mark])+1) {
			return at
		}
	}
}

func parseComment(f *source.File, n, at int) (k comment, problem string) {
	line := strings.TrimRight(f.Line(n), " \t")
	column := utf8.RuneCountInString(line[:at]) + 1
	k.pos = finding.Pos{Line: n, Column: column, EndLine: n, EndColumn: column + utf8.RuneCountInString(line[at:])}
	k.alone = strings.TrimSpace(line[:at]) == ""

	text := strings.TrimSpace(strings.TrimLeft(line[at:], "# \t"))
	whole := strings.HasPrefix(text, ignoreFileMark)
	text = strings.TrimPrefix(strings.TrimPrefix(text, ignoreFileMark), ignoreMark)
	if text != "" && text[0] != ' ' && text[0] != '\t' {
		word, _, _ := strings.Cut(text, " ")
		return k, fmt.Sprintf("%s%s is not a comment of crdtool; write %s or %s", ignoreMark, word, ignoreMark, ignoreFileMark)
	}
	words := strings.Fields(text)
	for len(words) > 0 {
		more := strings.HasSuffix(words[0], ",")
		for id := range strings.SplitSeq(strings.TrimSuffix(words[0], ","), ",") {
			k.rules = append(k.rules, id)
		}
		if words = words[1:]; !more {
			break
		}
	}
	if len(k.rules) == 0 {
		return k, "the comment names no rule; write: # " + ignoreMark + " RULE reason"
	}
	for _, id := range k.rules {
		if rules.FindDocumented(id) == nil {
			return k, rules.Unknown(id)
		}
	}
	if k.reason = strings.TrimLeft(strings.Join(words, " "), "-: "); k.reason == "" {
		return k, "the comment gives no reason; write it after the rule"
	}
	k.used = make([]bool, len(k.rules))
	switch {
	case whole:
		k.from, k.to = 1, f.Lines()
	case k.alone:
		k.from, k.to = block(f, n)
	default:
		k.from, k.to = n, n
	}
	return k, ""
}

// block returns the lines of the key or item that follows line n, with everything below it.
func block(f *source.File, n int) (from, to int) {
	content := func(line string) bool {
		text := strings.TrimSpace(line)
		return text != "" && text[0] != '#'
	}
	from = n + 1
	for from <= f.Lines() && !content(f.Line(from)) {
		from++
	}
	first := f.Line(from)
	depth := indentation(first)
	item := isItem(first)
	to = from
	for i := from + 1; i <= f.Lines(); i++ {
		line := f.Line(i)
		if !content(line) {
			continue
		}
		// The items of a list may have the indentation of its key.
		if d := indentation(line); d < depth || d == depth && (item || !isItem(line)) || strings.HasPrefix(line, "---") {
			break
		}
		to = i
	}
	return from, to
}

func indentation(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

func isItem(line string) bool {
	text := strings.TrimLeft(line, " ")
	return text == "-" || strings.HasPrefix(text, "- ")
}

// place is a position in a file.
type place struct{ line, column int }

// marksInText returns the positions of the mark in quoted and block scalars, where # starts no comment.
func marksInText(f *source.File) map[place]bool {
	marks := map[place]bool{}
	var walk func(d *source.Document, n *yamlnode.Node)
	walk = func(d *source.Document, n *yamlnode.Node) {
		if n.Kind != yamlnode.Scalar && n.Kind != yamlnode.Alias {
			for _, c := range n.Content {
				walk(d, c)
			}
			return
		}
		if n.Style&(yamlnode.Literal|yamlnode.Folded|yamlnode.SingleQuoted|yamlnode.DoubleQuoted) == 0 {
			return
		}
		for from := 0; ; from += len(ignoreMark) {
			i := strings.Index(n.Value[from:], ignoreMark)
			if i < 0 {
				return
			}
			from += i
			if pos, ok := d.Inside(n, from); ok {
				marks[place{pos.Line, pos.Column}] = true
			}
		}
	}
	for _, d := range f.Documents {
		walk(d, d.Root)
	}
	return marks
}

// unused returns findings about the comments that hide nothing although their rules checked the CRDs they
// cover. It returns none for a file with syntax errors.
func (c *Comments) unused(file *source.File, r *FileReport, kept []draft) []draft {
	if c == nil || len(file.Problems) > 0 {
		return nil
	}
	counted := map[string]bool{} // rules with unlisted findings
	for i := range kept {
		if kept[i].More > 0 {
			counted[kept[i].Rule] = true
		}
	}
	var found []draft
	for i := range c.list {
		k := &c.list[i]
		from, to := k.from, k.to
		if from > file.Lines() { // nothing follows it
			from, to = k.pos.Line, k.pos.Line
		}
		var idle []string
		for j, id := range k.rules {
			if !k.used[j] && !counted[id] && r.judgedAt(from, to, id) {
				idle = append(idle, id)
			}
		}
		if len(idle) == 0 {
			continue
		}
		f := commentFinding(file.Name, ruleUnusedIgnore, k.pos, "there is no finding of "+strings.Join(idle, " or ")+" here for the comment to ignore")
		if len(idle) == len(k.rules) {
			f.Fix, f.plan = k.removal(file)
		}
		found = append(found, f)
	}
	return found
}

// removal returns a fix that removes the comment, and its line if nothing else is on it.
func (k *comment) removal(f *source.File) (*report.Fix, fixPlan) {
	if len(f.Documents) == 0 {
		return nil, fixPlan{}
	}
	from, ok := f.Offset(k.pos.Line, k.pos.Column)
	to, closed := f.Offset(k.pos.EndLine, k.pos.EndColumn)
	if !ok || !closed {
		return nil, fixPlan{}
	}
	for from > 0 && (f.Text[from-1] == ' ' || f.Text[from-1] == '\t') {
		from--
	}
	if k.alone {
		if next, ok := f.Offset(k.pos.Line+1, 1); ok {
			to = next
		}
	}
	return &report.Fix{Title: "remove the comment"}, fixPlan{
		// The YAML nodes do not change.
		Request: edit.Request{Doc: f.Documents[0]},
		edits:   []edit.Edit{{Start: from, End: to}},
	}
}

func commentFinding(file, rule string, pos finding.Pos, message string) draft {
	of := (&finding.Finding{Code: finding.Code(rule), Severity: finding.Warning, Message: message, Pos: pos}).Report(file)
	return draft{Finding: &of}
}
