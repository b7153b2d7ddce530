package celcheck

import (
	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/types"
)

// mostErrors is how many errors are kept, as cel-go keeps them. The others are counted.
const mostErrors = 100

// located is what an error can be about.
type located interface{ ID() int64 }

// reports reports whether one more error is kept.
func (c *checking) reports() bool { return c.count < mostErrors }

func (c *checking) report(at located, format string, args ...any) {
	var place common.Location = common.NoLocation
	if c.reports() {
		place = c.places().GetStartLocation(at.ID())
	}
	c.count++
	c.errors.ReportErrorAtID(at.ID(), place, format, args...)
}

func (c *checking) undeclared(e ast.Expr, name string) {
	c.report(e, "undeclared reference to '%s' (in container '%s')", name, "")
}

func (c *checking) mismatch(e ast.Expr, want, got *types.Type) {
	c.report(e, "expected type '%s' but found '%s'", text{want}, text{got})
}

// text is a type in an error, written only if that is kept.
type text struct{ t *types.Type }

// String implements fmt.Stringer.
func (x text) String() string { return checker.FormatCELType(x.t) }

// signature is the types of arguments in an error, with the target before a dot.
type signature struct {
	args   []*types.Type
	member bool
}

// String implements fmt.Stringer.
func (s signature) String() string {
	args, target := s.args, ""
	if s.member {
		target, args = checker.FormatCELType(args[0])+".", args[1:]
	}
	list := "("
	for i, t := range args {
		if i > 0 {
			list += ", "
		}
		list += checker.FormatCELType(t)
	}
	return target + list + ")"
}
