package lintrun

import (
	"strings"

	"github.com/crdtool/crdtool/internal/input/digest"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/findinglist"
	"github.com/crdtool/crdtool/report"
)

// Copies records the findings about the CRDs of a run, which may be in several files: generated, in charts, in
// releases. The zero value has no findings.
type Copies struct {
	files map[uint64]int // number of the file, by digest of the finding
	file  int
	// today has the CRDs of files outside of releases with a served apiVersion. generated has the CRDs of
	// generated files that agree with their Go types.
	today, generated map[string]bool
	released         bool // the current file belongs to a release
	// stale has the CRDs of the current file that differ from their Go types.
	stale map[string]bool
}

// Next starts the next file.
func (c *Copies) Next(of *lint.FileReport) {
	c.file++
	c.stale = map[string]bool{}
	if c.released = source.Release(of.File) != ""; c.released {
		return
	}
	if c.today == nil {
		c.today, c.generated = map[string]bool{}, map[string]bool{}
	}
	old := map[string]bool{}
	for i := range of.Findings {
		switch f := &of.Findings[i]; {
		case lint.IsOldVersion(f):
			old[f.CRD] = true
		case f.Rule == staleRule:
			c.stale[f.CRD] = true
		}
	}
	for i := range of.Documents {
		d := &of.Documents[i]
		if d.Name == "" || old[d.Name] {
			continue
		}
		if !c.today[d.Name] {
			c.today[strings.Clone(d.Name)] = true
		}
		if d.Generator != "" && !c.stale[d.Name] && !c.generated[d.Name] {
			c.generated[strings.Clone(d.Name)] = true
		}
	}
}

const staleRule = "stale-crd"

// InOlderCopy reports whether a finding is about an old copy of a CRD that this file or an earlier one has in a
// newer form. Such findings are the error that v1beta1 is not served, and warnings about copies in releases and
// about copies that differ from the Go types while the generated file agrees with them. Other errors are
// reported, since installing the copy fails.
func (c *Copies) InOlderCopy(f *report.Finding) bool {
	switch {
	case lint.IsOldVersion(f):
		return c.today[f.CRD]
	case f.Severity != finding.Error && c.stale[f.CRD] && c.generated[f.CRD]:
		return true
	}
	return c.released && f.Severity != finding.Error && c.today[f.CRD]
}

// Repeats records a finding, and reports whether the same CRD in another file had it already.
func (c *Copies) Repeats(f *report.Finding) bool {
	if f.CRD == "" {
		return false
	}
	path, message := findinglist.Lasting(f) // a copy may have more versions, or another size
	sum := digest.OfTexts(f.CRD, f.Version, f.Rule, string(f.Code), path, message)
	if c.files == nil {
		c.files = map[uint64]int{}
	}
	first, ok := c.files[sum]
	if !ok {
		c.files[sum] = c.file
	}
	return ok && first != c.file
}
