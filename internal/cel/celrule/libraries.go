package celrule

import (
	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/ext"
	"github.com/google/cel-go/interpreter"
	celparser "github.com/google/cel-go/parser"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/apiserver/pkg/cel/library"

	"github.com/crdtool/crdtool/internal/behaviour"
)

// options are a library or another part of an environment.
type options struct {
	// in reports whether an environment has the part.
	in      bool
	env     []cel.EnvOption
	program []cel.ProgramOption
	// names are functions, variables, and the first part of names with dots. Every text that uses the part contains at
	// least one of them. A part without names affects all texts.
	names []string
}

// parts lists all parts of Kubernetes' environments, in order. They are those of baseOpts in
// k8s.io/apiserver/pkg/cel/environment. That package is not used, as it imports the API server's metrics, whose
// initialization takes longer than all rules of a usual CRD. The conformance tests compare the two for every version.
func parts(e behaviour.Environment, c behaviour.Checker) []options {
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
				cel.CostEstimatorOptions(checker.PresenceTestHasCost(false)),
			},
			program: []cel.ProgramOption{
				cel.EvalOptions(cel.OptOptimize, cel.OptTrackCost),
				cel.CostLimit(celconfig.PerCallLimit),
				cel.CostTrackerOptions(interpreter.PresenceTestHasCost(false)),
			},
		},
		{in: true, env: []cel.EnvOption{library.URLs()}, names: []string{
			"url", "isURL", "getEscapedPath", "getHost", "getHostname", "getPort", "getQuery", "getScheme",
		}},
		{in: true, env: []cel.EnvOption{library.Regex()}, names: []string{"find", "findAll"}},
		{in: !e.Includes, env: []cel.EnvOption{library.Lists(library.ListsVersion(0))}, names: listNames},
		{in: e.Authorizer, env: []cel.EnvOption{library.Authz()}, names: []string{
			"allowed", "check", "error", "errored", "group", "name", "namespace", "path", "reason", "resource", "serviceAccount", "subresource",
		}},
		{in: e.NumbersOfKinds, env: []cel.EnvOption{cel.CrossTypeNumericComparisons(true)}},
		{in: e.Optionals, env: []cel.EnvOption{cel.OptionalTypes(cel.OptionalTypesVersion(optionals))}, names: optionalNames},
		{in: e.Optionals && !c.OptionalCopies, env: []cel.EnvOption{withoutCopies}, names: optionalNames},
		{in: !c.HiddenResult, env: []cel.EnvOption{withNamedResult(c)}, names: []string{celparser.AccumulatorName}},
		{in: !c.NoIntDurations, env: []cel.EnvOption{intDurations}, names: []string{"duration"}},
		{in: e.Quantities, env: []cel.EnvOption{library.Quantity()}, names: []string{
			"quantity", "isQuantity", "add", "asApproximateFloat", "asInteger", "compareTo", "isGreaterThan", "isInteger", "isLessThan", "sign", "sub",
		}},
		{in: e.Validators, env: []cel.EnvOption{cel.ASTValidators(
			cel.ValidateDurationLiterals(), cel.ValidateTimestampLiterals(),
			cel.ValidateRegexLiterals(), cel.ValidateHomogeneousAggregateLiterals(),
		)}},
		{in: !e.FormattedStrings, env: []cel.EnvOption{ext.Strings(ext.StringsVersion(0))}, names: stringNames},
		{in: e.FormattedStrings, env: []cel.EnvOption{ext.Strings(ext.StringsVersion(2))}, names: stringNames},
		{in: e.Sets, env: []cel.EnvOption{ext.Sets()}, names: []string{"sets"}},
		{in: e.Addresses, env: []cel.EnvOption{library.IP(), library.CIDR()}, names: []string{
			"ip", "isIP", "cidr", "isCIDR", "containsCIDR", "containsIP", "family", "isGlobalUnicast", "isLinkLocalMulticast",
			"isLinkLocalUnicast", "isLoopback", "isUnspecified", "masked", "prefixLength", "string",
		}},
		{in: e.Formats, env: []cel.EnvOption{library.Format()}, names: []string{"format", "validate"}},
		{in: e.Selectors, env: []cel.EnvOption{library.AuthzSelectors()}, names: []string{"fieldSelector", "labelSelector"}},
		{in: e.TwoVariables, env: []cel.EnvOption{ext.TwoVarComprehensions()}, names: []string{
			"transformList", "transformMap", "transformMapEntry", "existsOne",
			"cel", // the function @mapInsert, which the macros call
			// Not all, exists and exists_one, which with one variable are standard macros.
		}},
		{in: e.SemanticVersions, env: []cel.EnvOption{library.SemverLib(library.SemverVersion(1))}, names: []string{
			"semver", "isSemver", "compareTo", "isGreaterThan", "isLessThan", "major", "minor", "patch",
		}},
		{in: e.Lists, env: []cel.EnvOption{ext.Lists(ext.ListsVersion(3))}, names: []string{
			"distinct", "flatten", "lists", "reverse", "slice", "sort", "sortBy",
		}},
		{in: e.Includes, env: []cel.EnvOption{library.Lists(library.ListsVersion(1))}, names: listNames},
		{in: true, program: []cel.ProgramOption{cel.CostTracking(&library.CostEstimator{})}},
	}
}

var (
	listNames     = []string{"includes", "indexOf", "isSorted", "lastIndexOf", "max", "min", "sum"}
	stringNames   = []string{"charAt", "format", "indexOf", "join", "lastIndexOf", "lowerAscii", "replace", "reverse", "split", "strings", "substring", "trim", "upperAscii"}
	optionalNames = []string{"first", "hasValue", "last", "optFlatMap", "optMap", "optional", "optional_type", "or", "orValue", "unwrap", "unwrapOpt", "value"}
)

// libraries is the cel.Library of an environment.
type libraries struct {
	behaviour.Environment
	checker behaviour.Checker
	// used are the parts with names that texts use.
	used mentions
}

func (l libraries) selected() (all []options) {
	for i, o := range parts(l.Environment, l.checker) {
		if o.in && (len(o.names) == 0 || l.used.part(i)) {
			all = append(all, o)
		}
	}
	return all
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
