package report

// Coverage says which constraints of CRDs the requests of tests have met.
type Coverage struct {
	SchemaVersion int `json:"schemaVersion"`
	// CRDs are those that were asked something, sorted by name.
	CRDs []CRDCoverage `json:"crds"`
	// Untested are the names of CRDs that were installed and never asked anything.
	Untested []string `json:"untested,omitempty"`
	// Summary counts all of them, but for unknown fields: that they are dropped is hardly ever
	// tested field by field.
	Summary CoverageCount `json:"summary"`
	// LeftOut is how many constraints are inside of types of the Kubernetes API and not listed.
	LeftOut int `json:"leftOut,omitempty"`
}

// CoverageCount counts constraints, and operands of rules.
type CoverageCount struct {
	Covered int `json:"covered"`
	Total   int `json:"total"`
}

// Percent is rounded down to tenths; 0 if there is nothing to cover.
func (c CoverageCount) Percent() float64 {
	if c.Total == 0 {
		return 0
	}
	return float64(c.Covered*1000/c.Total) / 10
}

// Add adds another count.
func (c *CoverageCount) Add(o CoverageCount) {
	c.Covered += o.Covered
	c.Total += o.Total
}

// CRDCoverage is what was met of the constraints of a CRD.
type CRDCoverage struct {
	Name string `json:"name"`
	// Files are where the CRD stands: several if tests are run with several forms of it.
	Files       []string             `json:"files"`
	Summary     CoverageCount        `json:"summary"`
	Kinds       []KindCoverage       `json:"kinds"`
	Constraints []ConstraintCoverage `json:"constraints"`
	// LeftOut is how many more are inside of types of the Kubernetes API.
	LeftOut int `json:"leftOut,omitempty"`
}

// KindCoverage counts the constraints of a kind.
type KindCoverage struct {
	Kind CoverageKind `json:"kind"`
	CoverageCount
}

// CoverageKind is a kind of constraints, of which coverage has a row.
type CoverageKind string

// The kinds, in their order.
const (
	CoversRules    CoverageKind = "rules"
	CoversBranches CoverageKind = "branches of rules"
	CoversBounds   CoverageKind = "bounds"
	CoversPatterns CoverageKind = "patterns"
	CoversFormats  CoverageKind = "formats"
	CoversEnums    CoverageKind = "enum values"
	CoversRequired CoverageKind = "required"
	CoversLists    CoverageKind = "list types"
	CoversDefaults CoverageKind = "defaults"
	CoversPruning  CoverageKind = "unknown fields"
	CoversOthers   CoverageKind = "others"
)

// CoverageKinds are all kinds.
func CoverageKinds() []CoverageKind {
	return []CoverageKind{CoversRules, CoversBranches, CoversBounds, CoversPatterns, CoversFormats, CoversEnums,
		CoversRequired, CoversLists, CoversDefaults, CoversPruning, CoversOthers}
}

// ConstraintCoverage is what was met of a constraint. One that versions of a CRD, or several
// forms of it, have alike is one, and met if it is met in any.
type ConstraintCoverage struct {
	Kind CoverageKind `json:"kind"`
	// Effect is refuses, allows, fills or drops.
	Effect string `json:"effect"`
	// Field is where the values are, such as spec.ports[*].name; "" is the object.
	Field   string `json:"field"`
	Keyword string `json:"keyword"`
	// Rule counts the rules of a field from 1; 0 if it is no rule.
	Rule int `json:"rule,omitempty"`
	// Value is that of the keyword, or the item of its list; of a rule its text.
	Value any `json:"value,omitempty"`
	// Message is that of a rule.
	Message string `json:"message,omitempty"`
	// Versions of the CRD have it.
	Versions []string `json:"versions"`
	// Path is where it stands in the CRD, in the first of its forms that has it.
	Path   string `json:"path"`
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	// Origin is where it stands in Go, if that is known.
	Origin *Origin `json:"origin,omitempty"`

	// Passed counts values that pass, that need no default, and objects that unknown fields could
	// be dropped of; Met those that are refused,
	// need what is allowed, get the default, and the fields that are dropped.
	Passed int64 `json:"passed"`
	Met    int64 `json:"met"`
	// Alone counts the requests that were refused for nothing else. It may have kept rules from
	// being evaluated that would refuse them, too.
	Alone int64 `json:"alone,omitempty"`
	// Of a rule: Errors are the evaluations that end in an error, which Met counts too;
	// Forgiven fail where nothing changed; WithoutOld and Blocked were not evaluated, since there was
	// no old value, and since the object was wrong otherwise.
	Errors     int64 `json:"errors,omitempty"`
	Forgiven   int64 `json:"forgiven,omitempty"`
	WithoutOld int64 `json:"withoutOld,omitempty"`
	Blocked    int64 `json:"blocked,omitempty"`

	// Covered says that it was seen to do all that it does: of what refuses, to pass and to refuse.
	Covered bool `json:"covered"`
	// Missing says what was not seen.
	Missing string `json:"missing,omitempty"`
	// Branches are the operands of && and || in a rule, and the conditions and arms of ?:.
	Branches []BranchCoverage `json:"branches,omitempty"`
}

// BranchCoverage is what was seen of an operand of a rule.
type BranchCoverage struct {
	Text   string `json:"text"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	// True and False say what it was seen to be.
	True  bool `json:"true"`
	False bool `json:"false"`
}

// Covered reports whether it was seen to be both.
func (b *BranchCoverage) Covered() bool { return b.True && b.False }
