package lint

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/internal/text/findinglist"
	"github.com/crdtool/crdtool/report"
)

// describedLonger returns a text as it is written anew, and the same with four bytes
// more in each description that is quoted or a block; ok is false if that has none.
func describedLonger(f *source.File) (same, longer []byte, ok bool) {
	var visit func(n *yaml.Node)
	visit = func(n *yaml.Node) {
		for i, c := range n.Content {
			if n.Kind == yaml.MappingNode && i%2 == 1 && n.Content[i-1].Value == "description" && c.Kind == yaml.ScalarNode && c.Style != 0 && c.Value != "" {
				c.Value += " xyz"
				ok = true
			}
			visit(c)
		}
	}
	for _, d := range f.Documents {
		if !d.MeantAsCRD() {
			continue
		}
		var document yaml.Node
		if d.Text == nil || yaml.Unmarshal(d.Text, &document) != nil {
			return nil, nil, false
		}
		root := document.Content[0]
		var texts [2][]byte
		for i := range texts {
			text, err := yaml.Marshal(root)
			if err != nil || len(source.Read("crd.yaml", text).Documents) != 1 {
				return nil, nil, false
			}
			texts[i] = text
			visit(root)
		}
		same, longer = append(append(same, "---\n"...), texts[0]...), append(append(longer, "---\n"...), texts[1]...)
	}
	return same, longer, ok
}

// lastingNames are what a baseline knows findings by, with how many there are.
func lastingNames(found []report.Finding) map[string]int {
	names := map[string]int{}
	for i := range found {
		path, message := findinglist.Lasting(&found[i])
		names[strings.Join([]string{found[i].Rule, found[i].CRD, path, message}, "|")]++
	}
	return names
}

// TestDescriptionsBringNothingBack changes the descriptions of all cases and CRDs, and
// finds nothing there that has another name than before: neither sizes, costs nor
// counts are a part of it.
func TestDescriptionsBringNothingBack(t *testing.T) {
	t.Parallel()
	changed, measured := 0, 0
	compare := func(name string, text []byte, opts Options) {
		text, longer, ok := describedLonger(source.Read("crd.yaml", text))
		if !ok {
			return
		}
		changed++
		opts.Rules = everyRule()
		of := func(text []byte) (found []report.Finding) {
			r := linter.File(source.Read("crd.yaml", text), opts)
			return append(r.Findings, Set(r.Identities, nil, nil).Findings...)
		}
		found := of(text)
		was := lastingNames(found)
		for i := range found {
			if _, message := findinglist.Lasting(&found[i]); message != found[i].Message {
				measured++
			}
		}
		for key, n := range lastingNames(of(longer)) {
			if n > was[key] {
				t.Errorf("%s: with other descriptions there is %s", name, key)
			}
		}
	}
	for _, c := range sweep.Part(8, readCases(t)) {
		compare(c.Name, c.CRD, caseOptions(c))
	}
	files, err := filepath.Glob(ruleCases + "/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range golden.Parse(text).Files {
			if strings.HasSuffix(f.Name, ".yaml") {
				compare(name+"/"+f.Name, f.Data, Options{})
			}
		}
	}
	for _, name := range sweep.Part(32, corpusFiles()) {
		compare(name, readCorpus(t, name).Text, Options{})
	}
	t.Logf("%d texts were changed, %d findings with something measured", changed, measured)
	if changed < 20 || measured < 2 {
		t.Errorf("only %d texts were changed, and %d findings have something measured", changed, measured)
	}
}

// What is measured changes the sentence, and not the name.
func TestMeasuredIsNoName(t *testing.T) {
	large := func(n int) string {
		return strings.Replace(rules.Document("a: {type: string, description: x}"), "description: x", "description: "+strings.Repeat("x", n), 1)
	}
	again := strings.Replace(costly, "                      - rule: self.contains('a')\n", "                      - rule: self.contains('a')\n                      - rule: self.contains('b')\n", 1)
	unbounded := func(more string) string {
		return rules.Document("a: {type: array, items: {type: string, maxLength: 20}, x-kubernetes-validations: [{rule: \"self.all(h, h != 'localhost' && h != 'a' && h != 'b')\"}" + more + "]}")
	}
	for rule, c := range map[string][2]string{
		"too-large-to-apply": {large(300_000), large(300_004)},
		"too-large-to-store": {large(2_000_000), large(2_000_004)},
		"cel-cost":           {costly, again},
		"rule-unbounded":     {unbounded(""), unbounded(", {rule: \"self.all(h, h != 'x' && h != 'y' && h != 'z')\"}")},
	} {
		var of [2]report.Finding
		for i, text := range c {
			for _, f := range linter.File(source.Read("crd.yaml", []byte(text)), Options{Rules: everyRule()}).Findings {
				if f.Rule == rule {
					of[i] = f
				}
			}
		}
		name := func(f report.Finding) string {
			path, message := findinglist.Lasting(&f)
			return fmt.Sprint(f.Rule, path, message)
		}
		if of[0].Message == of[1].Message || of[0].Rule == "" || name(of[0]) != name(of[1]) {
			t.Errorf("%s:\n%s\n%s\nare known as\n%s\n%s", rule, of[0].Message, of[1].Message, name(of[0]), name(of[1]))
		}
	}
}
