package source

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/text/finding"
)

// TestInside looks for an X in scalars of every style, and compares with where
// it stands in the text.
func TestInside(t *testing.T) {
	for _, text := range []string{
		"rule: self.X\n", "rule: 'self.X'\n", "rule: \"self.X\"\n", "rule: 'it''s X'\n", "rule: \"a \\\"b\\\" X\"\n",
		"rule: ä X\n", "rule: |\n  a\n  b X\n", "rule: |-\n    X\n", "a:\n- rule: |\n    self.a ||\n      X\n", `{"rule": "a && X"}`,
		"rule: X\n", "rule: >\n  a\n  X\n", "rule: >-\n    ab\n    c\n\n\n    d X\n", "rule: >\n\n  a\n    b X\n  c\n", "rule: a\n  X\n",
		"rule: a  \n  b  \n\n  c X\n", "rule: 'it''s\n  a ''X'\n", "rule: \"a\n  \\\"b\\\" X\"\n", "rule: \"" + strings.Repeat("\\\"", 40) + "X\"\n",
	} {
		f := Read("a.yaml", []byte(text))
		d := f.Documents[0]
		path := []finding.Segment{{Name: "rule"}}
		if strings.HasPrefix(text, "a:") {
			path = []finding.Segment{{Name: "a"}, {IsIndex: true}, {Name: "rule"}}
		}
		n, _ := d.Node(path)
		pos, ok := d.Inside(n, strings.IndexByte(n.Value, 'X'))
		if !ok {
			t.Errorf("%q: no place", text)
			continue
		}
		if line := []rune(f.Line(pos.Line)); pos.Column > len(line) || line[pos.Column-1] != 'X' {
			t.Errorf("%q: %d:%d", text, pos.Line, pos.Column)
		}
	}
	for _, text := range []string{"rule: \"a\\\n  X\"\n", `rule: "\u0041 X"`, "? rule\n"} {
		d := Read("a.yaml", []byte(text)).Documents[0]
		n, _ := d.Node([]finding.Segment{{Name: "rule"}})
		if pos, ok := d.Inside(n, strings.IndexByte(n.Value, 'X')); ok {
			t.Errorf("%q: %+v, though the text is not written as it reads", text, pos)
		}
	}
}
