package lint

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// definition checks a CompositeResourceDefinition of Crossplane, which is a custom object: a server with Crossplane's
// CRD refuses it before Crossplane derives anything from it.
func (l *Linter) definition(doc *source.Document, opts Options) []draft {
	found := l.crossplane.Check(doc, opts.FieldValidation)
	name := "" // of the CRD, if one is derived
	if slices.ContainsFunc(doc.File.Documents, func(d *source.Document) bool { return d.DerivedFrom == doc }) {
		name, _ = source.String(source.Field(source.Field(doc.Root, "metadata"), "name"))
		name = strings.Clone(name)
	}
	drafts := make([]draft, len(found))
	for i := range found {
		f := export(doc.File.Name, name, nil, &found[i])
		drafts[i].Finding = &f
	}
	return drafts
}

// addedByCrossplane reports whether a finding is no error, and about a part that Crossplane adds to a derived CRD:
// the author of the CompositeResourceDefinition cannot change it.
func addedByCrossplane(doc *source.Document, f *finding.Finding) bool {
	return f.Severity != finding.Error && !doc.InFile(f.Path.Segments())
}

// inDefinition words a finding about a derived CRD for the definition, where another field is the storage version.
func inDefinition(f *finding.Finding) {
	for _, text := range [...]*string{&f.Message, &f.Help} {
		*text = strings.ReplaceAll(*text, "storage: true", "referenceable: true")
	}
}

// inSchemas reports whether changes of a derived CRD are in the schemas of its versions, where its definition has the
// same paths.
func inSchemas(changes []finding.Change) bool {
	return !slices.ContainsFunc(changes, func(c finding.Change) bool {
		s := c.Path.First(4)
		return len(s) < 4 || s[1].Name != "versions" || s[3].Name != "schema"
	})
}

// derivedFindings compares the findings about the CRDs of one CompositeResourceDefinition: those about its composite
// resource, and those about its claim.
type derivedFindings struct {
	of *source.Document
	// places are those of errors of the definition, composite the findings about the composite resource.
	places    map[report.Pos]bool
	composite map[derivedFinding]*report.Finding
	// unshared are the warnings that hold for one of the CRDs only, and are about what both have.
	unshared map[*report.Finding]bool
}

// A derivedFinding is what the findings about both CRDs have in common.
type derivedFinding struct {
	pos           report.Pos
	rule, message string
}

// define sets the definition for the CRDs that follow.
func (s *derivedFindings) define(doc *source.Document, found []draft) {
	s.of, s.places, s.composite = doc, map[report.Pos]bool{}, nil
	for _, d := range found {
		s.places[d.Pos()] = true
	}
}

// unseen removes the findings about a derived CRD that were reported already.
func (s *derivedFindings) unseen(doc *source.Document, found []draft) []draft {
	if doc.DerivedFrom == nil || doc.DerivedFrom != s.of {
		return found
	}
	first := s.composite == nil
	of := map[derivedFinding]*report.Finding{}
	kept := found[:0]
	for _, d := range found {
		is := derivedFinding{d.Pos(), d.Rule, d.Message}
		of[is] = d.Finding
		switch {
		case s.places[is.pos]:
		case first:
			kept = append(kept, d)
		case s.composite[is] == nil:
			kept = append(kept, d)
			s.dropUnshared(d.Finding)
		}
	}
	if first {
		s.composite = of
		return kept
	}
	for is, f := range s.composite {
		if of[is] == nil {
			s.dropUnshared(f)
		}
	}
	return kept
}

// dropUnshared drops a warning about the versions that holds for one of the CRDs only: what is of no use to the composite
// resource may be of use to the claim.
func (s *derivedFindings) dropUnshared(f *report.Finding) {
	if f.Severity == report.Error || !strings.HasPrefix(f.Path, "spec.versions") {
		return
	}
	if s.unshared == nil {
		s.unshared = map[*report.Finding]bool{}
	}
	s.unshared[f] = true
}
