package rules

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/words"
)

var negativeCount = Rule{
	ID: "negative-count", Severity: finding.Info, Profile: Strict, Topic: Convention, Keywords: []string{"minimum"}, ByType: true, Narrows: true,
	Title: "a number that counts something may be negative",
	Why: `There are no -3 replicas. Without ` + "`minimum: 0`" + ` the server accepts such a number, and a controller fails on it later,
or takes it for another one. Numbers of which the description says what a negative one means are not reported.`,
	Example: `
  replicas:
    type: integer
    format: int32
+   minimum: 0
`,
	Options: []Option{{Name: "names", Title: "last words of names of fields that count something", Default: []string{
		"replicas", "count", "retries", "instances", "parallelism", "shards"}}},
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if n.Type != "integer" || n.Minimum != nil || len(n.Enum) > 0 || len(n.XValidations()) > 0 || n.Role != schematree.RoleProperty || !v.InSpec(n) || !v.Own(n) {
			return
		}
		if !slices.Contains(p.Strings("names"), strings.ToLower(words.Last(n.Name))) || saysNegative(n) {
			return
		}
		w := p.Witness.Takes(v.Name, v.wayTo(n), int64(-1))
		if w == nil {
			return // a CEL rule or a branch may refuse it
		}
		f := p.ReportNode(v, n, "%s is a count, but the server accepts -1", v.Called(n))
		f.Help, f.YAML, f.Witness = "add minimum: 0, or 1", []string{"minimum: 0"}, w
		if strings.ToLower(words.Last(n.Name)) == "retries" {
			f.Help = "add minimum: 0, or say in the description what a negative number means"
		}
	},
}

// saysNegative reports whether a description or a default gives negative numbers a meaning.
func saysNegative(n *schematree.Node) bool {
	text := strings.ToLower(n.Description)
	if strings.Contains(text, "-1") || strings.Contains(text, "negative") || strings.Contains(text, "unlimited") || strings.Contains(text, "infinite") {
		return true
	}
	switch d := n.Default.(type) {
	case int64:
		return d < 0
	case float64:
		return d < 0
	}
	return false
}
