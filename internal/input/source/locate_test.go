package source

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// segs makes a path of strings for keys and ints for indexes.
func segs(path ...any) []finding.Segment {
	var s []finding.Segment
	for _, p := range path {
		switch p := p.(type) {
		case string:
			s = append(s, finding.Segment{Name: p})
		case int:
			s = append(s, finding.Segment{Index: p, IsIndex: true})
		}
	}
	return s
}

// textAt returns what stands in the file at a position, on one line.
func textAt(t testing.TB, f *File, p finding.Pos) string {
	t.Helper()
	line := []rune(f.Line(p.Line))
	if p.EndLine != p.Line || p.Column < 1 || p.EndColumn < p.Column || p.EndColumn > len(line)+1 {
		t.Errorf("%+v is no range in line %q", p, string(line))
		return ""
	}
	return string(line[p.Column-1 : p.EndColumn-1])
}

func TestLocate(t *testing.T) {
	const text = `# a comment
kind: Widget
"quoted key": "a \" b" # c
single: 'it''s'
list:
- first
-   name: x
    other: y
- - deep
-
- ~
- *anchor
block: |+2
    text
plain: one
  two
tagged: !!str 12
anchored: &anchor
  inner: value
alias: *anchor
scalar: &s word
again: *s
merged:
  <<: *anchor
  own: 1
flow: {a: [1, {b: 2}], "c": }
"ü": é
twice: 1
twice: 2
n: off
1: int
nothing:
tilde: ~
empty: {}
`
	f := Read("f", []byte(strings.Replace(text, "- *anchor\n", "", 1)))
	if len(f.Problems) > 0 || len(f.Documents) != 1 {
		t.Fatalf("%+v", f.Problems)
	}
	d := f.Documents[0]
	for _, test := range []struct {
		path  []finding.Segment
		value string // what Locate finds
		key   string // what LocateKey finds
		line  int    // of the former
		exact bool
	}{
		{segs(), "kind", "kind", 2, true},
		{segs("kind"), "Widget", "kind", 2, true},
		{segs("quoted key"), `"a \" b"`, `"quoted key"`, 3, true},
		{segs("single"), "'it''s'", "single", 4, true},
		{segs("list"), "list", "list", 5, true},
		{segs("list", 0), "first", "first", 6, true},
		{segs("list", 1), "name", "name", 7, true},
		{segs("list", 1, "other"), "y", "other", 8, true},
		{segs("list", 1, "missing"), "name", "name", 7, false},
		{segs("list", 2), "-", "-", 9, true},
		{segs("list", 2, 0), "deep", "deep", 9, true},
		{segs("list", 3), "-", "-", 10, true},
		{segs("list", 4), "~", "~", 11, true},
		{segs("list", 9), "list", "list", 5, false},
		{segs("block"), "|+2", "block", 12, true},
		{segs("plain"), "one", "plain", 14, true},
		{segs("tagged"), "12", "tagged", 16, true},
		{segs("anchored"), "anchored", "anchored", 17, true},
		{segs("anchored", "inner"), "value", "inner", 18, true},
		{segs("alias"), "alias", "alias", 19, true},
		{segs("alias", "inner"), "value", "inner", 18, true},
		{segs("scalar"), "word", "scalar", 20, true},
		{segs("again"), "*s", "again", 21, true},
		{segs("merged", "inner"), "value", "inner", 18, true},
		{segs("merged", "own"), "1", "own", 24, true},
		{segs("merged", "none", "of", "these"), "merged", "merged", 22, false},
		{segs("flow", "a"), "a", "a", 25, true},
		{segs("flow", "a", 1), "{", "{", 25, true},
		{segs("flow", "a", 1, "b"), "2", "b", 25, true},
		{segs("flow", "c"), `"c"`, `"c"`, 25, true},
		{segs("ü"), "é", `"ü"`, 26, true},
		{segs("twice"), "2", "twice", 28, true},
		{segs("false"), "off", "n", 29, true},
		{segs("1"), "int", "1", 30, true},
		{segs("nothing"), "nothing", "nothing", 31, true},
		{segs("tilde"), "tilde", "tilde", 32, true},
		{segs("empty"), "empty", "empty", 33, true},
		{segs("kind", "below"), "kind", "kind", 2, false},
		{segs(0), "kind", "kind", 2, false},
	} {
		t.Run(fmt.Sprint(test.path), func(t *testing.T) {
			p := d.Locate(test.path)
			if got := textAt(t, f, p); got != test.value || p.Line != test.line {
				t.Errorf("Locate finds %q on line %d, want %q on line %d", got, p.Line, test.value, test.line)
			}
			if got := textAt(t, f, d.LocateKey(test.path)); got != test.key {
				t.Errorf("LocateKey finds %q, want %q", got, test.key)
			}
			if _, exact := d.Node(test.path); exact != test.exact {
				t.Errorf("Node: exact is %v", exact)
			}
		})
	}
}

// TestLocateOtherWay: a way that only looks like the last one is not taken for it.
func TestLocateOtherWay(t *testing.T) {
	d := Read("f", []byte("list: [a]\nmap: {\"\": b}\n")).Documents[0]
	for _, test := range []struct {
		last, path []finding.Segment
		exact      bool
	}{
		{segs("list", 0), segs("list", ""), false},
		{segs("map", ""), segs("map", 0), false},
		{segs("map", ""), segs("list", 0), true},
	} {
		d.Locate(test.last)
		if n, exact := d.Node(test.path); exact != test.exact {
			t.Errorf("%v after %v leads to %q: %t", test.path, test.last, n.Value, exact)
		}
	}
}

// The dash at the end of an anchor's name is not that of an item.
func TestLocateMissingValue(t *testing.T) {
	d := Read("f", []byte("list: [1, &long-name-]\nitems:\n-\n")).Documents[0]
	for _, test := range []struct {
		path []finding.Segment
		want finding.Pos
	}{
		{segs("list", 1), finding.Pos{Line: 1, Column: 22, EndLine: 1, EndColumn: 22}},
		{segs("items", 0), finding.Pos{Line: 3, Column: 1, EndLine: 3, EndColumn: 2}},
	} {
		if got := d.Locate(test.path); got != test.want {
			t.Errorf("%v is at %+v, want %+v", test.path, got, test.want)
		}
	}
}

func TestLocateLaterDocument(t *testing.T) {
	for name, text := range map[string]string{
		"lf":      "# head\na: 1\n---\n# next\nb:\n  c: x\n",
		"crlf":    "# head\r\na: 1\r\n---\r\n# next\r\nb:\r\n  c: x\r\n",
		"bom":     "\xef\xbb\xbf# head\na: 1\n---\n# next\nb:\n  c: x\n",
		"list":    "kind: List\nitems:\n- {apiVersion: v1, kind: A}\n- apiVersion: v1\n  kind: B\n  b: {c: x}\n",
		"json":    "{\"a\": 1}\n\n\n{\n\"b\":\n\t{\"c\": \"x\"}}",
		"mixed":   "{\"a\": 1}\n---\n\n\nb:\n  {c: x}\n",
		"odd":     "a: \"x\u2028y\u0085z\"\n---\n\n\nb:\n  c: x\n",
		"return":  "a: 1\n---\nz: y\rd: e\rb:\r  c: x\r",
		"dropped": "a: 1\n---\n\n\n\n  b: {c: x}\nd: 1\n",
	} {
		t.Run(name, func(t *testing.T) {
			f := Read("f", []byte(text))
			if len(f.Documents) != 2 {
				t.Fatalf("%d documents, problems %+v", len(f.Documents), f.Problems)
			}
			d := f.Documents[1]
			p := d.Locate(segs("b", "c"))
			if got := strings.Trim(textAt(t, f, p), `"`); got != "x" || p.Line != 6 {
				t.Errorf("found %q at %+v", got, p)
			}
			if d.Index != 1 {
				t.Errorf("index %d", d.Index)
			}
		})
	}
}

func TestLine(t *testing.T) {
	f := Read("f", []byte("a: 1\r\nb: 2\rc: 3\n\nd: ü"))
	for i, want := range []string{"", "a: 1", "b: 2", "c: 3", "", "d: ü", ""} {
		if got := f.Line(i); got != want {
			t.Errorf("line %d is %q, want %q", i, got, want)
		}
	}
	if f.Lines() != 5 {
		t.Errorf("%d lines", f.Lines())
	}
}

// checkPositions locates the nodes of a document and looks whether the file has
// there what the node says.
func checkPositions(t testing.TB, d *Document, every int) {
	t.Helper()
	count := 0
	var walk func(n *yamlnode.Node, path []finding.Segment)
	walk = func(n *yamlnode.Node, path []finding.Segment) {
		count++
		if len(path) > 200 || n.Kind == yamlnode.Alias {
			return
		}
		if count%every == 0 {
			checkPosition(t, d, n, path)
		}
		switch n.Kind {
		case yamlnode.Mapping:
			last := map[string]*yamlnode.Node{}
			for e := range Entries(n) {
				last[e.Key] = e.KeyNode
			}
			for e := range Entries(n) {
				if last[e.Key] == e.KeyNode && !e.Merged { // Locate finds the last one
					walk(e.Value, append(path[:len(path):len(path)], finding.Segment{Name: e.Key}))
				}
			}
		case yamlnode.Sequence:
			for i, c := range n.Content {
				walk(c, append(path[:len(path):len(path)], finding.Segment{Index: i, IsIndex: true}))
			}
		}
	}
	walk(d.Root, nil)
}

func checkPosition(t testing.TB, d *Document, n *yamlnode.Node, path []finding.Segment) {
	t.Helper()
	if got, exact := d.Node(path); got != n || !exact {
		t.Errorf("%v: found another node", path)
		return
	}
	pos := d.Locate(path)
	text := textAt(t, d.File, pos)
	if bytes.Contains(d.File.Text, []byte("\ufeff")) || bytes.Contains(d.File.Text, []byte{0xff, 0xfe}) || bytes.Contains(d.File.Text, []byte{0xfe, 0xff}) {
		return // behind marks of encodings in the middle of the file columns are other ones
	}
	if hasOddBreak(d.File.Text) || bytes.IndexByte(d.File.Text, '\r') >= 0 {
		return // tokens end where editors do not end lines
	}
	if n.Kind == yamlnode.Scalar && !IsNull(n) {
		checkToken(t, path, text, n, d.File.Text)
		return
	}
	if len(path) == 0 || path[len(path)-1].IsIndex {
		return
	}
	e, _ := lookup(mustNode(d, path[:len(path)-1]), path[len(path)-1].Name)
	if e.KeyNode.Kind == yamlnode.Alias {
		return
	}
	checkToken(t, path, text, e.KeyNode, d.File.Text)
}

func mustNode(d *Document, path []finding.Segment) *yamlnode.Node {
	n, _ := d.Node(path)
	return n
}

var blockMark = regexp.MustCompile(`^[|>][-+0-9]*$`)

// checkToken looks whether text is the first line of a scalar.
func checkToken(t testing.TB, path []finding.Segment, text string, n *yamlnode.Node, whole []byte) {
	t.Helper()
	ok := false
	switch style := n.Style & quotedStyles; style {
	case yamlnode.Literal, yamlnode.Folded:
		ok = blockMark.MatchString(text)
	case yamlnode.DoubleQuoted, yamlnode.SingleQuoted:
		var v any
		if yaml.Unmarshal([]byte(text), &v) == nil {
			ok = v == n.Value
		} else {
			ok = text != "" && (text[0] == '"' || text[0] == '\'') // goes on in the next line
		}
	default:
		ok = text == n.Value || text != "" && strings.HasPrefix(n.Value, text)
	}
	if !ok {
		t.Errorf("%v: the file has %q where %q should be, in %q", path, text, n.Value, whole)
	}
}
