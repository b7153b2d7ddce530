package lint

import (
	"fmt"

	"github.com/crdtool/crdtool/internal/linting/rules"
)

// Profile returns the rules of a profile for Options.Rules: "default", "strict" or
// "api-review". The root package also takes rules by their ID, and a configuration.
// The error is for a name that is none.
func Profile(name string) (*rules.Selection, error) {
	p, ok := rules.ParseProfile(name)
	if !ok {
		return nil, fmt.Errorf("unknown profile %q", name)
	}
	return rules.Of(p), nil
}
