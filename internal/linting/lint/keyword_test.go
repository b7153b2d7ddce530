package lint_test

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/kube"
)

var keywordHelp = regexp.MustCompile(`^write ((?:[a-zA-Z]+): .*?)(?: with (exclusive\w+: true))? instead, unless`)

// TestKeywordsSayWhatRulesSay writes the keyword that rule-as-keyword proposes in place
// of the rule: the server takes the same values.
func TestKeywordsSayWhatRulesSay(t *testing.T) {
	texts := []any{"", "a", "ab", "abc", "é", "éé", "ééé", "it's", "x y"}
	numbers := []any{int64(-2), int64(0), int64(1), int64(2), int64(3), int64(4)}
	lists := []any{[]any{}, []any{"a"}, []any{"a", "b"}, []any{"a", "b", "c"}}
	maps := []any{map[string]any{}, map[string]any{"a": "x"}, map[string]any{"a": "x", "b": "x"}}
	for _, c := range []struct {
		schema string
		rules  []string
		values []any
	}{
		{"type: string, maxLength: 9", []string{
			"self.matches('^[a-z]+$')", `self.matches("it's")`, "self.matches('^é')", "self in ['a', 'abc']", `self in ["it's"]`,
			"self.size() > 1", "size(self) >= 2", "1 < size(self)", "self.size() <= 9 && true", "size(self) >= 0",
		}, texts},
		{"type: string", []string{"size(self) < 2", "self.size() <= 2", "2 >= size(self)"}, texts},
		{"type: integer", []string{"self > 1", "self >= 1", "self < 3", "self <= 3", "3 > self", "1 <= self", "self in [1, 4]"}, numbers},
		{"type: number", []string{"self > 1.0", "self >= 2.0", "self < 2.0", "self <= 2.0", "3.0 > self"}, []any{0.5, 1.0, 1.25, 1.5, 2.0, 2.25, 2.5, 3.0}},
		{"type: array, maxItems: 9, items: {type: string, maxLength: 9}", []string{"self.size() > 1", "size(self) >= 2"}, lists},
		{"type: array, items: {type: string}", []string{"size(self) < 2", "self.size() <= 1"}, lists},
		{"type: object, maxProperties: 9, additionalProperties: {type: string}", []string{"size(self) > 0", "self.size() >= 2"}, maps},
	} {
		for _, rule := range c.rules {
			ruled := rules.Document(fmt.Sprintf("a: {%s, x-kubernetes-validations: [{rule: %q, message: wrong}]}", c.schema, rule))
			found := lint.New(kube.Latest).File(source.Read("crd.yaml", []byte(ruled)), lint.Options{Rules: rules.Of(rules.Strict)}).Findings
			var help string
			for i := range found {
				if found[i].Rule == "rule-as-keyword" {
					help = found[i].Help
				}
			}
			m := keywordHelp.FindStringSubmatch(help)
			if m == nil {
				if rule != "self.size() <= 9 && true" {
					t.Errorf("%s: %s: no keyword in %q", c.schema, rule, help)
				}
				continue
			}
			with := m[1]
			if m[2] != "" {
				with += ", " + m[2]
			}
			written := rules.Document(fmt.Sprintf("a: {%s, %s}", c.schema, with))
			for _, value := range c.values {
				widget := func() map[string]any {
					return map[string]any{"apiVersion": "example.com/v1", "kind": "Widget", "metadata": map[string]any{"name": "w", "namespace": "n"}, "spec": map[string]any{"a": value}}
				}
				byRule, byKeyword := create(t, ruled, widget()).APIServer, create(t, written, widget()).APIServer
				if byRule.Accepted != byKeyword.Accepted {
					t.Errorf("%s: with %s %v is accepted: %t (%s), with %s: %t (%s)", c.schema, rule, value, byRule.Accepted, byRule.Message, with, byKeyword.Accepted, byKeyword.Message)
				}
			}
		}
	}
}
