package celrule

import (
	"errors"
	"slices"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/overloads"

	"github.com/crdtool/crdtool/internal/behaviour"
)

// validators returns cel-go's validators of literals, which run after the type check, and their configuration.
func validators(env *cel.Env, of behaviour.Checker) ([]cel.ASTValidator, validatorConfig, error) {
	config := validatorConfig{cel.HomogeneousAggregateLiteralExemptFunctions: []string{}}
	all := env.Validators()
	for _, v := range all {
		if c, ok := v.(cel.ASTValidatorConfigurer); ok {
			if err := c.Configure(config); err != nil {
				return nil, nil, err
			}
		}
	}
	if !of.FormatArguments { // it still configures the others
		all = slices.DeleteFunc(slices.Clone(all), func(v cel.ASTValidator) bool { return v.Name() == validatesFormats })
	}
	return all, config, nil
}

// errLiteralsPanic means that a validator panics on an expression, and the server with it: for an optional item or
// entry of type dyn, such as [?dyn(1)], and in some versions for a call of format on an expression other than a
// literal.
var errLiteralsPanic = errors.New("kube-apiserver panics on the literals of the expression")

// concerned reports whether a validator may find an issue in a tree.
func (b *base) concerned(s *survey) bool {
	return b.of.Checker.FormatPanics && s.formats || slices.ContainsFunc(b.validators, s.concerns)
}

// validate adds the validators' issues with a checked tree.
func (b *base) validate(checked *ast.AST, s *survey, issues *cel.Issues) (err error) {
	defer func() {
		if recover() != nil {
			err = errLiteralsPanic
		}
	}()
	if b.of.Checker.FormatPanics && s.formats {
		return errLiteralsPanic
	}
	for _, v := range b.validators {
		if s.concerns(v) && !(v.Name() == validatesCalls+overloads.Matches && parses(checked)) {
			v.Validate(b.env, b.validation, checked, issues)
		}
	}
	return nil
}

// validatorConfig implements cel.MutableValidatorConfig.
type validatorConfig map[string]any

// GetOrDefault implements cel.ValidatorConfig.
func (c validatorConfig) GetOrDefault(name string, value any) any {
	if v, ok := c[name]; ok {
		return v
	}
	return value
}

// Set implements cel.MutableValidatorConfig.
func (c validatorConfig) Set(name string, value any) error {
	c[name] = value
	return nil
}
