package apply

import "github.com/crdtool/crdtool/finding"

// Rule is what findings about objects are named after.
type Rule struct {
	ID       string
	Severity finding.Severity
	// Title says in one line what is wrong where there is such a finding.
	Title string
}

// Rules lists the rules of findings about objects by ID. Those of findings about
// files that can't be read are in package rules.
func Rules() []Rule {
	return []Rule{
		{celRule, finding.Error, "a rule of x-kubernetes-validations does not hold"},
		{"conflict", finding.Error, "the object names another resourceVersion or uid than the live object has"},
		{"duplicate-field", finding.Error, "a field is written twice"},
		{"embedded-resource", finding.Error, "an embedded object is none"},
		{listRule, finding.Error, "items of a list are not as its type demands"},
		{"metadata", finding.Error, "metadata is not as the server wants it"},
		{"namespace", finding.Error, "the object is for another namespace than the request"},
		{"no-crd", finding.Error, "there is no CRD for the kind"},
		{"no-subresource", finding.Error, "the version has no such subresource"},
		{"not-found", finding.Error, "there is no live object to write to"},
		{"refused", finding.Error, "the server refuses the object"},
		{"resource-version", finding.Error, "an update names no resourceVersion"},
		{notEvaluated, finding.Info, "rules were not evaluated, since the object is invalid"},
		{scaleRule, finding.Error, "the paths of the scale subresource do not lead to what it needs"},
		{schemaRule, finding.Error, "a value is not what the schema of the CRD takes"},
		{"type-meta", finding.Error, "apiVersion or kind is not that of the request"},
		{"unknown-field", finding.Error, "the schema of the CRD knows no such field"},
		{"untried", finding.Error, "the CRD of the object can't be used"},
		{"version", finding.Error, "the CRD does not serve the version"},
		{warningRule, finding.Warning, "a warning of the server"},
	}
}
