package mutation

// A Kind is a way to damage a CRD.
type Kind string

// The kinds.
const (
	RuleDropped      Kind = "rule dropped"
	Comparison       Kind = "comparison turned"
	Connective       Kind = "&& or || turned"
	OperandDropped   Kind = "operand dropped"
	GuardDropped     Kind = "has() dropped"
	NegationDropped  Kind = "! dropped"
	OldSelfDropped   Kind = "oldSelf dropped"
	NumberMoved      Kind = "number moved"
	QuantifierTurned Kind = "all or exists turned"
	ChoiceDropped    Kind = "choice dropped"
	BoundDropped     Kind = "bound dropped"
	BoundMoved       Kind = "bound moved"
	EnumDropped      Kind = "enum dropped"
	EnumValueGone    Kind = "enum value gone"
	PatternDropped   Kind = "pattern dropped"
	AnchorDropped    Kind = "anchor dropped"
	FormatDropped    Kind = "format dropped"
	RequiredDropped  Kind = "required dropped"
	DefaultDropped   Kind = "default dropped"
	DefaultChanged   Kind = "default changed"
	ListTypeDropped  Kind = "list type dropped"
	NullableDropped  Kind = "nullable dropped"
	FieldsDropped    Kind = "unknown fields dropped"
	FieldsKept       Kind = "unknown fields kept"
	ResourceDropped  Kind = "embedded resource dropped"
	JunctorDropped   Kind = "not, oneOf or anyOf dropped"
	BranchGone       Kind = "branch gone"
)

// Kinds lists all kinds, in the order of reports.
func Kinds() []Kind {
	return []Kind{
		RuleDropped, Comparison, Connective, OperandDropped, GuardDropped, NegationDropped, OldSelfDropped, NumberMoved, QuantifierTurned, ChoiceDropped,
		BoundDropped, BoundMoved, EnumDropped, EnumValueGone, PatternDropped, AnchorDropped, FormatDropped, RequiredDropped,
		DefaultDropped, DefaultChanged, ListTypeDropped, NullableDropped, FieldsDropped, FieldsKept, ResourceDropped, JunctorDropped, BranchGone,
	}
}

// Whole reports whether the damage removes a whole constraint. Other damages to it are smaller.
func (k Kind) Whole() bool {
	switch k {
	case RuleDropped, BoundDropped, EnumDropped, PatternDropped, DefaultDropped, JunctorDropped:
		return true
	}
	return false
}
