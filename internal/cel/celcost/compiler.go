package celcost

import "github.com/crdtool/crdtool/internal/cel/celrule"

// Compiler returns the checker's compiler, for evaluating the compiled rules.
func (c *Checker) Compiler() *celrule.Compiler { return c.compiler }
