package decorate

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/crdtool/crdtool/internal/cel/celassist"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
)

// inRule returns a CRD with one rule, whose value has the given text.
func inRule(text string) string {
	return "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec:\n  x-kubernetes-validations:\n  - rule: " + text + "\n    message: m\n"
}

func TestTokensInEachStyle(t *testing.T) {
	for name, text := range map[string]string{
		"plain":            `self.a == 'é𝄞' && self.b > 0`,
		"plain, two lines": "self.a == 'é𝄞'\n      && self.b > 0",
		"single quotes":    `'self.a == ''é𝄞'' && self.b > 0'`,
		"double quotes":    `"self.a == '\u00e9𝄞' \x26& self.b > 0"`,
		"continued line":   "\"self.a == 'é𝄞' \\\n      && self.b > 0\"",
		"literal":          "|\n      self.a == 'é𝄞'\n        && self.b > 0",
		"literal, blank":   "|-\n\n      self.a == 'é𝄞' &&\n\n      self.b > 0",
		"indented literal": "|2-\n      self.a == 'é𝄞' &&\n      self.b > 0",
		"folded":           ">-\n      self.a ==\n      'é𝄞' && self.b\n      > 0",
		"folded, deeper":   ">\n      self.a == 'é𝄞'\n          && self.b > 0",
		"string on lines":  "|\n      self.a ==\n      '''é𝄞''' && self.b > 0",
		"with a comment":   "self.a == 'é𝄞' && self.b > 0 # why",
	} {
		t.Run(name, func(t *testing.T) {
			f := source.Read("a.yaml", []byte(inRule(text)))
			if len(f.Problems) > 0 {
				t.Fatal(f.Problems[0].Message)
			}
			var got []string
			for _, token := range CELTokens(f) {
				got = append(got, fmt.Sprint(string(f.Text[token.Start:token.End]), " ", token.Kind))
			}
			list := strings.Join(got, "; ")
			list = strings.NewReplacer(`\u00e9`, "é", `\x26`, "&", "''", "'").Replace(list)
			list = strings.ReplaceAll(list, "'''", "'")
			list = strings.ReplaceAll(list, "''", "'")
			want := fmt.Sprintf("self %d; a %d; == %d; 'é𝄞' %d; && %d; self %d; b %d; > %d; 0 %d", celassist.VariableToken, celassist.PropertyToken,
				celassist.OperatorToken, celassist.StringToken, celassist.OperatorToken, celassist.VariableToken, celassist.PropertyToken,
				celassist.OperatorToken, celassist.NumberToken)
			if list != want {
				t.Errorf("got  %s\nwant %s", list, want)
			}
		})
	}
}

// TestTokensOfMultiLineStrings expects a part for each line.
func TestTokensOfMultiLineStrings(t *testing.T) {
	f := source.Read("a.yaml", []byte(inRule("|\n      self.a == '''one\n       two\n      three'''")))
	var got []string
	for _, token := range CELTokens(f) {
		if token.Kind == celassist.StringToken {
			got = append(got, string(f.Text[token.Start:token.End]))
		}
	}
	if want := "'''one|two|three'''"; strings.Join(got, "|") != want {
		t.Errorf("%q, want %s", got, want)
	}
}

// TestTokensOfCorpusRules writes each rule of the corpus in each style. The text of every token has to read as a part of
// the token, and no token may be missing.
func TestTokensOfCorpusRules(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(sweep.Corpus(), "dev", "*", "crds", "*.yaml"))
	if len(files) == 0 {
		t.Skip("the corpus is absent")
	}
	random := rand.New(rand.NewPCG(1, 2))
	rules, tokens := 0, 0
	for _, name := range sweep.Part(16, files) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		f := source.Read(name, text)
		for _, doc := range f.Documents {
			eachExpression(doc.Root, func(n *yamlnode.Node) {
				rules++
				tokens += checkTokens(t, f, n)
				for range 2 {
					restyled := source.Read(name, []byte(inRule(restyle(random, n.Value))))
					if len(restyled.Documents) != 1 {
						t.Fatalf("%s: cannot be read again", n.Value)
					}
					eachExpression(restyled.Documents[0].Root, func(n *yamlnode.Node) { tokens += checkTokens(t, restyled, n) })
				}
			})
		}
	}
	t.Logf("%d rules, %d tokens", rules, tokens)
}

// restyle writes a rule as a random style of YAML.
func restyle(random *rand.Rand, rule string) string {
	n := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: rule}
	n.Style = []yaml.Style{yaml.DoubleQuotedStyle, yaml.SingleQuotedStyle, yaml.LiteralStyle, yaml.FoldedStyle}[random.IntN(4)]
	out, err := yaml.Marshal(&yaml.Node{Kind: yaml.MappingNode, Content: []*yaml.Node{{Kind: yaml.ScalarNode, Value: "r"}, n}})
	if err != nil {
		return rule
	}
	lines := strings.Split(strings.TrimSuffix(strings.TrimPrefix(string(out), "r: "), "\n"), "\n")
	return strings.Join(lines, "\n    ")
}

func checkTokens(t *testing.T, f *source.File, n *yamlnode.Node) int {
	t.Helper()
	all := appendTokens(nil, f, n)
	at := 0
	dense := func(s string) string { return strings.NewReplacer(" ", "", "\n", "").Replace(s) }
	plain := func(s string) string { // without what the style adds
		switch {
		case n.Style&yamlnode.SingleQuoted != 0:
			s = strings.ReplaceAll(s, "''", "'")
		case n.Style&yamlnode.DoubleQuoted != 0:
			s = strings.NewReplacer(`\"`, `"`, `\\`, `\`, `\n`, "").Replace(s)
		}
		return dense(s)
	}
	for _, token := range celassist.Tokens(n.Value) {
		want := dense(n.Value[token.Start:token.End])
		got := ""
		for plain(got) != want {
			if at == len(all) || len(plain(got)) > len(want) {
				t.Fatalf("%s:%d: token %q is %q", f.Name, n.Line(), want, got)
			}
			got += string(f.Text[all[at].Start:all[at].End])
			if strings.Contains(got, "\n") {
				t.Fatalf("%s:%d: %q has several lines", f.Name, n.Line(), got)
			}
			at++
		}
	}
	if at != len(all) {
		t.Fatalf("%s:%d: %d tokens too many", f.Name, n.Line(), len(all)-at)
	}
	return at
}

func BenchmarkTokens(b *testing.B) {
	files, _ := filepath.Glob(filepath.Join(sweep.Corpus(), "dev", "*", "crds", "*httproutes*.yaml"))
	if len(files) == 0 {
		b.Skip("the corpus is absent")
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		b.Fatal(err)
	}
	f := source.Read(files[0], text)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		CELTokens(f)
	}
}
