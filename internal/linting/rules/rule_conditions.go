package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/conventions"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
)

var conditions = Rule{
	ID: "conditions", Severity: finding.Warning, Profile: APIReview, Topic: Convention, Narrows: true,
	Title: "conditions don't have the shape of metav1.Condition",
	Why: `Generic tools read the conditions of every kind: ` + "`kubectl wait --for=condition`" + `,
GitOps controllers that wait until an object is ready, dashboards. They rely on the fields of
` + "`metav1.Condition`: `type`, `status` (True, False or Unknown), `reason`, `message` and `lastTransitionTime`" + `,
all of them required. Use that type unchanged.`,
	Example: `
  status:
    type: object
    properties:
      conditions:
        type: array
+       x-kubernetes-list-type: map
+       x-kubernetes-list-map-keys: [type]
        items:
          type: object
-         required: [type, status]
+         required: [lastTransitionTime, message, reason, status, type]
          properties:
+           lastTransitionTime: {type: string, format: date-time}
+           message: {type: string}
+           observedGeneration: {type: integer, format: int64}
+           reason: {type: string}
+           status: {type: string, enum: ["True", "False", Unknown]}
            type: {type: string}
-           status: {type: string}
`,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		item := conventions.ConditionItems(v.Tree, n)
		if item == nil {
			if n.Parent >= 0 && conventions.IsStatus(v.Parent(n)) && n.Name == "conditions" && v.Own(n) {
				p.ReportNode(v, n, "%s is not a list of conditions", v.Called(n)).Help =
					"make it a list of metav1.Condition, with x-kubernetes-list-type: map and the key type"
			}
			return
		}
		if d := conditionDeviations(item); len(d) > 0 {
			f := p.ReportNode(v, item, "%s is not a metav1.Condition: %s", v.Called(item), strings.Join(d, "; "))
			f.Help = "use metav1.Condition unchanged"
			if others := otherConditionFields(item); len(others) > 0 {
				f.Help += "; the server then drops " + prose.And(others) + ", which it does not have"
			}
		}
	},
}

// conditionFields are the required fields of metav1.Condition.
var conditionFields = [...]string{"lastTransitionTime", "message", "reason", "status", "type"}

// otherConditionFields returns the fields of conditions that metav1.Condition does not have.
func otherConditionFields(item *schematree.Node) []string {
	var names []string
	for _, f := range item.Properties.List {
		if f.Name != "observedGeneration" && !slices.Contains(conditionFields[:], f.Name) {
			names = append(names, f.Name)
		}
	}
	return names
}

// conditionDeviations lists the differences between conditions and metav1.Condition, in which
// observedGeneration is optional.
func conditionDeviations(item *schematree.Node) []string {
	var missing, optional, all []string
	for _, f := range conditionFields {
		switch {
		case item.Property(f) == nil:
			missing = append(missing, f)
		case !slices.Contains(item.Required, f):
			optional = append(optional, f)
		}
	}
	if len(missing) > 0 {
		all = append(all, "it does not declare "+prose.Or(missing))
	}
	if len(optional) > 0 {
		all = append(all, "it does not require "+prose.And(optional))
	}
	if s := item.Property("status"); s != nil && !slices.EqualFunc([]string{"False", "True", "Unknown"}, sortedStrings(s.Enum), func(a, b string) bool { return a == b }) {
		all = append(all, "status has no enum with True, False and Unknown")
	}
	if s := item.Property("lastTransitionTime"); s != nil && s.Format != "date-time" {
		all = append(all, "lastTransitionTime has no format date-time")
	}
	if s := item.Property("observedGeneration"); s != nil && s.Type != "integer" {
		all = append(all, fmt.Sprintf("observedGeneration is of type %q", s.Type))
	}
	return all
}

// sortedStrings returns the strings of a list of values.
func sortedStrings(values []any) []string {
	var list []string
	for _, v := range values {
		if s, ok := v.(string); ok {
			list = append(list, s)
		}
	}
	slices.Sort(list)
	return list
}
