package lint

import (
	"fmt"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/input/source"
)

// Stored are CRDs as they are in a cluster, for Options.Old: its method Find. Once
// all are added it may be used by several goroutines.
type Stored struct{ byName map[string]*source.Document }

// Len is the number of CRDs.
func (s *Stored) Len() int { return len(s.byName) }

// Find returns the CRD of a name, or nil.
func (s *Stored) Find(name string) *source.Document { return s.byName[name] }

// AddText adds the CRDs of a text, as Add does; name is what errors call it.
func (s *Stored) AddText(name string, text []byte) error { return s.Add(source.Read(name, text)) }

// Add takes up the CRDs of a file, and keeps the file. What is no CRD is passed
// over. The error is for a file that cannot be read as a whole, since a change
// checked against nothing would pass as a new CRD, and for a second CRD of a name.
func (s *Stored) Add(f *source.File) error {
	for _, p := range f.Problems {
		// A note is about a template, which is not checked among the new files either.
		if p.Severity != finding.Info {
			return fmt.Errorf("%s:%d: %s", f.Name, p.Pos.Line, p.Message)
		}
	}
	for _, d := range f.Documents {
		if !d.MeantAsCRD() {
			continue
		}
		name, _ := source.String(source.Field(source.Field(d.Root, "metadata"), "name"))
		if first := s.byName[name]; first != nil {
			return fmt.Errorf("%q is in %s and again in %s; remove one of them", name, first.File.Name, f.Name)
		}
		s.Keep(name, d)
	}
	return nil
}

// Keep takes up one CRD under a name, in the place of one that was there; nil is none.
func (s *Stored) Keep(name string, d *source.Document) {
	if d == nil {
		return
	}
	if s.byName == nil {
		s.byName = map[string]*source.Document{}
	}
	s.byName[name] = d
}
