package celcost

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// CheckerFor returns a checker that answers as the server of a version does. Making
// one costs nothing.
func CheckerFor(v kube.Version) *Checker { return NewChecker(v.Behaviour()) }

// CheckSchema compiles and estimates all rules of a structural schema by itself,
// such as schema.Parse and schema.FromValue read, as on create. Paths begin at
// openAPIV3Schema.
func (c *Checker) CheckSchema(s *schema.Schema) *Result {
	return c.Check(schema.NewTree(s, finding.Root("openAPIV3Schema")), func(int32) bool { return true }, Options{})
}

// Bounds returns the least change of bounds that makes all rules of a schema that
// was checked cost no more than they may, alone and together: none if they fit. It
// returns false if no bounds help.
func (c *Checker) Bounds(r *Result) ([]Bound, bool) { return c.RemedyAll(r.tree, r) }
