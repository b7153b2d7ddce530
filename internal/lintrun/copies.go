package lintrun

import (
	"hash/fnv"
	"io"
	"strings"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/code"
	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/report"
)

// Copies remembers what was said about the CRDs of a run, which may stand in several
// files: where they are generated, in charts, in releases. The zero Copies remembers
// nothing.
type Copies struct {
	said map[uint64]int // the file, by what was said
	file int
	// today are the CRDs of files that are not of a release.
	today    map[string]bool
	released bool // that the file is of one
}

// Next says that the findings to come are about another file, which has these documents.
func (c *Copies) Next(file string, docs []report.Document) {
	c.file++
	if c.released = source.Release(file) != ""; c.released {
		return
	}
	if c.today == nil {
		c.today = map[string]bool{}
	}
	for i := range docs {
		if name := docs[i].Name; name != "" && !c.today[name] {
			c.today[strings.Clone(name)] = true
		}
	}
}

// Past reports whether a finding is about a CRD of a release, of which another file has a newer copy, and
// nobody can act on it: a warning, or that newer servers don't serve its apiVersion. Other errors stay,
// since an install of the release fails with them.
func (c *Copies) Past(f *report.Finding) bool {
	return c.released && (f.Severity != finding.Error || f.Code == report.Code(code.CRDVersion)) && c.today[f.CRD]
}

// Repeats reports whether the same was said about the CRD of this name in another file,
// and remembers it.
func (c *Copies) Repeats(f *report.Finding) bool {
	if f.CRD == "" {
		return false
	}
	path, message := f.Lasting() // a copy may have more versions, or be of another size
	h := fnv.New64a()
	for _, s := range [...]string{f.CRD, f.Version, f.Rule, string(f.Code), path, message} {
		_, _ = io.WriteString(h, s) // it never fails
		_, _ = h.Write([]byte{0})
	}
	if c.said == nil {
		c.said = map[uint64]int{}
	}
	first, ok := c.said[h.Sum64()]
	if !ok {
		c.said[h.Sum64()] = c.file
	}
	return ok && first != c.file
}
