package lint

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/report"
)

const meantHead = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.example.com
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, kind: Widget}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            required: [name, host, hosts, port, tags, mode, ready, set]
            properties:
              name: {type: string, maxLength: 10}
              host: {type: string, maxLength: 10}
              hosts: {type: string, maxLength: 10}
              replicas: {type: integer}
              port: {type: integer}
              foo-bar: {type: string, maxLength: 10}
              ready: {type: boolean}
              set: {type: boolean}
              tags: {type: array, maxItems: 10, items: {type: string, maxLength: 10}}
              mode: {type: string, enum: [Fast, Slow]}
            x-kubernetes-validations:
`

// about is what is said of one rule that does not compile.
func about(t *testing.T, text string) *report.Finding {
	t.Helper()
	r := linter.File(source.Read("a.yaml", []byte(text)), Options{})
	for i := range r.Findings {
		if r.Findings[i].Rule == "cel-rule" || r.Findings[i].Rule == "cel-message" {
			return &r.Findings[i]
		}
	}
	t.Fatalf("it compiles:\n%s", listed(r.Findings))
	return nil
}

func TestDidYouMean(t *testing.T) {
	const fix, help = true, false
	for _, c := range []struct {
		rule, meant string
		fix         bool
	}{
		{`self.nmae != ''`, `self.name != ''`, help},
		{`self.replcas > 1`, `self.replicas > 1`, fix},
		{`self.Name != ''`, `self.name != ''`, fix},
		{`has(self.nmae) && self.nmae.size() > 2`, `has(self.name) && self.name.size() > 2`, help},
		{`slef.name == 'a'`, `self.name == 'a'`, help},
		{`oldself.name == self.name`, `oldSelf.name == self.name`, fix},
		{`name == 'a'`, `self.name == 'a'`, help},
		{`self.spec.name == 'a'`, `self.name == 'a'`, help},
		{`self.foo-bar == 'x'`, `self.foo__dash__bar == 'x'`, fix},
		{`self.tags.all(t, nmae == t)`, `self.tags.all(t, self.name == t)`, help},
		{`self.name = 'a'`, `self.name == 'a'`, fix},
		{`self.name === 'a'`, `self.name == 'a'`, fix},
		{`self.name <> 'a'`, `self.name != 'a'`, fix},
		{`self.ready and self.port > 1 or self.set`, `self.ready && self.port > 1 || self.set`, fix},
		{`not (self.port > 1)`, `!(self.port > 1)`, fix},
		{`not self.ready`, `!self.ready`, fix},
		{`self.name == 'and' and true`, `self.name == 'and' && true`, fix},
		{`self.name == "a or b = c" && self.port = 1`, `self.name == "a or b = c" && self.port == 1`, fix},
		{`self.name == ‘a’`, `self.name == 'a'`, fix},
		{`self.name.startswith('a')`, `self.name.startsWith('a')`, fix},
		{`self.name.length() > 3`, `self.name.size() > 3`, help},
		{`self.name.length > 3`, `self.name.size() > 3`, help},
		{`len(self.name) > 3`, `size(self.name) > 3`, help},
		{`self.name.matchs('a') && self.prot = 1`, `self.name.matches('a') && self.port == 1`, help},
		{`self.tags.exist(t, t == 'a')`, `self.tags.exists(t, t == 'a')`, fix},
		{`self.tags.any(t, t == 'a')`, `self.tags.exists(t, t == 'a')`, help},
		{`hsa(self.replicas)`, `has(self.replicas)`, help},
		{`self.mode == Fast`, `self.mode == 'Fast'`, help},
		{`self.mode in [Fast, Slow]`, `self.mode in ['Fast', 'Slow']`, help},
		// What cannot be told.
		{`self.xyz == 1`, "", help},
		{`self.name +`, "", help},
		{`self.name == None`, "", help},
		{`self.port => 1`, "", help},
		{`self.name = 1`, "", help},
	} {
		text := meantHead + fmt.Sprintf("            - rule: %q\n", c.rule)
		f := about(t, text)
		meant, found := strings.CutPrefix(f.Help, "did you mean: ")
		if !found {
			meant = ""
		}
		if meant != c.meant || (f.Fix != nil) != c.fix {
			t.Errorf("%s: help %q, fix %v", c.rule, f.Help, f.Fix)
		}
		if !c.fix {
			continue
		}
		fixed := linter.Fix(source.Read("a.yaml", []byte(text)), Options{})
		if got := fmt.Sprintf("- rule: %s", c.meant); fixed.Made != 1 || !strings.Contains(strings.NewReplacer(`"`, "", `\`, "").Replace(string(fixed.Bytes())), strings.ReplaceAll(got, `"`, "")) {
			t.Errorf("%s is fixed to\n%s", c.rule, fixed.Bytes())
		}
	}
	if f := about(t, meantHead+"            - rule: self.host == self.hots\n"); f.Help != "did you mean host or hosts?" || f.Fix != nil {
		t.Errorf("help %q, fix %v", f.Help, f.Fix)
	}
	if f := about(t, meantHead+"            - rule: self.port > 1\n              message: m\n              messageExpression: self.nmae + 'x'\n"); f.Help != "did you mean: self.name + 'x'" {
		t.Error(f.Help)
	}
}

// A fix changes the rule in every version that shares the schema, and leaves the style
// of the text.
func TestMeantIsFixedEverywhere(t *testing.T) {
	text := meantHead + "            - rule: |\n                self.name = 'a' ||\n                self.port > 1\n              message: m\n"
	schema := text[strings.Index(text, "    schema:"):]
	text += "  - name: v1beta1\n    served: true\n    storage: false\n" + schema
	fixed := linter.Fix(source.Read("a.yaml", []byte(text)), Options{})
	if want := strings.ReplaceAll(text, "self.name = 'a'", "self.name == 'a'"); string(fixed.Bytes()) != want {
		t.Errorf("made %d:\n%s", fixed.Made, fixed.Bytes())
	}
}

// Slips in the rules of real CRDs: whatever is offered compiles, and it is nearly
// always what was there.
func TestSlipsInRealRules(t *testing.T) {
	t.Parallel()
	rule := regexp.MustCompile(`^ *- rule: ([^'"|>].*)$`)
	var files [][]string // of each the lines
	for _, file := range corpusFiles() {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(text, []byte("- rule: ")) {
			files = append(files, strings.Split(string(text), "\n"))
		}
	}
	field := regexp.MustCompile(`self\.(\w{5,})`)
	slips := map[string]func(string) string{
		"two letters swapped": func(s string) string {
			at := field.FindStringSubmatchIndex(s)
			if at == nil {
				return s
			}
			return s[:at[2]+1] + s[at[2]+2:at[2]+3] + s[at[2]+1:at[2]+2] + s[at[2]+3:]
		},
		"a letter left out": func(s string) string {
			at := field.FindStringSubmatchIndex(s)
			if at == nil {
				return s
			}
			return s[:at[2]+1] + s[at[2]+2:]
		},
		"and for &&": func(s string) string { return strings.ReplaceAll(s, "&&", "and") },
		"= for ==":   func(s string) string { return strings.ReplaceAll(s, " == ", " = ") },
	}
	for name, slip := range slips {
		tried, same, offered := 0, 0, 0
		for _, lines := range files {
			lines = slices.Clone(lines)
			originals := map[int]string{}
			for i, line := range lines {
				if !strings.Contains(line, "- rule: ") {
					continue
				}
				m := rule.FindStringSubmatchIndex(line)
				if m == nil || i+1 < len(lines) && continues(line, lines[i+1]) || strings.ContainsAny(line, "#:") && strings.Contains(line[m[2]:], ": ") {
					continue
				}
				if broken := slip(line[m[2]:]); broken != line[m[2]:] {
					originals[i+1] = line[m[2]:]
					lines[i] = line[:m[2]] + broken
				}
			}
			if len(originals) == 0 {
				continue
			}
			for _, f := range linter.File(source.Read("a.yaml", []byte(strings.Join(lines, "\n"))), Options{}).Findings {
				original := originals[f.Line]
				if f.Code != "cel-rule/compile" || original == "" {
					continue
				}
				tried++
				if strings.HasPrefix(f.Help, "did you mean") {
					offered++
				}
				if strings.TrimPrefix(f.Help, "did you mean: ") == original || strings.Contains(f.Help, " instead of ") {
					same++
				}
			}
		}
		t.Logf("%s: %d tried, %d with an offer, %d of them what was there", name, tried, offered, same)
		if tried > 0 && same*10 < tried*7 {
			t.Errorf("%s: %d tried, but only %d found", name, tried, same)
		}
	}
}

// continues reports whether a plain scalar goes on on the next line.
func continues(line, next string) bool {
	indent := func(s string) int { return len(s) - len(strings.TrimLeft(s, " ")) }
	return indent(next) > indent(line)+2
}
