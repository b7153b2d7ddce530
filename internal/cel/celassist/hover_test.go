package celassist

import (
	"fmt"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/testkit/steer"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/kube"
)

func TestHover(t *testing.T) {
	for marked, want := range map[string]string{
		"self.spec.mo|de == 'x'":                                 "mode: string; spec.mode; required; How it runs.",
		"se|lf.spec":                                             "self: object; ",
		"oldS|elf.spec":                                          "oldSelf: object; ",
		"has(self.spec.old__dash|__name)":                        "old__dash__name: string; spec.old-name; Deprecated: use mode.",
		"self.spec.?repl|icas.orValue(1)":                        "replicas: optional_type(int); spec.replicas",
		"self.spec.policies.all(p|, p.name == 'a')":              "p: object; spec.policies[*]",
		"self.spec.policies.all(p, p|.name == 'a')":              "p: object; spec.policies[*]",
		"self.spec.policies.all(p, p.na|me":                      "name: string; spec.policies[*].name; required",
		"self.spec.labels.all(k|ey, true)":                       "key: string; ",
		"self.spec.labels.all(k, v|, true)":                      "v: string; spec.labels[*]",
		"self.spec.policies.map(p, p.name).exi|sts(n, n == 'a')": "exists: bool; ; list(string).exists(x, condition): bool; list(string).exists(key, value, condition): bool",
		"self.spec.mode.rep|lace('a', 'b')":                      "replace: string; ; string.replace(old: string, new: string): string; string.replace(old: string, new: string, limit: int): string",
		"se|ts.contains(self.spec.tags, ['a'])":                  "sets.contains: bool; ; sets.contains(list: list(T), items: list(T)): bool",
		"self.spec.tags.first().or|Value('a')":                   `orValue: string; spec.tags[*]; optional_type(string).orValue(default: string): string`,
		"h|as(self.spec.mode)":                                   "has: bool; ; has(field): bool",
		"self.spec.mode i|n ['a']":                               "in: ; ",
		"tr|ue":                                                  "true: bool; ",
		"self.spec.me|tadata":                                    "none",
		"self.no|pe.x":                                           "none",
		"no|pe":                                                  "none",
		"self.spec.replicas| == 10 // self.spec.m":               "replicas: int; spec.replicas",
		"self.spec.replicas == 10 // self.spec.mo|de":            "none",
		"self.spec.replicas =|= 10":                              "none",
		"self.meta|data.name":                                    "metadata: object; metadata",
		"self.metadata.na|me":                                    "name: string; ",
	} {
		x, at := sample(t, marked)
		if got := shownHover(x.Hover(at)); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", marked, got, want)
		}
	}
}

// shownHover returns what a hover says, without our documentation.
func shownHover(h *Hover) string {
	if h == nil {
		return "none"
	}
	s := h.Name + ": " + h.Type + "; " + h.Path
	if h.Required {
		s += "; required"
	}
	if h.Schema != nil && h.Schema.Description != "" {
		s += "; " + h.Schema.Description
	}
	for _, one := range h.Signatures {
		s += "; " + one.Label
	}
	return s
}

// TestHoverDocuments: the documentation says what the name does here, and on which versions.
func TestHoverDocuments(t *testing.T) {
	for marked, want := range map[string]string{
		"oldS|elf.spec == self.spec":                        "transition rule",
		"self.spec.mode.tr|im()":                            "All supported versions of Kubernetes have it.",
		"qua|ntity('1')":                                    "New rules may use it since Kubernetes 1.29.",
		"self.spec.tags.inc|ludes('a')":                     "New rules may not use it up to Kubernetes 1.37.",
		"self.spec.labels.all(k|, v, true)":                 "A variable of `all`.",
		"self.spec.labels.al|l(k, v, true)":                 "New rules may use it since Kubernetes 1.33.",
		"self.spec.labels.al|l(k, true)":                    "All supported versions of Kubernetes have it.",
		"self.spec.labels.all(k, self.spec.mode i|n ['a'])": "Reports whether a list has an item",
	} {
		x, at := sample(t, marked)
		if h := x.Hover(at); h == nil || !strings.Contains(h.Doc, want) {
			t.Errorf("%s: %+v does not say %q", marked, h, want)
		}
	}
	tree := sampleTree(t)
	for id := range tree.Nodes {
		if tree.Nodes[id].Name != "deep" {
			continue
		}
		x := assistant.Schema(tree).Expression("oldSelf == self", Place{Node: int32(id)})
		if h := x.Hover(0); !strings.Contains(h.Doc, "refuses") {
			t.Errorf("oldSelf in a list: %q", h.Doc)
		}
	}
}

// TestHoverOnOldVersions: a text with functions of later versions has types, but no cost.
func TestHoverOnOldVersions(t *testing.T) {
	text := "self.spec.policies.all(i, p, p.name == 'a' && p.kind.format([]) == 'a')"
	x := New([]kube.Version{{Minor: 27}}).Schema(sampleTree(t)).Expression(text, Place{})
	for name, want := range map[string]string{"name": "string", "kind": "string", "format": "string", "all": "bool"} {
		if h := x.Hover(strings.Index(text, name)); h == nil || h.Type != want || h.Cost != nil {
			t.Errorf("%s: %+v, want %s", name, h, want)
		}
	}
	x = New([]kube.Version{{Minor: 27}}).Schema(sampleTree(t)).Expression("self.spec.mode == 'a'", Place{})
	if h := x.Hover(10); h.Cost == nil || h.Cost.Version.Minor != 27 {
		t.Errorf("%+v", h.Cost)
	}
}

// TestCosts: only expressions that stand alone have a cost, in rules without errors.
func TestCosts(t *testing.T) {
	for marked, want := range map[string]bool{
		"self.spec.policies.al|l(p, p.name == 'a')":                      true,
		"self.spec.policies.all(p, p.na|me == 'a')":                      false,
		"self.spec.policies.all(p, p.inner.exi|sts(d, d.deep > 1))":      false,
		"self.spec.policies.all(p, self.spec.tags.exi|sts(t, t == 'a'))": true,
		"self.spec.mo|de == 'a'":                                         true,
		"self.spec.mode.mat|ches('^a+$') && self.nope":                   false,
		"self.spec.policies.all(p, self.spec.mo|de == p":                 false,
	} {
		x, at := sample(t, marked)
		c := x.Hover(at).Cost
		if (c != nil) != want || c != nil && (c.Once == 0 || c.Executions != 1 || c.Total != c.Once || c.Limit != 10_000_000 || c.Version.Minor != 37) {
			t.Errorf("%s: %+v, want one: %t", marked, c, want)
		}
	}
}

// TestCostsAreTheServers: the cost of a rule as a whole is the one for which the server accepts or refuses it.
func TestCostsAreTheServers(t *testing.T) {
	seen := map[*schematree.Tree]bool{}
	compared := 0
	for _, r := range allRules(t) {
		if seen[r.tree] {
			continue
		}
		seen[r.tree] = true
		result := celcost.NewChecker(behaviour.Of(kube.Latest)).Check(r.tree, func(int32) bool { return true }, celcost.Options{})
		for _, e := range result.Expressions {
			rule := r.tree.Nodes[e.Node].XValidations()[e.Rule]
			x := r.schema.Expression(e.Text, Place{Node: e.Node, IsMessage: e.Message, OptionalOldSelf: rule.OptionalOldSelf != nil && *rule.OptionalOldSelf})
			whole := x.whole()
			got := x.costOf(whole, whole.AST.Expr())
			if got.Once != e.Cost || got.Executions != e.Executions.Max || got.Total != e.Total {
				t.Errorf("%q: %+v, want %d, %d and %d", e.Text, got, e.Cost, e.Executions.Max, e.Total)
			}
			compared++
		}
	}
	if compared < 500 {
		t.Errorf("only %d costs were compared", compared)
	}
}

func TestDefinition(t *testing.T) {
	for marked, want := range map[string]string{
		"self.spec.mo|de == 'a'":                                 "mode",
		"self.spec.old__dash|__name":                             "old-name",
		"self.spec.policies.all(p, p.ki|nd == 'x')":              "kind",
		"self.spec.policies.all(p, p|.kind == 'x')":              "; declared at 23",
		"self.spec.policies.all(p|, p.kind == 'x')":              "; declared at 23",
		"self.spec.policies.all(p, p.inner.all(p|, p.deep > 1))": "; declared at 38",
		"self.spec.policies.all(p, p.inner.all(p, p|.deep > 1))": "; declared at 38",
		"self.spec.tags.map(t, t + 'x').all(u, u| == 'x')":       "; declared at 35",
		"self.spec.si|ze()":                                      "none",
		"self.spec.no|pe":                                        "none",
		"'self.spec.mo|de'":                                      "none",
		"s|elf.spec":                                             "",
	} {
		x, at := sample(t, marked)
		got := "none"
		if d := x.Definition(at); d != nil {
			got = ""
			if d.Node >= 0 {
				got = x.tree.Nodes[d.Node].Name
			}
			if d.Variable != nil {
				got += fmt.Sprint("; declared at ", d.Variable.Start)
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", marked, got, want)
		}
	}
}

func TestSignatures(t *testing.T) {
	for marked, want := range map[string]string{
		"self.spec.mode.replace(|":                   "0 of string.replace(old: string, new: string): string",
		"self.spec.mode.replace('a', |":              "1 of string.replace(old: string, new: string): string",
		"self.spec.mode.replace('a', 'b', |)":        "2 of string.replace(old: string, new: string, limit: int): string",
		"self.spec.mode.replace('a, |":               "0 of string.replace(old: string, new: string): string",
		"self.spec.policies.all(p, size(|":           "0 of size(value: string): int",
		"self.spec.policies.all(p, size(p.name) > |": "1 of list(object).all(x, condition): bool",
		"self.spec.policies.all(i, p, |":             "2 of list(object).all(key, value, condition): bool",
		"sets.contains([1, 2], |":                    "1 of sets.contains(list: list(T), items: list(T)): bool",
		"self.spec.mode.nope(|":                      "none",
		"self.spec.mode == (|":                       "none",
		"size(self.spec.mode)|":                      "none",
	} {
		x, at := sample(t, marked)
		got := "none"
		if s := x.Signatures(at); s != nil {
			got = fmt.Sprint(s.Argument, " of ", s.List[s.Active].Label)
		}
		if got != want {
			t.Errorf("%s: %s, want %s", marked, got, want)
		}
	}
}

func TestTokens(t *testing.T) {
	kinds := []string{"variable", "property", "function", "method", "macro", "operator", "string", "number", "keyword", "comment"}
	for text, want := range map[string]string{
		"self.?a.orValue(1u) in [true] // end": "variable self|operator ?|property a|method orValue|number 1u|keyword in|keyword true|comment // end",
		"self.l.all(x, has(x.in))":             "variable self|property l|macro all|variable x|macro has|variable x|property in",
		"sets.contains(a.sets, b) ? -1 : 'x'":  "function sets|function contains|variable a|property sets|variable b|operator ?|operator -|number 1|operator :|string 'x'",
		"a.sets.contains(b)":                   "variable a|property sets|method contains|variable b",
		"self.all.map == filter":               "variable self|property all|property map|operator ==|variable filter",
		"self.a == 'open":                      "variable self|property a|operator ==|string 'open",
		"a.`b-c` != ü":                         "variable a|property `b-c`|operator !=",
	} {
		var got []string
		for _, token := range Tokens(text) {
			got = append(got, kinds[token.Kind]+" "+text[token.Start:token.End])
		}
		if s := strings.Join(got, "|"); s != want {
			t.Errorf("%s\ngot  %s\nwant %s", text, s, want)
		}
	}
}

// seeds are texts from which the fuzzer begins.
var seeds = []string{
	"self.spec.policies.all(p, p.name == 'a' && p.inner.exists(d, d.deep > 1))", "has(self.spec.old__dash__name) ? self.spec.mode : \"x\"", "self.spec.?mode.optMap(m, m.size()).orValue(0) > 1",
	"oldSelf.spec.tags.filter(t, t in ['a', \"b\"]).map(t, t + 'x') == self.spec.tags", "sets.contains(self.spec.tags, ['a']) // all", "self.spec.labels.transformMap(k, v, k + v)['a'] == r'\\'", "quantity('1').add(quantity('2')).isLessThan(",
	"self.spec.policies.all(p, p.", "format.dns1123Label().validate(self.spec.mode).hasValue()", "'''\n''' == self.spec.`namespace`", "(((((self", ".self.spec", "{'a': self.spec}.a.mode", "[self.spec][0].mode in",
}

func FuzzText(f *testing.F) {
	for _, text := range seeds {
		f.Add(text, uint(len(text)))
	}
	tree := sampleTree(f)
	f.Fuzz(func(t *testing.T, text string, at uint) {
		tryText(t, assistant.Schema(tree).Expression(text, Place{}), int(at%uint(len(text)+1)))
	})
}

func TestSeedsText(t *testing.T) {
	texts := steer.NewTexts(seeds, ".", "(", ")", "[", "]", "'", "\"", "//", ".all(x, ", ".?", "self", " == ", " in ", ",", "x.", "`", "''' ")
	s := assistant.Schema(sampleTree(t))
	steer.Seeds(t, 1000, func(t *testing.T, seed uint64) {
		text := texts.Any(seed)
		tryText(t, s.Expression(text, Place{}), int(seed%uint64(len(text)+1)))
	})
}

// tryText asks everything about a text.
func tryText(t testing.TB, x *Expression, at int) {
	t.Helper()
	askAll(t, x, at)
	checkTokens(t, x.text, false)
}

// TestLongTexts: texts that are far too long or too deep for CEL have answers, too.
func TestLongTexts(t *testing.T) {
	s := assistant.Schema(sampleTree(t))
	for _, text := range []string{
		strings.Repeat("(", 20_000), strings.Repeat("f(", 20_000) + "self.", strings.Repeat("self.spec.tags.all(x, ", 2_000) + "x.", strings.Repeat("in.", 20_000), strings.Repeat("a.", 20_000),
		strings.Repeat("self.spec.mode == 'a' && ", sweep.Times(2_000, 10_000)) + "self.", "'" + strings.Repeat(`\`, 20_001), strings.Repeat(")", 20_000) + "self.", strings.Repeat("self[", 20_000),
	} {
		tryText(t, s.Expression(text, Place{}), len(text))
	}
}
