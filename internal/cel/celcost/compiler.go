package celcost

import "github.com/crdtool/crdtool/internal/cel/celrule"

// Compiler returns the compiler that the checker uses, for evaluating the rules
// that it has compiled.
func (c *Checker) Compiler() *celrule.Compiler { return c.compiler }
