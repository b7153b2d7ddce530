package decorate

import (
	"cmp"
	"slices"
	"strings"
)

// A Fold is a part of a text that can be folded. Lines count from 0; the first one stays visible.
type Fold struct {
	Start, End int
	// IsComment is set for comments and for descriptions, which people fold together.
	IsComment bool
}

// minFoldedLines keeps the folds few: a key with a single line below it needs none.
const minFoldedLines = 1

// Folds returns the folds of a text, sorted by their first line. It needs no valid YAML or JSON.
func Folds(text []byte) []Fold {
	lines := strings.Split(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n")
	if beginsAsJSON(lines) {
		return bracketFolds(lines)
	}
	f := &folder{lines: lines}
	f.run()
	return f.folds
}

func beginsAsJSON(lines []string) bool {
	for _, line := range lines {
		if line = strings.TrimSpace(line); line != "" {
			return line[0] == '{' || line[0] == '['
		}
	}
	return false
}

// A folder finds the folds of YAML by the indentation of its lines.
type folder struct {
	lines []string
	folds []Fold
	// open are the entries around the current line: indexes of folds, whose End grows.
	open []openFold
	// last is the last line with content.
	last int
	// document is the line of the first content of the current document, or -1.
	document int
	// comments is the first line of the current comments, or -1.
	comments int
}

type openFold struct {
	fold   int
	indent int
	isItem bool
	// isText is set for the header of a block scalar, whose lines have no entries.
	isText bool
}

func (f *folder) run() {
	f.document, f.comments = -1, -1
	documents := 0
	for n, line := range f.lines {
		content := strings.TrimSpace(line)
		indent := len(line) - len(strings.TrimLeft(line, " "))
		inText := len(f.open) > 0 && f.open[len(f.open)-1].isText && indent > f.open[len(f.open)-1].indent
		switch {
		case content == "":
			continue
		case inText:
			f.last = n
			continue
		case content[0] == '#':
			if f.comments < 0 {
				f.comments = n
			}
			continue
		}
		f.endComments(n)
		if indent == 0 && (strings.HasPrefix(line, "---") || content == "...") {
			f.close(0, false)
			f.endDocument()
			documents++
			continue
		}
		isItem := content == "-" || strings.HasPrefix(content, "- ")
		f.close(indent, isItem)
		if f.document < 0 {
			f.document = n
		}
		f.last = n
		f.open = append(f.open, openFold{fold: len(f.folds), indent: indent, isItem: isItem, isText: isBlockHeader(content)})
		f.folds = append(f.folds, Fold{Start: n, IsComment: strings.HasPrefix(strings.TrimLeft(content, "- "), "description:")})
	}
	f.endComments(len(f.lines))
	f.close(0, false)
	if documents > 0 {
		f.endDocument()
	}
	f.folds = withoutShort(f.folds)
}

// close ends the entries that a line with an indentation does not belong to. The items of a list may have the
// indentation of its key.
func (f *folder) close(indent int, isItem bool) {
	for len(f.open) > 0 {
		top := f.open[len(f.open)-1]
		if top.indent < indent || top.indent == indent && isItem && !top.isItem {
			return
		}
		f.folds[top.fold].End = f.last
		f.open = f.open[:len(f.open)-1]
	}
}

// endComments adds a fold for the comments before a line.
func (f *folder) endComments(n int) {
	if f.comments < 0 {
		return
	}
	end := n - 1
	for end > f.comments && !strings.HasPrefix(strings.TrimSpace(f.lines[end]), "#") {
		end--
	}
	f.folds = append(f.folds, Fold{Start: f.comments, End: end, IsComment: true})
	f.comments = -1
}

// endDocument adds a fold for the current document.
func (f *folder) endDocument() {
	if f.document >= 0 {
		f.folds = append(f.folds, Fold{Start: f.document, End: f.last})
	}
	f.document = -1
}

// isBlockHeader reports whether a line ends with the header of a block scalar.
func isBlockHeader(content string) bool {
	if i := strings.Index(content, " #"); i >= 0 {
		content = strings.TrimRight(content[:i], " ")
	}
	header := content[strings.LastIndexByte(content, ' ')+1:]
	return header != "" && (header[0] == '|' || header[0] == '>') && strings.Trim(header[1:], "+-123456789") == "" && header != content
}

// bracketFolds returns the folds of JSON by its brackets.
func bracketFolds(lines []string) []Fold {
	var folds []Fold
	var open []int // the indexes of folds
	for n, line := range lines {
		inString := false
		for i := 0; i < len(line); i++ {
			switch c := line[i]; {
			case inString && c == '\\':
				i++
			case c == '"':
				inString = !inString
			case inString:
			case c == '{' || c == '[':
				open = append(open, len(folds))
				folds = append(folds, Fold{Start: n})
			case (c == '}' || c == ']') && len(open) > 0:
				folds[open[len(open)-1]].End = n - 1 // the closing bracket stays visible
				open = open[:len(open)-1]
			}
		}
	}
	return withoutShort(folds)
}

// withoutShort removes folds that hide nothing, and all but the longest that begin on one line.
func withoutShort(folds []Fold) []Fold {
	longest := map[int]int{} // index in kept, by first line
	var kept []Fold
	for _, f := range folds {
		if f.End-f.Start < minFoldedLines {
			continue
		}
		if i, there := longest[f.Start]; there {
			if kept[i].End < f.End {
				kept[i] = f
			}
			continue
		}
		longest[f.Start] = len(kept)
		kept = append(kept, f)
	}
	slices.SortFunc(kept, func(a, b Fold) int { return cmp.Compare(a.Start, b.Start) })
	return kept
}
