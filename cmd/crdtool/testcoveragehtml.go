package main

import (
	"fmt"
	"io"

	"github.com/crdtool/crdtool/internal/output/docgen"
	"github.com/crdtool/crdtool/internal/output/render"
	"github.com/crdtool/crdtool/report"
)

// coverageHTML writes the documentation of the CRDs with the coverage of each field's constraints.
func (r *testRun) coverageHTML(w io.Writer, c *report.Coverage) error {
	notes := coverageNotes{pages: map[string][]docgen.Note{}, fields: map[[3]string][]docgen.Note{}}
	for i := range c.CRDs {
		notes.add(&c.CRDs[i])
	}
	set := docgen.New(r.recorder.CRDs(), docgen.Options{
		Title:     "Coverage: " + render.CoverageTotal(c),
		NoSamples: true, Notes: &notes,
	})
	return set.WriteHTML(w)
}

// coverageNotes has the notes of CRDs, and of fields by CRD, version and path.
type coverageNotes struct {
	pages  map[string][]docgen.Note
	fields map[[3]string][]docgen.Note
}

func (m *coverageNotes) Page(crd string) []docgen.Note { return m.pages[crd] }

func (m *coverageNotes) Field(crd, version, field string) []docgen.Note {
	return m.fields[[3]string{crd, version, field}]
}

func (m *coverageNotes) add(c *report.CRDCoverage) {
	for _, k := range c.Kinds {
		m.pages[c.Name] = append(m.pages[c.Name], docgen.Note{
			Good: k.Covered == k.Total, Label: string(k.Kind), Text: fmt.Sprintf("%d of %d", k.Covered, k.Total),
		})
	}
	for i := range c.Constraints {
		row := &c.Constraints[i]
		if row.Kind == report.CoversPruning && !row.Covered {
			continue // every object would have it
		}
		list := []docgen.Note{{Good: row.Covered, Label: render.RowKeyword(row), Text: render.Seen(row)}}
		if row.Passed+row.Met > 0 {
			for j := range row.Branches {
				b := &row.Branches[j]
				list = append(list, docgen.Note{Good: b.Covered(), Label: render.RowKeyword(row) + ", " + b.Text, Text: render.NeverSeen(b)})
			}
		}
		for _, v := range row.Versions {
			k := [3]string{c.Name, v, row.Field}
			m.fields[k] = append(m.fields[k], list...)
		}
	}
}
