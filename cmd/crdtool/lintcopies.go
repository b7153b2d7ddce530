package main

import (
	"fmt"
	"slices"

	"github.com/crdtool/crdtool/internal/input/digest"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/text/prose"
)

// copiesRule is the rule that names each copy that differs. Where it is off, one line
// says that there are some.
const copiesRule = "crd-copies"

// foundCRD is a CRD in a file that a directory led to.
type foundCRD struct {
	name, file string
	spec       uint64 // the digest of its spec
}

// crdsIn returns the CRDs of a file with their digests. APIs that no server takes are left out:
// they are no copies.
func crdsIn(f *source.File, r *lint.FileReport) []foundCRD {
	var list []foundCRD
	for i := range r.Documents {
		d := &r.Documents[i]
		at := slices.IndexFunc(f.Documents, func(doc *source.Document) bool { return doc.Index == d.Document })
		if at < 0 || d.Name == "" {
			continue
		}
		doc := f.Documents[at]
		if apiVersion, _ := doc.TypeMeta(); apiVersion == "" || apiVersion == source.CRDAPIVersion {
			list = append(list, foundCRD{d.Name, f.Name, digest.Of(source.Field(doc.Root, "spec"))})
		}
	}
	return list
}

// crdCopies compares the copies of each CRD.
type crdCopies struct {
	first   map[rules.Copy]foundCRD
	differs map[rules.Copy]bool
	// example are the first two copies that differ.
	example [2]foundCRD
}

func (c *crdCopies) add(list []foundCRD) {
	if c.first == nil {
		c.first, c.differs = map[rules.Copy]foundCRD{}, map[rules.Copy]bool{}
	}
	for _, crd := range list {
		of := rules.CopyOf(crd.name, crd.file)
		first, there := c.first[of]
		switch {
		case !there:
			c.first[of] = crd
		case first.spec != crd.spec:
			if len(c.differs) == 0 {
				c.example = [2]foundCRD{first, crd}
			}
			c.differs[of] = true
		}
	}
}

// line says how many CRDs have copies whose specs differ; "" if none has.
func (c *crdCopies) line() string {
	const each = "; --enable " + copiesRule + " names each"
	first, second := c.example[0], c.example[1]
	switch len(c.differs) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("%s differs between %s and %s%s", first.name, first.file, second.file, each)
	}
	return fmt.Sprintf("%s have copies that differ, such as %s in %s and %s%s", prose.Count(len(c.differs), "CRD"), first.name, first.file, second.file, each)
}

// namesCopies reports whether the rule that names each copy is on.
func namesCopies(s *rules.Selection) bool {
	return slices.ContainsFunc(s.Active, func(a rules.Active) bool { return a.ID == copiesRule })
}
