package others

import (
	"fmt"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

const costBudget = "MustNotExceedCostBudget"

// costs returns the CEL rules that do not compile or cost too much, as errors, and those below lists, maps and
// texts without a limit, as warnings. The tool does not name the version, so a flaw of the old CRD hides the same
// flaw in a new version.
func costs(c *crd.CustomResourceDefinition, a *crd.Answer) []flaw {
	var all []flaw
	for i := range c.Spec.Versions {
		v := &c.Spec.Versions[i]
		k := &costed{version: v.Name, nodes: map[*schema.Schema]*node{}}
		cost := costOf(a, v.Name)
		root := v
		if cost != nil {
			// Versions with one schema share the costs of the first.
			root = &crd.Version{Name: v.Name, Schema: &crd.Validation{OpenAPIV3Schema: cost.Tree.Nodes[0].Schema}}
		}
		each(root, versionPath(i), fieldsOnly, func(n *node) {
			k.nodes[n.Schema] = n
			k.unboundedSelf(n)
		})
		if cost != nil {
			k.rules(cost)
		}
		all = append(all, k.found...)
	}
	return all
}

func costOf(a *crd.Answer, version string) *crd.Cost {
	if a == nil {
		return nil
	}
	for i := range a.Costs {
		if slices.Contains(a.Costs[i].Versions, version) {
			return &a.Costs[i]
		}
	}
	return nil
}

type costed struct {
	version string
	nodes   map[*schema.Schema]*node
	found   []flaw
}

func (k *costed) add(n *node, severity finding.Severity, place, message string) {
	k.found = append(k.found, flaw{Verdict{
		Check: costBudget, Severity: severity, Version: k.version, Place: place, Keyword: "x-kubernetes-validations", Message: message, New: n.path,
	}, message})
}

// unboundedSelf warns of values with rules whose size has no limit.
func (k *costed) unboundedSelf(n *node) {
	switch {
	case len(n.XValidations()) == 0:
	case n.Type == "string" && len(n.Enum) == 0 && n.MaxLength == nil:
		k.add(n, finding.Warning, n.field, n.field+" has a rule and no maxLength")
	case n.Type == "array" && n.MaxItems == nil:
		k.add(n, finding.Warning, n.field, n.field+" has a rule and no maxItems")
	}
}

// miscounted reports an error of the tool itself: it finds the unlimited list or map by the steps of the path, and
// additionalProperties counts as two. It does not name the place, so one such error in the old CRD hides all.
func (k *costed) miscounted(n *node) {
	depth := 1
	for a := n.parent; a != nil; a = a.parent {
		depth++
	}
	if strings.Count(n.keywordPath, ".")+1 != depth {
		k.add(n, finding.Error, "", "crd-schema-checker cannot say which map or list above a rule has no bound, which it has as an error")
	}
}

func (k *costed) rules(cost *crd.Cost) {
	var total uint64
	for i := range cost.Expressions {
		e := &cost.Expressions[i]
		n := k.nodes[cost.Tree.Nodes[e.Node].Schema]
		if n == nil {
			continue
		}
		if !e.Message {
			total += min(e.Total, celcost.CRDLimit+1)
			if !e.Executions.Bounded {
				k.miscounted(n)
				k.add(n, finding.Warning, n.field, fmt.Sprintf("rules of %s are below a list or map without a bound, and run up to %d times", n.field, e.Executions.Max))
			}
		}
		if e.Total > celcost.ExpressionLimit {
			what := "rule"
			if e.Message {
				what = "messageExpression"
			}
			k.add(n, finding.Error, n.keywordPath, fmt.Sprintf("a %s of %s costs %s of its budget", what, n.field, times(e.Total, celcost.ExpressionLimit)))
		}
	}
	for i := range cost.Failed {
		f := &cost.Failed[i]
		if n := k.nodes[cost.Tree.Nodes[f.Node].Schema]; n != nil {
			k.add(n, finding.Error, n.keywordPath, fmt.Sprintf("a rule of %s does not compile: %s", n.field, f.Detail))
		}
	}
	if root := k.nodes[cost.Tree.Nodes[0].Schema]; root != nil && total > celcost.CRDLimit {
		k.add(root, finding.Error, "^", fmt.Sprintf("the rules together cost %s of their budget", times(cost.Total, celcost.CRDLimit)))
	}
}

// times formats a share with the tool's rounding, because equal texts are equal flaws.
func times(cost, limit uint64) string {
	switch f := float64(cost) / float64(limit); {
	case f > 100:
		return "more than 100 times"
	case f < 1.5:
		return fmt.Sprintf("%f times", f)
	default:
		return fmt.Sprintf("%.1f times", f)
	}
}
