// Package celcheck holds celrule and celcost against kube-apiserver's own code
// and against what was recorded from a real server.
package celcheck

import (
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apimachinery/pkg/util/validation/field"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/apiserver/pkg/cel/environment"
)

// cost is what the server reckons about an expression.
type cost struct {
	Cost        uint64
	Cardinality uint64 // by the bounds of the schema, or else by size
	Bounded     bool
	Error       string
}

// serverCosts asks the server's code for the costs of all expressions of a
// schema, keyed by their paths.
func serverCosts(s *apiextensions.JSONSchemaProps, at *field.Path, env *environment.EnvSet) (map[string]cost, error) {
	return serverCostsAt(s, at, env, "")
}

// serverCostsAt asks only about the expressions that stand at one place, which
// ends in x-kubernetes-validations.
func serverCostsAt(s *apiextensions.JSONSchemaProps, at *field.Path, env *environment.EnvSet, only string) (map[string]cost, error) {
	w := walk{costs: map[string]cost{}, env: env, only: only}
	err := w.node(s, at, validation.RootCELContext(s))
	return w.costs, err
}

type walk struct {
	costs map[string]cost
	env   *environment.EnvSet
	only  string
}

func (w *walk) node(s *apiextensions.JSONSchemaProps, at *field.Path, c *validation.CELSchemaContext) error {
	if err := w.rules(s, at.Child("x-kubernetes-validations"), c); err != nil {
		return err
	}
	for name, p := range s.Properties {
		if err := w.node(&p, at.Child("properties").Key(name), c.ChildPropertyContext(&p, name)); err != nil {
			return err
		}
	}
	if s.AdditionalProperties != nil && s.AdditionalProperties.Schema != nil {
		if err := w.node(s.AdditionalProperties.Schema, at.Child("additionalProperties"), c.ChildAdditionalPropertiesContext(s.AdditionalProperties.Schema)); err != nil {
			return err
		}
	}
	if s.Items != nil && s.Items.Schema != nil {
		return w.node(s.Items.Schema, at.Child("items"), c.ChildItemsContext(s.Items.Schema))
	}
	return nil
}

func (w *walk) rules(s *apiextensions.JSONSchemaProps, at *field.Path, c *validation.CELSchemaContext) error {
	if len(s.XValidations) == 0 || w.only != "" && at.String() != w.only {
		return nil
	}
	info, err := c.TypeInfo()
	if err != nil {
		w.costs[at.String()] = cost{Error: "internal error: failed to construct type information for x-kubernetes-validations rules: " + err.Error()}
		return nil
	}
	results, err := cel.Compile(info.Schema, info.DeclType, celconfig.PerCallLimit, w.env, cel.NewExpressionsEnvLoader())
	if err != nil {
		w.costs[at.String()] = cost{Error: err.Error()}
		return nil
	}
	for i, r := range results {
		rule := cost{Cost: r.MaxCost, Cardinality: r.MaxCardinality}
		if c.MaxCardinality != nil {
			rule.Cardinality, rule.Bounded = *c.MaxCardinality, true
		}
		if r.Error != nil {
			rule = cost{Error: r.Error.Detail}
		}
		w.costs[at.Index(i).Child("rule").String()] = rule
		switch {
		case r.MessageExpressionError != nil:
			w.costs[at.Index(i).Child("messageExpression").String()] = cost{Error: r.MessageExpressionError.Detail}
		case r.MessageExpression != nil:
			w.costs[at.Index(i).Child("messageExpression").String()] = cost{Cost: r.MessageExpressionMaxCost, Cardinality: 1, Bounded: true}
		}
	}
	return nil
}
