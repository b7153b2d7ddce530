package celrule

import (
	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/ext"
	"github.com/google/cel-go/interpreter"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/apiserver/pkg/cel/library"

	"github.com/crdtool/crdtool/kube"
)

// options are a part that an environment may have.
type options struct {
	// in says whether it is in an environment.
	in      bool
	env     []cel.EnvOption
	program []cel.ProgramOption
	// names are all the names by which a rule can use what is here; none if the
	// options change what other names mean, or if nobody wrote the names down.
	names []string
}

// parts lists what can be in Kubernetes' environments, in their order. They
// are those of baseOpts in k8s.io/apiserver/pkg/cel/environment, which can't be
// used itself: that package brings the API server's metrics along, and setting
// those up takes longer than all the rules of a usual CRD. The conformance tests
// hold the two against each other for every version.
func parts(e kube.Environment, c kube.Checker) []options {
	optionals := uint32(2)
	switch {
	case !c.OptionalFlatMap:
		optionals = 0
	case !c.OptionalLists:
		optionals = 1
	}
	return []options{
		{
			in: true,
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
		{in: !e.Includes, env: []cel.EnvOption{library.Lists(library.ListsVersion(0))}, names: listNames},
		{in: e.Authorizer, env: []cel.EnvOption{library.Authz()}},
		{in: e.NumbersOfKinds, env: []cel.EnvOption{cel.CrossTypeNumericComparisons(true)}},
		{in: e.Optionals, env: []cel.EnvOption{cel.OptionalTypes(cel.OptionalTypesVersion(optionals))}},
		{in: e.Quantities, env: []cel.EnvOption{library.Quantity()}},
		{in: e.Validators, env: []cel.EnvOption{cel.ASTValidators(
			cel.ValidateDurationLiterals(), cel.ValidateTimestampLiterals(),
			cel.ValidateRegexLiterals(), cel.ValidateHomogeneousAggregateLiterals(),
		)}},
		{in: !e.FormattedStrings, env: []cel.EnvOption{ext.Strings(ext.StringsVersion(0))}},
		{in: e.FormattedStrings, env: []cel.EnvOption{ext.Strings(ext.StringsVersion(2))}},
		{in: e.Sets, env: []cel.EnvOption{ext.Sets()}},
		{in: e.Addresses, env: []cel.EnvOption{library.IP(), library.CIDR()}},
		{in: e.Formats, env: []cel.EnvOption{library.Format()}},
		{in: e.Selectors, env: []cel.EnvOption{library.AuthzSelectors()}},
		{in: e.TwoVariables, env: []cel.EnvOption{ext.TwoVarComprehensions()}},
		{in: e.SemanticVersions, env: []cel.EnvOption{library.SemverLib(library.SemverVersion(1))}},
		{in: e.Lists, env: []cel.EnvOption{ext.Lists(ext.ListsVersion(3))}, names: []string{
			"slice", "flatten", "sort", "range", "reverse", "distinct",
		}},
		{in: e.Includes, env: []cel.EnvOption{library.Lists(library.ListsVersion(1))}, names: listNames},
		{in: true, program: []cel.ProgramOption{cel.CostTracking(&library.CostEstimator{})}},
	}
}

var listNames = []string{"isSorted", "sum", "min", "max", "ndexOf", "includes"} // also lastIndexOf

// libraries is the cel.Library of an environment.
type libraries struct {
	kube.Environment
	checker kube.Checker
}

func (l libraries) selected() (all []options) {
	for _, o := range parts(l.Environment, l.checker) {
		if o.in {
			all = append(all, o)
		}
	}
	return all
}

// differences returns the names that only one of two environments has, or has
// in another way than the other. It reports false if they differ otherwise.
func (l libraries) differences(other libraries) (names []string, ok bool) {
	if l.KeywordFields != other.KeywordFields {
		return nil, false
	}
	others := parts(other.Environment, other.checker)
	for i, o := range parts(l.Environment, l.checker) {
		if o.in != others[i].in {
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
