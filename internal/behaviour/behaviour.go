package behaviour

import "github.com/crdtool/crdtool/kube"

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
	EnumBlocksRules             bool
	RulesOfDefaults             bool
	CABundle                    bool
	TooManySelectableFieldsStay bool
	OwnerReferencesByIndex      bool
	GenerationOnUpdate          bool
	MetadataOnce                bool
	CostOfUnchangedSchemas      bool
	SetWarning                  bool
	// NestedClosedMaps says that additionalProperties: false may stand below anyOf and
	// the like.
	NestedClosedMaps bool
	// StructuralDocs says that a structural schema keeps externalDocs and example, so
	// that they count where it may have nothing else.
	StructuralDocs bool
}

// Words are differences of the server's texts alone.
type Words struct {
	HostSpecified     bool
	OwnersByKind      bool
	LabelsWithoutDots bool
	MoreThanBytes     bool
	WasStorageVersion bool
	// StoredVersions says that where the storage version is missing among those that
	// are stored, these are printed.
	StoredVersions bool
	ValuesAsJSON   bool
	Short          bool
	LabelKey       bool
	// Scheme is the line of Kubernetes' source that names the scheme in errors about
	// kinds that it does not know; 0 is that of the oldest.
	Scheme int
	// NestedPaths says that errors of decoding lead on into what decodes itself: items,
	// additionalProperties and the like.
	NestedPaths bool
}

// CEL is about the environments of expressions, and the types in them.
type CEL struct {
	// New and Stored are what new expressions may use, and those that were stored
	// before.
	New, Stored Environment
	// NewAsBefore says that New is what the version before stores.
	NewAsBefore bool
	// StoredMessagesByRule says that a message expression counts as stored if its
	// text stood as a rule.
	StoredMessagesByRule bool
	// NoRuleVariable says that self has no second name, rule.
	NoRuleVariable bool
	EmptyObjects   bool // CEL can read objects whose schema has no properties
	// NoTypeRefused says that rules on values that the type around has no type for are
	// refused, and not skipped.
	NoTypeRefused bool
	Sizes         Sizes
	Checker       Checker
	Evaluator     Evaluator
}

// Environment is what expressions may use beside what all versions of CEL have.
type Environment struct {
	Authorizer       bool // functions of the authorizer, of which rules have none
	NumbersOfKinds   bool // numbers of one kind compare with those of another
	Optionals        bool
	Quantities       bool
	Validators       bool // literals are checked
	FormattedStrings bool // format, quote and reverse
	Sets             bool
	Addresses        bool // IP addresses and CIDRs
	Formats          bool
	Selectors        bool // of the authorizer
	TwoVariables     bool // comprehensions have two
	SemanticVersions bool
	Lists            bool // slice, flatten, sort, range, reverse and distinct
	Includes         bool
	KeywordFields    bool // fields can be called by a reserved name
}

// Checker is about what the compiler of expressions takes, and its texts.
type Checker struct {
	OptionalSyntax  bool // without optionals it is unsupported, and not bad syntax
	OptionalFlatMap bool
	OptionalLists   bool // first, last and unwrap
	OptionalType    bool // optional_type is a name, and errors call the type of optionals so
	FormatArguments bool // the arguments of format are checked
	GlobalMatches   bool // there is matches(a, b) beside a.matches(b)
	FindsArguments  bool // arguments are found before they are named
	StopsAtErrors   bool // what follows from an error is not named
	TypesByName     bool // duration and timestamp are types, and not values of these
	LineStarts      bool // the start of a line belongs to it, and not to the line before
	QuoteSyntax     bool // a quoted name is unsupported, and not bad syntax
	QuotedNames     bool // a.`b`
	NoIntDurations  bool // duration takes no int, of which it never made one
	FormatPanics    bool // on a call of format on what is no literal
	OwnTrees        bool // of CEL: macros write their result anew in each place, and errors print addresses; before, one expression, printed as a message
	HiddenResult    bool // of a macro has no name; before, __result__
	TypeIndexes     bool // are called *types.Type in errors; before, *types.TypeValue
	OptionalCopies  bool // optMap and optFlatMap write the value twice, and not one with two types
}

// Evaluator is about how expressions are evaluated.
type Evaluator struct {
	// NoNames says that the error of contains, endsWith and startsWith about a value that
	// is no string does not name the function.
	NoNames bool
	// ErrorsInLists says that it is an error to look for one in a list of constants, and
	// not false.
	ErrorsInLists bool
}

// Sizes are the bounds of values that the estimates of expressions know.
type Sizes struct {
	Enums        bool // by the longest value
	IntOrStrings bool // by maxLength
	Names        bool // of metadata
}

// Cost is about the estimates of expressions.
type Cost struct {
	ResultsOfLibraries bool
	Operands           bool // has() costs what its operand costs
	OptionalFields     bool
	Messages           bool
	Has                bool
	Characters         bool
	Saturates          bool
	ResultsOfLoops     bool
	Quantities         bool
	ResultOfURL        bool
	Equality           bool
	LocalVariables     bool
	GlobalMatches      bool
}

// Formats are those that values are checked for.
type Formats struct {
	ShortAndLongNames bool
	// NamesInDefaults says that defaults are checked for k8s-short-name and
	// k8s-long-name, whether objects are or not.
	NamesInDefaults bool
	ByType          bool
	Warning         bool
}

// Objects is about custom objects.
type Objects struct {
	StatusLists          bool
	StatusAlone          bool
	StatusPaths          bool
	PropertiesGoOn       bool
	TrimmedMessages      bool
	FieldPathsAlone      bool
	RuleValues           bool
	Ratcheting           bool
	RatchetingStatus     bool
	TerminatingForbids   bool
	TerminatingSoon      bool // from the deletionTimestamp on, and not only when the server says so in a condition
	FinalizerWarning     bool
	FinalizerPathWarning bool
}

// OpenAPI is about what is published.
type OpenAPI struct {
	// Release is the minor version whose types of metadata and options are described.
	Release int

	ListsAreObjects       bool
	SharedParameters      bool // of OpenAPI v2
	RequiredBodies        bool // of OpenAPI v3
	PrettyByUserAgent     bool
	EmptySelectableFields bool
	DocsAndExamples       bool
}

// Of returns the behaviour of a version's server. New rules get the CEL environment of the
// version before, so that they still compile after a rollback.
func Of(v kube.Version) Behaviour {
	b := resolve(v.Minor)
	b.CEL.New = b.CEL.Stored
	if b.CEL.NewAsBefore {
		b.CEL.New = resolve(v.Minor - 1).CEL.Stored
	}
	return b
}

func resolve(minor int) (b Behaviour) {
	b.OpenAPI.Release = minor
	for i := range rows {
		if minor >= rows[i].Since {
			rows[i].set(&b)
		}
	}
	return b
}

// Table returns the rows of which behaviours are made.
func Table() []Row { return append([]Row(nil), rows[:]...) }
