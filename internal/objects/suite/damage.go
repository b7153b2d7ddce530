package suite

import (
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
)

// Damage returns a CRD with something in it that is another, and shares the rest with the
// one that it is given; nil if that has nothing of the sort.
type Damage func(*crd.CustomResourceDefinition) *crd.CustomResourceDefinition

// Damaged returns servers like these, on which CRDs are damaged. What they refuse is installed
// nevertheless if the CRD itself is, and failures of tests don't say what refuses an object.
func (s *Servers) Damaged(damage Damage) *Servers {
	return &Servers{version: s.version, checker: s.checker, whole: s, damage: damage}
}

// makeDamaged makes what the server makes of the damaged CRD. Whether it would refuse that is
// not asked: whoever damages CRDs knows.
func (c *compiled) makeDamaged(s *Servers) {
	whole := s.whole.compile(c.of)
	c.doc, c.refusal = whole.doc, whole.refusal
	if whole.read != nil {
		c.read = s.damage(whole.read)
	}
	if c.read == nil {
		c.read, c.crd, c.resource, c.err = whole.read, whole.crd, whole.resource, whole.err
		return
	}
	c.crd = c.read.Copy()
	c.resource, c.err = dryrun.New(c.crd, dryrun.Server{Version: s.version, Rules: dryrun.CEL(s.checker.Compiler())})
}

// Read returns a CRD as it was read, with the versions alone served that are served to
// tests; nil if it cannot be read. Nobody may change it.
func (s *Servers) Read(c *CRD) *crd.CustomResourceDefinition { return s.compile(c).read }

// Refusal is what the server says to a CRD that it refuses; "" for one that it serves.
func (s *Servers) Refusal(c *CRD) string {
	made := s.compile(c)
	if made.err != nil {
		return made.err.Error()
	}
	return made.refusal
}

// Checker is that of the servers.
func (s *Servers) Checker() *crd.Checker { return s.checker }
