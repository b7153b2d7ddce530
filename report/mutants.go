package report

// Mutation is the outcome of a run of tests against damaged CRDs.
type Mutation struct {
	Summary MutationSummary `json:"summary"`
	// Kinds count what became of the mutants of each kind, of those that there are.
	Kinds []MutantKind `json:"kinds"`
	// Mutants are those that were tried, in the order of the CRDs and of what stands in them.
	Mutants []Mutant `json:"mutants"`
}

// MutationSummary counts mutants.
type MutationSummary struct {
	Noticed   int `json:"noticed"`
	Unnoticed int `json:"unnoticed"`
	// Refused are not installed by the server, and no request was found that Same ones
	// answer otherwise than the CRD itself. Neither count in the score.
	Refused int `json:"refused"`
	Same    int `json:"same"`
	Untried int `json:"untried"`
	// LeftOut are those inside of types of the Kubernetes API.
	LeftOut int `json:"leftOut,omitempty"`
	// Score is how many of a hundred are noticed, rounded down; nil if there are none.
	Score *int `json:"score,omitempty"`
}

// MutantKind counts the mutants of a kind.
type MutantKind struct {
	Kind      string `json:"kind"`
	Noticed   int    `json:"noticed"`
	Unnoticed int    `json:"unnoticed"`
	// Unscored says that the kind counts in the summary nowhere.
	Unscored bool `json:"unscored,omitempty"`
}

// The outcomes of mutants.
const (
	MutantNoticed   = "noticed"
	MutantUnnoticed = "unnoticed"
	MutantRefused   = "refused"
	MutantSame      = "same"
)

// Mutant is a CRD of which one thing is damaged.
type Mutant struct {
	// Kind is the kind of damage, such as "bound moved", and Does the damage itself, as in
	// "maximum 10 becomes 11".
	Kind string `json:"kind"`
	Does string `json:"does"`
	// Outcome is noticed, unnoticed, refused or same.
	Outcome string `json:"outcome"`
	// NoticedBy is a test that fails then, as SUITE/TEST.
	NoticedBy string `json:"noticedBy,omitempty"`
	// CRD is the name of the CRD, Version the first of its versions that has what is
	// damaged, and Field where its values are in objects.
	CRD     string `json:"crd"`
	Version string `json:"version"`
	Field   string `json:"field"`
	Path    string `json:"path"`
	File    string `json:"file"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	EndLine int    `json:"endLine"`
	// EndColumn is that behind the last character.
	EndColumn int `json:"endColumn"`
	// Test is one that passes with the CRD and fails with the damaged one, in the format of
	// the suites that use the CRD: an item of the list tests, or of the one in it that In
	// names.
	Test string `json:"test,omitempty"`
	In   string `json:"in,omitempty"`
}

// Add counts a mutant.
func (m *Mutation) Add(one *Mutant) {
	s := &m.Summary
	switch one.Outcome {
	case MutantNoticed:
		s.Noticed++
	case MutantUnnoticed:
		s.Unnoticed++
	case MutantRefused:
		s.Refused++
	default:
		s.Same++
	}
	if n := s.Noticed + s.Unnoticed; n > 0 {
		score := s.Noticed * 100 / n
		s.Score = &score
	}
}
