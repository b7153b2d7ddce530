package lint

import (
	"fmt"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// Stored holds the CRDs of a cluster; Find is made for Options.Old. Once all are added, it is safe for
// concurrent use.
type Stored struct{ byName map[string]*source.Document }

// Len returns the number of CRDs.
func (s *Stored) Len() int { return len(s.byName) }

// Find returns the CRD of a name, or nil.
func (s *Stored) Find(name string) *source.Document { return s.byName[name] }

// AddText adds the CRDs of a text as Add does. Errors use the name.
func (s *Stored) AddText(name string, text []byte) error { return s.Add(source.Read(name, text)) }

// Add adds the CRDs of a file, keeps the file, and skips other documents. It fails for a file with syntax
// errors, since a changed CRD would pass as a new one, and for a second CRD of a name.
func (s *Stored) Add(f *source.File) error {
	for _, p := range f.Problems {
		// An Info finding is about a template, which the new files skip too.
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

// Keep sets the CRD of a name. It ignores nil.
func (s *Stored) Keep(name string, d *source.Document) {
	if d == nil {
		return
	}
	if s.byName == nil {
		s.byName = map[string]*source.Document{}
	}
	s.byName[name] = d
}
