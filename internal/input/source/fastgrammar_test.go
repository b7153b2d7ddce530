package source

import (
	"reflect"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/testkit/steer"
)

// FuzzFastGrammar compares the fast reader with yaml.v3 on texts of all forms that
// YAML has, with a slip now and then, and the whole of what Read says with what it
// would say without the fast reader.
func FuzzFastGrammar(f *testing.F) {
	for seed := range uint64(100) {
		f.Add(steer.Random(seed, 40+10*int(seed)))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 4000 {
			return // no deeper, only longer
		}
		compareGrammar(t, data)
	})
}

func TestSeedsFastGrammar(t *testing.T) {
	steer.Seeds(t, 500, func(t *testing.T, seed uint64) { compareGrammar(t, steer.Bytes(seed, 10, 400)) })
}

func compareGrammar(t *testing.T, data []byte) {
	text := []byte(yamlBy(data))
	compareFast(t, text, new(fastShare))
	compareReads(t, text)
}

// TestFastGrammarIsMostlyYAML holds that the generator makes what it is meant to.
func TestFastGrammarIsMostlyYAML(t *testing.T) {
	files, good := 0, 0
	var share fastShare
	for seed := range uint64(1000) {
		text := []byte(yamlBy(steer.Random(seed, 30+int(seed)/5)))
		compareFast(t, text, &share)
		files++
		if len(Read("a.yaml", text).Problems) == 0 {
			good++
		}
	}
	t.Logf("%d of %d files are good; %s", good, files, &share)
	if good*2 < files || share.fast*5 < share.documents {
		t.Error("few files are good, or the fast reader accepts few documents")
	}
}

// compareReads compares Read with a reader that leaves everything to yaml.v3.
func compareReads(t *testing.T, text []byte) {
	t.Helper()
	got := Read("a.yaml", text)
	if wideEncoding(text) != "" || len(got.Marks) > 0 || strings.HasPrefix(strings.TrimSpace(string(text)), "{") || strings.HasPrefix(strings.TrimSpace(string(text)), "[") {
		return // of another encoding, or tried as JSON first
	}
	want := &File{Name: "a.yaml", Text: text}
	r := reader{file: want}
	for offset, line := 0, 1; offset < len(text); {
		c := nextChunk(text, offset, line)
		offset, line = c.end, c.endLine
		if c.badSeparator() != nil || c.blank() {
			r.chunk(&c, nil) // which does not come to the fast reader
			continue
		}
		root, rest, err := c.parse()
		if err != nil {
			r.index++
			if !r.unreadable(&c, err, nil) {
				break
			}
			continue
		}
		if root == nil {
			continue
		}
		if rest >= 0 {
			want.dropped(rest)
		}
		r.document(&c, root)
	}
	if len(got.Problems) != len(want.Problems) || len(got.Problems) > 0 && !sameProblems(got, want) {
		t.Errorf("problems\n got %+v\nwant %+v\nin %q", got.Problems, want.Problems, text)
	}
	if len(got.Documents) != len(want.Documents) {
		t.Fatalf("%d documents, want %d, in %q", len(got.Documents), len(want.Documents), text)
	}
	for i, g := range got.Documents {
		w := want.Documents[i]
		if g.Index != w.Index || string(g.Text) != string(w.Text) || g.ImpliedKind != w.ImpliedKind || g.ImpliedAPIVersion != w.ImpliedAPIVersion || g.Line() != w.Line() {
			t.Errorf("document %d: %+v\nwant %+v\nin %q", i, g, w, text)
		}
		if g, w := Value(g.Root), Value(w.Root); !reflect.DeepEqual(g, w) {
			t.Errorf("document %d is %#v\nwant %#v\nin %q", i, g, w, text)
		}
	}
}

// sameProblems compares them in any order, for Read sorts them.
func sameProblems(got, want *File) bool {
	for i := range got.Problems {
		found := false
		for j := range want.Problems {
			found = found || reflect.DeepEqual(got.Problems[i], want.Problems[j])
		}
		if !found {
			return false
		}
	}
	return true
}

// yamlWriter writes YAML. Indents are those of the collection around a node, -1 at
// the root.
type yamlWriter struct {
	*steer.Choices
	strings.Builder
	anchors []string
	depth   int
	slips   bool // whether the text may be wrong here and there
	plain   bool // whether it is written as people write, and no odd form is used
}

// yamlBy returns the text that bytes choose.
func yamlBy(data []byte) string {
	w := yamlWriter{Choices: steer.By(data)}
	style := w.Of(16)
	w.plain, w.slips = style < 8, style%4 == 3
	newline := steer.From(w.Choices, "\n", "\n", "\n", "\n", "\n", "\r\n", "\r\n", "\r")
	for n := 0; n == 0 || w.Left() && n < 12; n++ {
		w.document(n)
	}
	text := w.String()
	if style == 15 {
		text = strings.TrimRight(text, "\n") // the file ends in its last value
	}
	if !w.plain {
		text = strings.ReplaceAll(text, "\n", newline)
	}
	return text
}

func (w *yamlWriter) document(n int) {
	w.anchors = nil
	w.notes()
	if !w.plain && w.Seldom(12) {
		w.WriteString(steer.From(w.Choices, "%YAML 1.1\n", "%YAML 1.2\n", "%TAG !e! tag:example.com,2024:\n", "%FOO bar\n"))
		n = max(n, 1)
	}
	if n > 0 || w.Seldom(3) {
		w.WriteString("---")
		w.endOfLine()
	}
	if w.plain || !w.Seldom(8) {
		w.mapping(0)
	} else {
		w.node(-1, true)
	}
	if w.Seldom(8) {
		w.WriteString("...\n")
		w.notes()
	}
}

// endOfLine ends a line, perhaps with a comment, and writes lines without content.
func (w *yamlWriter) endOfLine() {
	switch w.Of(12) {
	case 8:
		w.spaces(w.Of(4))
	case 9:
		w.WriteString(" # " + w.words())
	case 10:
		w.spaces(1 + w.Of(3))
		w.WriteString("#")
	case 11:
		w.slip(" \t", "\t# x", "#x", " x", ":")
	}
	w.WriteByte('\n')
	w.notes()
}

// notes writes lines that are blank or comments, with any indent.
func (w *yamlWriter) notes() {
	for w.Seldom(6) {
		w.spaces(w.Of(7))
		if w.Seldom(2) {
			w.WriteString("#" + steer.From(w.Choices, "", " a: b", " - c", "# 'x", " {{ x", " é"))
		}
		w.WriteByte('\n')
	}
}

func (w *yamlWriter) spaces(n int) { w.WriteString(strings.Repeat(" ", n)) }

// slip writes something that may not belong there, seldom, and where slips are
// allowed.
func (w *yamlWriter) slip(slips ...string) {
	if w.slips && w.Seldom(8) {
		w.WriteString(steer.From(w.Choices, slips...))
	}
}

// deeper tells whether there is room for another level, and takes it.
func (w *yamlWriter) deeper() bool {
	if w.depth > 8 || !w.Left() {
		return false
	}
	w.depth++
	return true
}

// mapping writes a block mapping whose first key stands where the writer is.
func (w *yamlWriter) mapping(indent int) {
	w.depth++
	defer func() { w.depth-- }()
	for n := 0; n == 0 || n < 6 && w.Left() && !w.Seldom(4); n++ {
		if n > 0 {
			w.spaces(w.slipped(indent))
		}
		w.key()
		w.value(indent)
	}
}

// slipped is an indent that is wrong where slips are allowed.
func (w *yamlWriter) slipped(indent int) int {
	if w.slips && w.Seldom(20) {
		return max(0, indent+w.Of(5)-2)
	}
	return indent
}

// key writes a key and its colon.
func (w *yamlWriter) key() {
	switch w.Of(16) {
	default:
		w.WriteString(steer.From(w.Choices, "a", "b", "name", "spec", "metadata", "kind", "x-y", "a.b/c", "é", "日本", "a b", "a#b", "a:b", "k1"))
	case 10:
		w.WriteString(steer.From(w.Choices, `"a"`, `'b'`, `"a: b"`, `'it''s'`, `"\u00e9\n"`, `""`, `''`, `"<<"`, `'#'`))
	case 11:
		w.WriteString(steer.From(w.Choices, scalars[:60]...))
	case 12:
		if len(w.anchors) > 0 && !w.plain {
			w.WriteString("<<: " + steer.From(w.Choices, "*", "[*") + w.anchors[len(w.anchors)-1])
			if strings.HasSuffix(w.String(), "[*"+w.anchors[len(w.anchors)-1]) {
				w.WriteString("]")
			}
			w.endOfLine()
			w.spaces(w.lastIndent())
		}
		w.WriteString("c")
	case 13:
		if !w.plain {
			w.WriteString(steer.From(w.Choices, "? ", "!!str ", "&k ", "!t "))
		}
		w.WriteString("d")
	case 14:
		w.spaces(0)
		w.WriteString("e" + strings.Repeat(" ", w.Of(3)))
	case 15:
		w.WriteString("f")
		w.slip("\t", "\n", ": g", "'", "#")
	}
	w.WriteByte(':')
}

// lastIndent is the indent of the line before the last break. A sequence's dashes
// count as spaces.
func (w *yamlWriter) lastIndent() int {
	lines := strings.Split(strings.TrimRight(w.String(), "\n"), "\n")
	last := lines[len(lines)-1]
	return len(last) - len(strings.TrimLeft(last, " -"))
}

// value writes what stands behind a key's colon.
func (w *yamlWriter) value(indent int) {
	switch w.Of(8) {
	case 0: // nothing
		w.endOfLine()
	case 1, 2:
		if !w.deeper() {
			w.WriteString(" {}")
			w.endOfLine()
			return
		}
		w.properties(" ", "")
		w.endOfLine()
		deeper := indent + steer.From(w.Choices, 2, 2, 2, 1, 4, 3, 7)
		w.spaces(w.slipped(deeper))
		w.mapping(deeper)
		w.depth--
	case 3:
		if !w.deeper() {
			w.WriteString(" []")
			w.endOfLine()
			return
		}
		w.properties(" ", "")
		w.endOfLine()
		deeper := indent + steer.From(w.Choices, 0, 2, 0, 1, 4)
		w.spaces(w.slipped(deeper))
		w.sequence(deeper)
		w.depth--
	case 4:
		w.endOfLine() // the value stands on a line of its own
		w.spaces(indent + 1 + w.Of(4))
		w.scalar(indent)
	default:
		w.spaces(1 + w.Of(2))
		w.slip("\t", "- ")
		w.scalar(indent)
	}
}

// sequence writes a block sequence whose first dash stands where the writer is.
func (w *yamlWriter) sequence(indent int) {
	for n := 0; n == 0 || n < 6 && w.Left() && !w.Seldom(4); n++ {
		if n > 0 {
			w.spaces(w.slipped(indent))
		}
		w.WriteByte('-')
		w.node(indent, false)
	}
}

// node writes an item of a sequence behind its dash, or the root.
func (w *yamlWriter) node(indent int, root bool) {
	behind := 1 + w.Of(3)
	if root {
		behind = 0
	}
	switch w.Of(6) {
	case 0:
		w.endOfLine()
	case 1, 2:
		if !w.deeper() {
			w.endOfLine()
			return
		}
		w.spaces(behind)
		w.mapping(indent + 1 + behind)
		w.depth--
	case 3:
		if !w.deeper() {
			w.endOfLine()
			return
		}
		w.spaces(behind)
		w.sequence(indent + 1 + behind)
		w.depth--
	case 4:
		if !root {
			w.endOfLine()
		}
		w.spaces(indent + 1 + w.Of(3))
		w.scalar(indent)
	default:
		w.spaces(behind)
		w.scalar(indent)
	}
}

// properties writes an anchor, a tag or both, seldom, between two texts.
func (w *yamlWriter) properties(before, after string) {
	if w.plain || !w.Seldom(8) {
		return
	}
	name := steer.From(w.Choices, "x", "y", "z1")
	tag := steer.From(w.Choices, "!!str", "!!int", "!!map", "!!seq", "!!null", "!", "!local", "!e!x", "!<tag:yaml.org,2002:str>", "!!binary")
	switch w.Of(3) {
	case 0:
		w.WriteString(before + "&" + name + after)
		w.anchors = append(w.anchors, name)
	case 1:
		w.WriteString(before + tag + after)
	case 2:
		w.WriteString(before + "&" + name + " " + tag + after)
		w.anchors = append(w.anchors, name)
	}
}

// scalar writes a scalar, or a collection in brackets, and ends its line.
func (w *yamlWriter) scalar(indent int) {
	w.properties("", " ")
	switch w.Of(10) {
	case 1:
		w.WriteString(steer.From(w.Choices, scalars...))
	case 2:
		w.flow(indent)
	case 3, 4:
		w.blockText(indent)
		return
	case 5:
		w.quoted(indent, '"')
	case 6:
		w.quoted(indent, '\'')
	case 7:
		w.lines(indent)
	case 8:
		if len(w.anchors) > 0 && !w.plain {
			w.WriteString("*" + steer.From(w.Choices, w.anchors...))
			break
		}
		fallthrough
	default:
		w.WriteString(w.words())
	}
	w.slip(" #", "#", ":", ": x", "\t", " 'x'", "]")
	w.endOfLine()
}

var yamlWords = []string{"a", "text", "it's", "x:y", "a#b", "é", "日本語", "-1", "http://a.b/c?d=e", "\"x\"", "[a]", "{b}", "1.5", "true", "--", "...", "-", "&c", "*d", "!e", "%f", "@g", "|", ">", "?", "\u00a0", "😀"}

// words writes some words that may stand in plain text; the first of a text is a
// letter.
func (w *yamlWriter) words() string {
	text := steer.From(w.Choices, "a", "to", "Zeit", "é", "1", "x-y")
	for n := w.Of(4); n > 0; n-- {
		text += strings.Repeat(" ", 1+w.Of(8)/7) + steer.From(w.Choices, yamlWords...)
	}
	return text
}

// lines writes plain text on several lines.
func (w *yamlWriter) lines(indent int) {
	w.WriteString(w.words())
	for n := w.Of(4); n > 0; n-- {
		w.breakOff(indent)
		w.WriteString(w.words())
	}
}

// breakOff ends a line in the middle of a scalar, and indents the next one.
func (w *yamlWriter) breakOff(indent int) {
	w.spaces(w.Of(3) / 2)
	w.WriteByte('\n')
	for w.Seldom(3) {
		w.spaces(w.Of(5))
		w.WriteByte('\n')
	}
	w.slip("# x\n", "\t", "---\n", "...\n")
	w.spaces(max(0, w.slipped(indent+1+w.Of(4))))
}

func (w *yamlWriter) quoted(indent int, quote byte) {
	parts := []string{"a", " ", "é", "  ", "# x", ": ", "- ", "{", "日本", "---", "..."}
	if quote == '"' {
		parts = append(parts, `\n`, `\t`, `\"`, `\\`, `\x41`, `\u00e9`, `\U0001F600`, `\ `, `\e`, `\0`, `\_`, `\N`, `\L`, `\P`, `\/`, "'", "\\\n", `\a`, `\v`)
	} else {
		parts = append(parts, "''", `\`, `"`, `\n`)
	}
	w.WriteByte(quote)
	for n := w.Of(7); n > 0; n-- {
		if w.Seldom(4) {
			w.breakOff(indent)
		}
		w.WriteString(steer.From(w.Choices, parts...))
	}
	w.slip(`\q`, `\ud800`, "\t", "\n---\n", "\n...\n", "\x07")
	w.WriteByte(quote)
}

// blockText writes a literal or folded block, with all ways to say how it ends and
// how deep it is indented.
func (w *yamlWriter) blockText(indent int) {
	w.WriteString(steer.From(w.Choices, "|", ">"))
	step := steer.From(w.Choices, 2, 2, 2, 1, 4, 3, 9)
	chomp := steer.From(w.Choices, "", "-", "+", "-")
	digit := ""
	if w.Seldom(4) {
		digit = string(rune('0' + step))
	}
	if w.Seldom(2) {
		w.WriteString(digit + chomp)
	} else {
		w.WriteString(chomp + digit)
	}
	w.slip("0", "++", "12", "x", "#", " x")
	if w.Seldom(6) {
		w.WriteString(" # a comment")
	}
	w.WriteByte('\n')
	for n := w.Of(6); n > 0; n-- {
		switch w.Of(6) {
		case 0:
			w.spaces(w.Of(indent + step + 4))
		case 1:
			w.spaces(max(0, indent) + step + w.Of(3))
			w.WriteString(steer.From(w.Choices, "# no comment", "- a", "b: c", "---", "'", "\t", "{{ x }}", "..."))
		default:
			w.spaces(w.slipped(max(0, indent) + step))
			if digit != "" || w.Seldom(5) {
				w.spaces(w.Of(3))
			}
			w.WriteString(w.words())
			w.spaces(w.Of(4) / 3)
		}
		w.WriteByte('\n')
	}
	w.notes()
}

// flow writes a collection in brackets, which may go over several lines.
func (w *yamlWriter) flow(indent int) {
	isMap := w.Seldom(2)
	w.WriteString(map[bool]string{true: "{", false: "["}[isMap])
	for n := w.Of(5); n > 0; n-- {
		w.flowGap(indent)
		if isMap {
			w.flowKey(indent)
		}
		w.flowItem(indent)
		w.flowGap(indent)
		if n > 1 || w.Seldom(5) {
			w.WriteByte(',')
		}
	}
	w.slip(",", ":", "#", "\t", "?")
	w.WriteString(map[bool]string{true: "}", false: "]"}[isMap])
}

func (w *yamlWriter) flowKey(indent int) {
	w.WriteString(steer.From(w.Choices, "a", "b c", `"q"`, `'r'`, "é", "1", "~", "<<", "true", "x-y", "? z", "a:b", "[k]", "{}"))
	switch w.Of(10) {
	case 7:
		w.WriteByte(':') // which is not enough behind plain text
	case 8:
		w.WriteString(" : ")
	case 9:
		w.WriteString(":")
		w.flowGap(indent)
		w.WriteString(" ")
	default:
		w.WriteString(": ")
	}
}

func (w *yamlWriter) flowGap(indent int) {
	switch w.Of(10) {
	case 8:
		w.spaces(w.Of(3))
	case 9:
		if w.Seldom(3) && !w.plain {
			w.WriteString(" # in brackets")
		}
		w.WriteByte('\n')
		w.spaces(w.slipped(indent + 1 + w.Of(3)))
	}
}

func (w *yamlWriter) flowItem(indent int) {
	w.properties("", " ")
	switch w.Of(8) {
	case 1:
		w.WriteString(steer.From(w.Choices, scalars...))
	case 2:
		w.quoted(indent, '"')
	case 3:
		w.quoted(indent, '\'')
	case 4:
		if w.deeper() {
			w.flow(indent)
			w.depth--
		}
	case 5:
		w.WriteString(steer.From(w.Choices, "a b", "-1", "x?y", "a#b", "::", "- a", "a: b", "é", "1.5", "", "?", "a:", "http://x"))
	case 6:
		w.WriteString("a")
		w.breakOff(indent)
		w.WriteString("b")
	default:
		w.WriteString(steer.From(w.Choices, "a", "true", "1", "~", "text"))
	}
}
