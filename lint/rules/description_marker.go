package rules

import (
	"strings"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/schema"
)

var descriptionMarker = Rule{
	ID: "description-marker", Severity: finding.Warning, Profile: Default, Topic: Convention,
	Title: "description holds a marker that is meant for the generator",
	Why: `A line such as ` + "`+kubebuilder:validation:Minimum=1`" + ` is meant for the generator. When it ends up in the
description, the generator did not take it for a marker: there is text before it on the line, or it is in a
block comment. So what it says does not hold, and people read it in ` + "`kubectl explain`" + `.`,
	Bad: `
replicas:
  type: integer
  description: How many there are. +kubebuilder:validation:Minimum=1
`,
	Good: `
replicas:
  type: integer
  description: How many there are.
  minimum: 1
`,
	Node: func(p *Pass, v *Version, n *schema.Node) {
		if n.Description == "" || n.Nested || n.Unwalked || v.InMetadata(n) || v.Given(n) {
			return
		}
		if m := strayMarker(n.Description); m != "" {
			p.Report(v.Tree.Path(n.ID).Child("description"), "the description of %s holds the marker %s, which is meant for the generator", v.Called(n), m).Help =
				"put it on a comment line of its own in Go, after //"
		}
	},
}

// strayMarker returns the first word of a text that is a marker of a generator,
// or "". Only words that can't be anything else count.
func strayMarker(text string) string {
	if !strings.Contains(text, "+") {
		return ""
	}
	for _, w := range strings.Fields(text) {
		for _, prefix := range [...]string{"+kubebuilder:", "+k8s:", "+optional", "+required", "+nullable", "+listType=", "+listMapKey=", "+mapType=", "+structType=", "+genclient"} {
			rest, ok := strings.CutPrefix(w, prefix)
			if ok && (rest == "" || strings.HasSuffix(prefix, ":") || strings.HasSuffix(prefix, "=")) {
				return w
			}
		}
	}
	return ""
}
