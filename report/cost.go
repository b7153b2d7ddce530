package report

// CostReport is what the CEL rules of CRDs cost by the server's estimate, in
// the form other tools read.
type CostReport struct {
	SchemaVersion int              `json:"schemaVersion"`
	Expressions   []ExpressionCost `json:"rules"`
	CRDs          []CRDCost        `json:"crds"`
	// Errors say why the costs of some files are not known.
	Errors []RunError `json:"errors,omitempty"`
}

// ExpressionCost is the cost of one CEL rule or messageExpression.
type ExpressionCost struct {
	File     string `json:"file"`
	Document int    `json:"document"`
	CRD      string `json:"crd"`
	// Version is the version whose schema has the CEL rule; several, with commas,
	// where versions share a schema.
	Version string `json:"version"`
	// Path is the server's, and ends in .rule or .messageExpression.
	Path string `json:"path"`
	// Kind is "rule" or "messageExpression".
	Kind string `json:"kind"`
	Rule string `json:"rule"`
	// Cost is the most that one execution costs, Executions how often it is
	// executed at most, and Total their product, which stops at the largest
	// uint64.
	Cost       uint64 `json:"cost"`
	Executions uint64 `json:"executions"`
	Total      uint64 `json:"total"`
	// RulePercent and CRDPercent are the shares of the limits.
	RulePercent float64 `json:"rulePercent"`
	CRDPercent  float64 `json:"crdPercent"`
	// Suggestion is the least change of bounds that makes all CEL rules of
	// the schema fit; or, for one of a schema that fits, one with which it
	// takes no more than a hundredth of its budget.
	Suggestion string `json:"suggestion,omitempty"`
	// Bounds are the same as values.
	Bounds []CostBound `json:"bounds,omitempty"`

	// Origin is the place in Go code that the CRD is generated from; nil if that is not
	// known.
	Origin *Origin `json:"origin,omitempty"`

	// KubeVersion is the version that the numbers are of, the one where the rule costs the
	// most, if several were asked for.
	KubeVersion string `json:"kubeVersion,omitempty"`

	// Where is the field that the CEL rule stands at, Index its place among the
	// field's, Line its line.
	Where string `json:"-"`
	Index int    `json:"-"`
	Line  int    `json:"-"`
}

// CostBound is a bound that a schema is to have.
type CostBound struct {
	// Keyword is maxItems, maxProperties or maxLength.
	Keyword string `json:"keyword"`
	Value   int64  `json:"value"`
	// Field is what is bounded, as in spec.listeners[*].hostname.
	Field string `json:"field"`
	// Path is where the keyword stands in the CRD, or would stand.
	Path string `json:"path"`
}

// CRDCost is what all CEL rules of a schema cost together.
type CRDCost struct {
	File     string `json:"file"`
	Document int    `json:"document"`
	CRD      string `json:"crd"`
	Version  string `json:"version"`
	Total    uint64 `json:"total"`
	// KubeVersion is the version that the total is of, if several were asked for.
	KubeVersion string `json:"kubeVersion,omitempty"`

	// Expressions counts the CEL rules and message expressions.
	Expressions int `json:"-"`
}
