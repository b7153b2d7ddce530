package lintrun

import (
	"hash/fnv"
	"io"

	"github.com/crdtool/crdtool/report"
)

// Copies remembers what was said about the CRDs of a run, which may stand in several
// files: where they are generated, in charts, in releases. The zero Copies remembers
// nothing.
type Copies struct {
	said map[uint64]int // the file, by what was said
	file int
}

// Next says that the findings to come are about another file.
func (c *Copies) Next() { c.file++ }

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
