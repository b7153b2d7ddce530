package celrule

import (
	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/ext"
	"github.com/google/cel-go/interpreter"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/apiserver/pkg/cel/library"
)

// options are what an environment is made of from one compatibility version on,
// and until another if that is not 0.
type options struct {
	from, until int
	env         []cel.EnvOption
	program     []cel.ProgramOption
	// names are all the names by which a rule can use what is here; none if the
	// options change what other names mean, or if nobody wrote the names down.
	names []string
}

// versioned lists the parts of Kubernetes' environments, in their order. They
// are those of baseOpts in k8s.io/apiserver/pkg/cel/environment, which can't be
// used itself: that package brings the API server's metrics along, and setting
// those up takes longer than all the rules of a usual CRD. The conformance tests
// hold the two against each other for every version.
func versioned() []options {
	return []options{
		{
			from: 0,
			env: []cel.EnvOption{
				cel.HomogeneousAggregateLiterals(),
				cel.DefaultUTCTimeZone(true),
				library.URLs(),
				library.Regex(),
				cel.CostEstimatorOptions(checker.PresenceTestHasCost(false)),
			},
			program: []cel.ProgramOption{
				cel.EvalOptions(cel.OptOptimize, cel.OptTrackCost),
				cel.CostLimit(celconfig.PerCallLimit),
				cel.CostTrackerOptions(interpreter.PresenceTestHasCost(false)),
			},
		},
		{from: 0, until: 37, env: []cel.EnvOption{library.Lists(library.ListsVersion(0))}, names: listNames},
		{from: 27, env: []cel.EnvOption{library.Authz()}},
		{from: 28, env: []cel.EnvOption{cel.CrossTypeNumericComparisons(true), cel.OptionalTypes(), library.Quantity()}},
		{from: 29, env: []cel.EnvOption{cel.ASTValidators(
			cel.ValidateDurationLiterals(), cel.ValidateTimestampLiterals(),
			cel.ValidateRegexLiterals(), cel.ValidateHomogeneousAggregateLiterals(),
		)}},
		{from: 0, until: 29, env: []cel.EnvOption{ext.Strings(ext.StringsVersion(0))}},
		{from: 29, env: []cel.EnvOption{ext.Strings(ext.StringsVersion(2))}},
		{from: 29, env: []cel.EnvOption{ext.Sets()}},
		{from: 30, env: []cel.EnvOption{library.IP(), library.CIDR()}},
		{from: 31, env: []cel.EnvOption{library.Format()}},
		{from: 31, env: []cel.EnvOption{library.AuthzSelectors()}},
		{from: 32, env: []cel.EnvOption{ext.TwoVarComprehensions()}},
		{from: 33, env: []cel.EnvOption{library.SemverLib(library.SemverVersion(1))}},
		{from: 34, env: []cel.EnvOption{ext.Lists(ext.ListsVersion(3))}, names: []string{
			"slice", "flatten", "sort", "range", "reverse", "distinct",
		}},
		{from: 37, env: []cel.EnvOption{library.Lists(library.ListsVersion(1))}, names: listNames},
		{from: 0, program: []cel.ProgramOption{cel.CostTracking(&library.CostEstimator{})}},
	}
}

var listNames = []string{"isSorted", "sum", "min", "max", "ndexOf", "includes"} // also lastIndexOf

// Versions from which numbers of one kind compare with those of another, and
// from which fields can be called by a reserved name.
const (
	crossTypeComparisonsFrom = 28
	keywordFieldsFrom        = 31
)

// libraries is the cel.Library of a compatibility version.
type libraries struct{ compat int }

func (l libraries) selected() (all []options) {
	for _, o := range versioned() {
		if l.has(&o) {
			all = append(all, o)
		}
	}
	return all
}

func (l libraries) has(o *options) bool {
	return l.compat >= o.from && (o.until == 0 || l.compat < o.until)
}

// differences returns the names that only one of two environments has, or has
// in another way than the other. It reports false if they differ otherwise.
func (l libraries) differences(other libraries) (names []string, ok bool) {
	for _, o := range versioned() {
		if l.has(&o) != other.has(&o) {
			if len(o.names) == 0 {
				return nil, false
			}
			names = append(names, o.names...)
		}
	}
	return names, true
}

// CompileOptions implements cel.Library.
func (l libraries) CompileOptions() (all []cel.EnvOption) {
	for _, o := range l.selected() {
		all = append(all, o.env...)
	}
	return all
}

// ProgramOptions implements cel.Library.
func (l libraries) ProgramOptions() (all []cel.ProgramOption) {
	for _, o := range l.selected() {
		all = append(all, o.program...)
	}
	return all
}
