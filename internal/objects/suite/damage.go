package suite

import (
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
)

// A Damage returns a damaged copy of a CRD, which may share unchanged parts with it; nil if it does not apply to
// the CRD.
type Damage func(*crd.CustomResourceDefinition) *crd.CustomResourceDefinition

// Damaged returns servers like these, on which CRDs are damaged. A damaged CRD is installed if the server accepts
// the original. Failures of tests have no findings.
func (s *Servers) Damaged(damage Damage) *Servers {
	return &Servers{version: s.version, checker: s.checker, undamaged: s, damage: damage}
}

// makeDamaged compiles the damaged CRD. It does not check it: mutants are meant to be valid.
func (c *compiled) makeDamaged(s *Servers) {
	whole := s.undamaged.compile(c.of)
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

// Read returns a CRD before the server sets its defaults, with only the version that tests need; nil if it cannot
// be decoded. Do not change it.
func (s *Servers) Read(c *CRD) *crd.CustomResourceDefinition { return s.compile(c).read }

// Refusal returns the server's error about a CRD that it refuses; "" for an accepted CRD.
func (s *Servers) Refusal(c *CRD) string {
	made := s.compile(c)
	if made.err != nil {
		return made.err.Error()
	}
	return made.refusal
}

// Checker returns the checker of CRDs.
func (s *Servers) Checker() *crd.Checker { return s.checker }
