package kube

// Use is what a server makes of a field of CustomResourceDefinitions.
type Use uint8

// What a server makes of a field.
const (
	// Unknown fields are refused or dropped with a warning, as fieldValidation asks.
	Unknown Use = iota
	// Dropped fields are known and dropped silently, unless the CRD that is updated
	// uses them already.
	Dropped
	// Used fields do what they say.
	Used
)

// Behaviour is what a version resolves to: all in which servers differ, as the table
// of rows says. The zero Behaviour is that of a server before all rows.
type Behaviour struct {
	Fields  Fields
	Checks  Checks
	Words   Words
	CEL     CEL
	Cost    Cost
	Formats Formats
	Objects Objects
	OpenAPI OpenAPI
}

// Fields are those of CustomResourceDefinitions that not all servers use.
type Fields struct {
	MessageExpression  Use
	ReasonAndFieldPath Use
	OptionalOldSelf    Use
	SelectableFields   Use
	ObservedGeneration Use // of status and its conditions
}

// Checks are those of CustomResourceDefinitions.
type Checks struct {
	MultipleOfPositive          bool
	EnumBlocksRules             bool
	RulesOfDefaults             bool
	CABundle                    bool
	TooManySelectableFieldsStay bool
	OwnerReferencesByIndex      bool
	GenerationOnUpdate          bool
	CostOfUnchangedSchemas      bool
	SetWarning                  bool
}

// Words are differences of the server's texts alone.
type Words struct {
	HostSpecified     bool
	OwnersByKind      bool
	LabelsWithoutDots bool
	DeclType          bool
	MoreThanBytes     bool
	WasStorageVersion bool
	ValuesAsJSON      bool
	Short             bool
	LabelKey          bool
}

// CEL is about the environments of expressions.
type CEL struct {
	// New and Stored are the minor versions whose functions new expressions may use,
	// and those that were stored before. They decide over formats, too.
	New, Stored int
	// StoredMessagesByRule says that a message expression counts as stored if its
	// text stood as a rule.
	StoredMessagesByRule bool
	EmptyObjects         bool
}

// Cost is about the estimates of expressions.
type Cost struct{}

// Formats are those that values are checked for.
type Formats struct {
	ShortAndLongNames bool
	ByType            bool
	Warning           bool
}

// Objects is about custom objects.
type Objects struct {
	StatusLists          bool
	StatusAlone          bool
	StatusPaths          bool
	PropertiesGoOn       bool
	FieldPathsAlone      bool
	RuleValues           bool
	Ratcheting           bool
	RatchetingStatus     bool
	TerminatingForbids   bool
	FinalizerWarning     bool
	FinalizerPathWarning bool
}

// OpenAPI is about what is published.
type OpenAPI struct{}

// Behaviour returns what the version does.
func (v Version) Behaviour() Behaviour {
	b := Behaviour{CEL: CEL{New: v.Minor, Stored: v.Minor}}
	for i := range rows {
		if v.Minor >= rows[i].Since {
			rows[i].set(&b)
		}
	}
	return b
}

// Table returns the rows of which behaviours are made.
func Table() []Row { return append([]Row(nil), rows[:]...) }
