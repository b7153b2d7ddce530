package celrule

import (
	"strings"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/ast"
)

// validator is one of cel-go's checks of literals, which come after the check of
// types. Each walks the whole tree, so one is only called for texts in which
// there may be something for it.
type validator struct {
	cel.ASTValidator
	// needs are the pieces of text without any of which there is nothing to
	// check; empty if that is not known.
	needs []string
}

func (v *validator) concerns(text string) bool {
	for _, n := range v.needs {
		if strings.Contains(text, n) {
			return true
		}
	}
	return len(v.needs) == 0
}

// validators returns the validators of an environment and their configuration.
func validators(env *cel.Env) ([]validator, validatorConfig, error) {
	config := validatorConfig{cel.HomogeneousAggregateLiteralExemptFunctions: []string{}}
	var all []validator
	for _, v := range env.Validators() {
		if c, ok := v.(cel.ASTValidatorConfigurer); ok {
			if err := c.Configure(config); err != nil {
				return nil, nil, err
			}
		}
		all = append(all, validator{v, needs(v.Name())})
	}
	return all, config, nil
}

func needs(name string) []string {
	switch name {
	case "cel.validator.duration", "cel.validator.timestamp", "cel.validator.matches":
		return []string{strings.TrimPrefix(name, "cel.validator.")} // a call of that name
	case "cel.validator.string_format":
		return []string{"format"}
	case "cel.validator.homogeneous_literals":
		return []string{"[", "{"} // macros make lists of one item at most
	}
	return nil
}

// validate returns the issues that validators have with a checked tree.
func (b *base) validate(text string, checked *ast.AST, issues *cel.Issues) *cel.Issues {
	for i := range b.validators {
		if v := &b.validators[i]; v.concerns(text) {
			v.Validate(b.env, b.validation, checked, issues)
		}
	}
	return issues
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
