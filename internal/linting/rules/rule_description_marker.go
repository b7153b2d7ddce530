package rules

import (
	"strings"
	"unicode/utf8"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var descriptionMarker = Rule{
	ID: "description-marker", Severity: finding.Warning, Profile: Default, Topic: Convention,
	Title: "description contains a marker that is meant for the generator",
	Why: `A line such as ` + "`+kubebuilder:validation:Minimum=1`" + ` is meant for the generator. If it is part of the
description, the generator did not recognize it as a marker: there is text before it on the line, or it is in a
block comment. It is reported if the schema does not have what the marker asks for, or if that cannot be told from the
schema. Users see the marker in ` + "`kubectl explain`" + `.`,
	Example: `
  replicas:
    type: integer
-   description: How many there are. +kubebuilder:validation:Minimum=1
+   description: How many there are.
+   minimum: 1
`,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if !mayHoldMarker(n.Description) || v.InMetadata(n) || v.Given(n) {
			return
		}
		all := strings.Fields(n.Description)
		for i, w := range all {
			if i > 0 && all[i-1] == "//" {
				continue // an example in Go, as metav1.Condition has
			}
			if v.strayMarker(n, w) {
				p.Report(v.Tree.Path(n.ID).Child("description"), "the description of %s contains the marker %s, which is meant for the generator", v.Called(n), w).Help =
					"in Go, put the marker on a comment line of its own, after //"
				return
			}
		}
	},
}

// mayHoldMarker reports whether a word of a text starts like a marker that strayMarker knows. It is fast.
func mayHoldMarker(text string) bool {
	for {
		i := strings.IndexByte(text, '+')
		if i < 0 || i+1 == len(text) {
			return false
		}
		if strings.IndexByte("ornlmk", text[i+1]) >= 0 && (i == 0 || text[i-1] <= ' ' || text[i-1] >= utf8.RuneSelf) {
			return true
		}
		text = text[i+1:]
	}
}

// strayMarker reports whether a word of a description is certainly a marker, and the schema lacks its effect.
// Generators that start from protobuf leave markers in descriptions after applying them.
func (v *Version) strayMarker(n *schematree.Node, w string) bool {
	switch w {
	case "+optional":
		return v.Required(n)
	case "+required":
		return n.Role == schematree.RoleProperty && !v.Required(n)
	case "+nullable":
		return !n.Nullable
	}
	if list, ok := strings.CutPrefix(w, "+listType="); ok {
		return list != n.ListType()
	}
	if kind, ok := strings.CutPrefix(w, "+mapType="); ok {
		return kind != n.MapType()
	}
	return strings.HasPrefix(w, "+kubebuilder:") || strings.HasPrefix(w, "+k8s:")
}
