package lintrun

import (
	"strings"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/input/digest"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/report"
)

// Copies remembers the findings about the CRDs of a run, which may be in several files: where
// they are generated, in charts, in releases. The zero Copies remembers nothing.
type Copies struct {
	files map[uint64]int // the file, by the digest of a finding
	file  int
	// today are the CRDs of files that are not of a release and have an apiVersion that is served, generated
	// those that a generator wrote and that are what their Go types say.
	today, generated map[string]bool
	released         bool // that the file is of one
	// stale are the CRDs of the file that differ from their Go types.
	stale map[string]bool
}

// Next says that the findings to come are those of another file.
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

// InOlderCopy reports whether a finding is about an old copy of a CRD that this file or an earlier one has in
// a newer form. These are the error that v1beta1 is not served, and the warnings about copies in releases and
// about copies that differ from the Go types while the generated file does not. Other errors are reported,
// since an install of the copy fails with them.
func (c *Copies) InOlderCopy(f *report.Finding) bool {
	switch {
	case lint.IsOldVersion(f):
		return c.today[f.CRD]
	case f.Severity != finding.Error && c.stale[f.CRD] && c.generated[f.CRD]:
		return true
	}
	return c.released && f.Severity != finding.Error && c.today[f.CRD]
}

// Repeats reports whether the CRD of this name in another file had the same finding,
// and remembers it.
func (c *Copies) Repeats(f *report.Finding) bool {
	if f.CRD == "" {
		return false
	}
	path, message := f.Lasting() // a copy may have more versions, or be of another size
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
