package celassist

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/text/finding"
)

// offered returns the first labels at the mark in a text, and the part of the text that they replace.
func offered(t *testing.T, marked string, n int, versions ...int) string {
	t.Helper()
	x, at := sample(t, marked, versions...)
	c := x.Complete(at)
	var labels []string
	for _, i := range c.Items[:min(n, len(c.Items))] {
		labels = append(labels, i.Label)
	}
	s := strings.Join(labels, " ")
	if word := x.text[c.Span.Start:c.Span.End]; word != "" {
		s += " for " + word
	}
	return s
}

func TestComplete(t *testing.T) {
	for marked, want := range map[string]string{
		// Fields
		"self.|":                                      "spec apiVersion kind metadata",
		"self.spec.|":                                 "mode enabled labels loose",
		"self.spec.re|":                               "mode enabled labels loose for re",
		"has(self.spec.|":                             "enabled labels loose namespace",
		"has(self.spec.started) && self.spec.|":       "started mode enabled labels",
		"self.spec.started == oldSelf.spec.|":         "started mode enabled labels",
		"self.spec.policies.all(p, p.|":               "name inner kind",
		"self.spec.policies.all(p, p.|) && self.spec": "name inner kind",
		"self.spec.policies.all(p, p.inner.exists(d, p.name == 'a' && d.|":  "deep",
		"self.spec.policies.filter(p, has(p.kind)).map(p, p.inner)[0][0].|": "deep",
		"self.spec.?policies[0].|":                           "name inner kind orValue",
		"(has(self.spec.mode) ? self.spec : oldSelf.spec).|": "mode enabled labels loose",
		"self.spec.policies.all(i, p, p.|":                   "name inner kind",

		// Methods
		"self.spec.tags.|":              "all size exists exists_one",
		"self.spec.mode.|":              "size matches contains startsWith",
		"self.spec.labels.|":            "all size exists exists_one",
		"self.spec.port.|":              "size matches contains startsWith",
		"self.spec.?mode.|":             "orValue hasValue value optFlatMap",
		"self.spec.?mode.optMap(m, m.|": "size matches contains startsWith",
		"quantity('1').|":               "isLessThan isGreaterThan compareTo add",
		"sets.|":                        "contains equivalent intersects",
		"self.spec.replicas.|":          "",
		"'a'.|":                         "size matches contains startsWith",

		// Values
		"self.spec.mode == |":                        "'fast' 'safe' 'it\\'s' oldSelf.spec.mode",
		"self.spec.mode == 'fa|":                     "'fast' 'safe' 'it\\'s' for 'fa",
		`self.spec.mode != "|" && self.spec.enabled`: `"fast" "safe" "it's" for ""`,
		"self.spec.mode in ['fast', |]":              "'fast' 'safe' 'it\\'s' self",
		"self.spec.tags.exists(t, t == |":            "'a' 'b' t self",
		"self.spec.policies[0].kind == |":            "'x' 'z' self has",
		"self.spec.?mode.orValue(|":                  "'fast' 'safe' 'it\\'s' self",
		"self.spec.replicas == |":                    "3 oldSelf.spec.replicas self has",
		"self.spec.enabled == |":                     "false true oldSelf.spec.enabled self",
		"self.spec.started < |":                      "oldSelf.spec.started self has oldSelf",
		"type(self.spec.port) == |":                  "string int double bool",
		"format.named('|":                            "'byte' 'date' 'datetime' 'dns1035Label' for '",
		"self.spec.old__dash__name == '|'":           " for ''",

		// Operands and operators
		"|":                                    "self has oldSelf bool",
		"self.spec.policies.all(|":             "policy",
		"self.spec.policies.all(p, |":          "p self has oldSelf",
		"self.spec.policies.all(p, !|":         "p self has oldSelf",
		"has(|":                                "self oldSelf",
		"self.spec.mode |":                     "== != in <",
		"self.spec.enabled |":                  "&& || ? ==",
		"self.spec.replicas > 1 |":             "&& || ? ==",
		"self.spec.mode i|":                    "in for i",
		"self.spec.mode == 'a' // self.spec|":  "",
		"self.spec.replicas > 1|":              "",
		"has(self.spec.mode) | has(self.spec)": "&& || ? ==",
		"self.spec.enabled ? false : |":        "self has true false",

		// A string whose quote is missing
		"self.spec.mode == 'fa| && self.spec.name == 'a'": "'fast' 'safe' 'it\\'s' for 'fa",

		// Broken text
		"self.spec.policies.all(p, p.|]) && (": "name inner kind",
		"(self.spec.|":                         "mode enabled labels loose",
		"nope.all(x, self.spec.|":              "mode enabled labels loose",
		"self.nope == 'x && self.spec.|":       " for 'x && self.spec.",
		"self.nope == 'x\n && self.spec.|":     "mode enabled labels loose",
	} {
		if got := offered(t, marked, 4); got != want {
			t.Errorf("%s: got %s, want %s", marked, got, want)
		}
	}
}

// TestCompleteOnOldVersions: what the oldest version does not have is not offered.
func TestCompleteOnOldVersions(t *testing.T) {
	for marked, labels := range map[string][2]string{ // in 1.27 and 1.37, and only in 1.37
		"|":                    {"has isURL size", "quantity sets.contains ip semver optional.of format.dns1123Label"},
		"self.spec.tags.|":     {"all exists_one filter indexOf", "transformList sortBy first distinct"},
		"self.spec.mode.|":     {"matches replace", "format"},
		"quantity('1').|":      {"", "isLessThan"},
		"self.spec.|":          {"__namespace__ mode", "namespace"},
		"oldSelf.spec.?mode.|": {"", "orValue"},
	} {
		for version, has := range map[int][2]bool{27: {true, false}, 37: {true, true}} {
			x, at := sample(t, marked, version)
			c := x.Complete(at)
			for i, list := range labels {
				for label := range strings.FieldsSeq(list) {
					if got := slices.ContainsFunc(c.Items, func(i Item) bool { return i.Label == label }); got != has[i] {
						t.Errorf("1.%d: %s is offered at %s: %t, want %t", version, label, marked, got, has[i])
					}
				}
			}
		}
	}
}

func TestItems(t *testing.T) {
	for _, test := range []struct {
		marked string
		want   Item
	}{
		{"self.spec.|", Item{Label: "mode", Kind: FieldItem, Detail: "string", Insert: "mode", Required: true, Sort: "1mode"}},
		{"self.spec.|", Item{Label: "old__dash__name", Kind: FieldItem, Detail: "string", Insert: "old__dash__name",
			Property: "old-name", Deprecated: true, Sort: "3old-name"}},
		{"self.spec.|", Item{Label: "policies", Kind: FieldItem, Detail: "list(object)", Insert: "policies", Sort: "2policies"}},
		{"self.spec.policies.|", Item{Label: "all", Kind: MacroItem, Detail: "list(object).all(x, condition): bool", Insert: "all()",
			Snippet: "all(${1:policy}, ${2:condition})", Sort: "50000"}},
		{"self.spec.policies.a|(p, true)", Item{Label: "all", Kind: MacroItem, Detail: "list(object).all(x, condition): bool", Insert: "all", Sort: "50000"}},
		{"self.spec.mode.|", Item{Label: "replace", Kind: MethodItem, Detail: "string.replace(old: string, new: string): string (+1)", Insert: "replace()",
			Snippet: "replace(${1:old}, ${2:new})", Sort: "6replace"}},
		{"self.spec.mode.|", Item{Label: "trim", Kind: MethodItem, Detail: "string.trim(): string", Insert: "trim()", Sort: "6trim"}},
		{"self.spec.policies.all(p, |", Item{Label: "p", Kind: VariableItem, Detail: "object", Insert: "p", Sort: "100"}},
		{"sets.|", Item{Label: "contains", Kind: FunctionItem, Detail: "sets.contains(list: list(T), items: list(T)): bool", Insert: "contains()",
			Snippet: "contains(${1:list}, ${2:items})", Sort: "0sets.contains"}},
	} {
		x, at := sample(t, test.marked)
		got := has(x.Complete(at), test.want.Label)
		if got == nil {
			t.Errorf("%s is not offered at %s", test.want.Label, test.marked)
			continue
		}
		if got.Kind != FieldItem && got.Doc == "" {
			t.Errorf("%s has no documentation", got.Label)
		}
		if test.marked == "self.spec.|" {
			name := cmp.Or(got.Property, got.Label)
			id, rest := x.tree.Find(finding.Root("properties").Key("spec").Child("properties").Key(name).Segments())
			if len(rest) > 0 || got.Schema != x.tree.Nodes[id].Schema {
				t.Errorf("%s has the schema %+v", got.Label, got.Schema)
			}
		}
		got.Doc, got.Schema = "", nil
		if *got != test.want {
			t.Errorf("%s:\ngot  %+v\nwant %+v", test.marked, *got, test.want)
		}
	}
}

// TestOldSelfIsOfferedWhereItIsAccepted: below a list whose items have no key, there is no old value.
func TestOldSelfIsOfferedWhereItIsAccepted(t *testing.T) {
	tree := sampleTree(t)
	for id := range tree.Nodes {
		n := &tree.Nodes[id]
		want := n.Name == "spec"
		if n.Name != "spec" && n.Name != "deep" {
			continue
		}
		x := assistant.Schema(tree).Expression("", Place{Node: int32(id)})
		if got := has(x.Complete(0), "oldSelf") != nil; got != want {
			t.Errorf("oldSelf is offered at %s: %t", n.Name, got)
		}
	}
}

// TestMessage: what the message of a rule names is likely in the rule.
func TestMessage(t *testing.T) {
	tree := sampleTree(t)
	at := Place{Message: "Set started if namespace is `x`, IfNotPresent or CEL"}
	for text, want := range map[string]string{
		"has(self.spec.": "namespace __namespace__ started",
		"has(self.spec.started) && has(self.spec.": "namespace __namespace__ started",
		"self.spec.__namespace__ == ":              "'x' 'IfNotPresent'",
	} {
		c := assistant.Schema(tree).Expression(text, at).Complete(len(text))
		var labels []string
		for _, i := range c.Items[:min(len(strings.Fields(want)), len(c.Items))] {
			labels = append(labels, i.Label)
		}
		if got := strings.Join(labels, " "); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
