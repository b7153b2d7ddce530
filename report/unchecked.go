package report

// Unchecked is a part of a CRD that was not checked, as the checks before it found errors.
type Unchecked string

// What may not be checked, in the order in which it would be.
const (
	NamesUnchecked    Unchecked = "names" // and all else outside of schemas
	SchemasUnchecked  Unchecked = "schemas"
	DefaultsUnchecked Unchecked = "defaults"
	RulesUnchecked    Unchecked = "rules" // of CEL
	CostsUnchecked    Unchecked = "costs" // of those
	LintUnchecked     Unchecked = "lint"  // rules of crdtool's own
)
