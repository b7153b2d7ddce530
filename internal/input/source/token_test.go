package source

import (
	"regexp"
	"testing"

	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// TestTokens has a value of every style with something after it, or before it,
// that is not part of it.
func TestTokens(t *testing.T) {
	for _, test := range []struct {
		text  string
		path  []finding.Segment
		value string
		line  int
	}{
		{"a: b # c\n", segs("a"), "b", 1},
		{"a: \"\" # c\n", segs("a"), `""`, 1},
		{"a: \"b\\\"\" # \"\n", segs("a"), `"b\""`, 1},
		{"a: '' # c\n", segs("a"), "''", 1},
		{"a: 'b' # '\n", segs("a"), "'b'", 1},
		{"a: 'b''c' # '\n", segs("a"), "'b''c'", 1},
		{"a: 'b''' # '\n", segs("a"), "'b'''", 1},
		{"a: | # c\n  b\n", segs("a"), "|", 1},
		{"a: >-2 # c\n   b\n", segs("a"), ">-2", 1},
		{"a: \"b\n  c\" # d\n", segs("a"), `"b`, 1},
		{"a: 'b  \n  c' # d\n", segs("a"), "'b", 1},
		{"a: &x b\nc: *x # d\n", segs("c"), "*x", 2},
		{"a: &x b\nc: *x # d\n", segs("c", "e"), "c", 2},
		{"a: &x b\nc: [*x , d]\n", segs("c", 0), "*x", 2},
		{"a: &x\n  b\n", segs("a"), "b", 2},
		{"a: !!str\n  b\n", segs("a"), "b", 2},
		{"a: !!str &x_-9Z # c\n\n  # d\n  b # e\n", segs("a"), "b", 4},
		{"a: &x !!str # c\n  b # e\n", segs("a"), "b", 2},
		{"a: !u.v b\n", segs("a"), "b", 1},
		{"- \n- a\n", segs(0), "-", 1},
		{"-\n- a\n", segs(0), "-", 1},
		{"a:\n- b\n", segs("a", 1), "a", 1},
		{"a:\n- b\n", segs("a", -1), "a", 1},
		{"a: [ {b: c} ]\n", segs("a", 0), "{", 1},
		{"a: &x\n", segs("a"), "a", 1},
		{"a: &x", segs("a"), "a", 1},
		{"a: !!null", segs("a"), "a", 1},
		{"a: b\r\nc: d\r\n", segs("c"), "d", 2},
		{"a: b\rc: d\r", segs("c"), "d", 2},
	} {
		f := Read("f", []byte(test.text))
		if len(f.Documents) != 1 {
			t.Fatalf("%q: %+v", test.text, f.Problems)
		}
		pos := f.Documents[0].Locate(test.path)
		if got := textAt(t, f, pos); got != test.value || pos.Line != test.line {
			t.Errorf("%q: %v is %q on line %d, want %q on line %d", test.text, test.path, got, pos.Line, test.value, test.line)
		}
	}
}

func node(kind yamlnode.Kind, style yamlnode.Style, value string, line, column int) *yamlnode.Node {
	n := yamlnode.New(kind, style, line, column)
	n.Value = value
	return n
}

// TestNodePos has nodes for which nothing is written, and places that no file has.
func TestNodePos(t *testing.T) {
	const flow = yamlnode.Flow
	for _, test := range []struct {
		text string
		node *yamlnode.Node
		want finding.Pos
	}{
		{"", node(yamlnode.Scalar, 0, "", 1, 1), finding.Pos{Line: 1, Column: 1, EndLine: 1, EndColumn: 1}},
		{"a: ", node(yamlnode.Scalar, 0, "", 1, 4), finding.Pos{Line: 1, Column: 4, EndLine: 1, EndColumn: 4}},
		{"a:b", node(yamlnode.Scalar, 0, "", 1, 4), finding.Pos{Line: 1, Column: 4, EndLine: 1, EndColumn: 4}},
		{"a-bc", node(yamlnode.Scalar, 0, "bc", 1, 3), finding.Pos{Line: 1, Column: 3, EndLine: 1, EndColumn: 5}},
		{"-", node(yamlnode.Scalar, 0, "", 1, 2), finding.Pos{Line: 1, Column: 1, EndLine: 1, EndColumn: 2}},
		{"-", node(yamlnode.Mapping, flow, "", 1, 2), finding.Pos{Line: 1, Column: 2, EndLine: 1, EndColumn: 2}},
		{"{}", node(yamlnode.Mapping, 0, "", 1, 1), finding.Pos{Line: 1, Column: 1, EndLine: 1, EndColumn: 2}},
		{"a: &x", node(yamlnode.Scalar, 0, "", 1, 4), finding.Pos{Line: 1, Column: 4, EndLine: 1, EndColumn: 4}},
		{"a: &x # b", node(yamlnode.Scalar, 0, "", 1, 4), finding.Pos{Line: 1, Column: 4, EndLine: 1, EndColumn: 4}},
		{"{a: &x, b: 1}", node(yamlnode.Scalar, 0, "", 1, 5), finding.Pos{Line: 1, Column: 7, EndLine: 1, EndColumn: 7}},
		{"{a: &x}", node(yamlnode.Scalar, 0, "", 1, 5), finding.Pos{Line: 1, Column: 7, EndLine: 1, EndColumn: 7}},
		{"a: b", node(yamlnode.Scalar, 0, "b", 7, 1), finding.Pos{Line: 1, Column: 5, EndLine: 1, EndColumn: 5}},
		{"a: b", node(yamlnode.Scalar, 0, "b", 0, 3), finding.Pos{Line: 0, Column: 3, EndLine: 0, EndColumn: 3}},
	} {
		d := &Document{File: &File{Text: []byte(test.text)}}
		if got := d.NodePos(test.node); got != test.want {
			t.Errorf("%q, %d:%d: %+v, want %+v", test.text, test.node.Line(), test.node.Column(), got, test.want)
		}
	}
}

func TestIsAnchor(t *testing.T) {
	may := regexp.MustCompile("^[-0-9A-Z_a-z]$")
	for c := range byte(128) {
		if isAnchor(c) != may.Match([]byte{c}) {
			t.Errorf("%q: %t", c, isAnchor(c))
		}
	}
}

// TestInsideEdges asks for places at the ends of values, and for some that are not
// there.
func TestInsideEdges(t *testing.T) {
	const literal, folded, double, single = yamlnode.Literal, yamlnode.Folded, yamlnode.DoubleQuoted, yamlnode.SingleQuoted
	scalar := func(style yamlnode.Style, column int, value string) *yamlnode.Node {
		return node(yamlnode.Scalar, style, value, 1, column)
	}
	for _, test := range []struct {
		text   string
		node   *yamlnode.Node
		offset int
		line   int // 0 for none
		column int
	}{
		{"a: bc", scalar(0, 4, "bc"), 0, 1, 4},
		{"a: bc", scalar(0, 4, "bc"), 1, 1, 5},
		{"a: bc", scalar(0, 4, "bc"), 2, 1, 6},
		{"a: bc", scalar(0, 4, "bc"), 3, 0, 0},
		{"a: bc", scalar(0, 4, "bc"), -1, 0, 0},
		{"a: bc", scalar(0, 4, "xy"), 1, 0, 0},
		{"a: b", scalar(0, 4, "bc"), 2, 0, 0},
		{"a: ", scalar(0, 4, ""), 0, 1, 4},
		{"a: ", scalar(0, 4, "b"), 1, 0, 0},
		{"a: ", scalar(0, 5, ""), 0, 0, 0},
		{"a: b", nil, 0, 0, 0},
		{"a: b", node(yamlnode.Mapping, 0, "", 1, 4), 0, 0, 0},
		{"a: >\n  b", scalar(folded, 4, "b"), 0, 2, 3},
		{`a: "b\nc"`, scalar(double, 4, "b\nc"), 2, 0, 0},
		{`a: "b\tc"`, scalar(double, 4, "b\tc"), 2, 1, 8},
		{`a: "b\/c"`, scalar(double, 4, "b/c"), 2, 1, 8},
		{`a: "\`, scalar(double, 4, "bc"), 1, 0, 0},
		{`a: "\x41b"`, scalar(double, 4, "Ab"), 1, 0, 0},
		{`a: b\c`, scalar(0, 4, `b\c`), 2, 1, 6},
		{"a: b'cd", scalar(0, 4, "b'cd"), 3, 1, 7},
		{"a: 'b''c'", scalar(single, 4, "b'c"), 2, 1, 8},
		{"a: \"b'c\"", scalar(double, 4, "b'c"), 2, 1, 7},
		{`a: 'b\c'`, scalar(single, 4, `b\c`), 2, 1, 7},
		{"a: |\n  bc\n  d", scalar(literal, 4, "bc\nd"), 0, 2, 3},
		{"a: |\n  bc\n  d", scalar(literal, 4, "bc\nd"), 1, 2, 4},
		{"a: |\n  bc\n  d", scalar(literal, 4, "bc\nd"), 3, 3, 3},
		{"a: |\nb", scalar(literal, 4, "b"), 0, 2, 1},
		{"a: |\n  b", scalar(literal, 4, "bcdef"), 0, 0, 0},
		{"a: |\n  x", scalar(literal, 4, "b"), 0, 0, 0},
		{"a: |\n  xb", scalar(literal, 4, "b"), 0, 0, 0},
	} {
		d := &Document{File: &File{Text: []byte(test.text)}}
		pos, ok := d.Inside(test.node, test.offset)
		want := finding.Pos{}
		if test.line > 0 {
			want = charAt(test.line, test.column)
		}
		if pos != want || ok != (test.line > 0) {
			t.Errorf("%q, %d: %+v, %t, want %d:%d", test.text, test.offset, pos, ok, test.line, test.column)
		}
	}
	if got := charAt(3, 5); got != (finding.Pos{Line: 3, Column: 5, EndLine: 3, EndColumn: 6}) {
		t.Errorf("%+v", got)
	}
}
