package lint

import (
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/report"
)

// TestFindingsInsideExpressions holds that an error of the compiler stands at the
// character of the expression that it is about, in every style of YAML.
func TestFindingsInsideExpressions(t *testing.T) {
	const good = "- rule: self.size > 0\n"
	for _, c := range []struct{ name, bad, at string }{
		{"plain", "- rule: self.size > 0 && self.nope\n", ".nope"},
		{"single quotes", "- rule: 'self.size > 0 && ''a'' == self.nope'\n", ".nope"},
		{"double quotes", "- rule: \"self.size > 0 && \\\"a\\\" == self.nope\"\n", ".nope"},
		{"literal block", "- rule: |\n                self.size > 0 &&\n                'é' == self.nope\n              message: m\n", ".nope"},
		{"syntax", "- rule: self.size > 0 )\n", ")"},
		{"folded block", "- rule: >-\n                self.size > 0 &&\n                self.nope > 1\n              message: m\n", ".nope > 1"},
		{"message", "- rule: self.size > 0\n              messageExpression: '\"size \" + self.nope'\n", ".nope"},
	} {
		// Behind the finding of an unknown field it is not the first.
		for _, unknown := range []string{"description: what", "described: what"} {
			text := strings.Replace(sound, good, c.bad, 1)
			if text == sound {
				t.Fatal("the sound CRD has another rule")
			}
			f := source.Read("f.yaml", []byte(strings.Replace(text, "description: what", unknown, 1)))
			found := linter.File(f, Options{}).Findings
			found = slices.DeleteFunc(found, func(f report.Finding) bool { return f.Rule == "unknown-field" })
			if len(found) != 1 {
				t.Errorf("%s: not one finding:\n%s", c.name, listed(found))
				continue
			}
			line := []rune(f.Line(found[0].Line))
			if rest := string(line[found[0].Column-1:]); !strings.HasPrefix(rest, c.at) {
				t.Errorf("%s: it stands at %q, not at %q", c.name, rest, c.at)
			}
		}
	}
}
