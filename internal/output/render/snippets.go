package render

import (
	"sync"

	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// Snippets are the lines of findings, for formats that are written when the texts of the
// files are not at hand any more. Several goroutines may add to them.
type Snippets struct {
	mu sync.Mutex
	at map[snippetPlace]snippet
}

type snippetPlace struct {
	file string
	pos  finding.Pos
}

// Add takes in the lines of findings, and of the places in their file that have to do
// with them.
func (s *Snippets) Add(found []report.Finding, lines Lines) {
	for i := range found {
		f := &found[i]
		s.add(f.File, f.Pos(), lines)
		for j := range f.Related {
			if r := &f.Related[j]; r.File == f.File {
				s.add(r.File, r.Pos(), lines)
			}
		}
	}
}

// AddLine takes in the line that a finding begins in.
func (s *Snippets) AddLine(f *report.Finding, line Lines) { s.add(f.File, f.Pos(), line) }

func (s *Snippets) add(file string, pos finding.Pos, lines Lines) {
	if pos.Line < 1 {
		return
	}
	place := snippetPlace{file, pos}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.at == nil {
		s.at = map[snippetPlace]snippet{}
	}
	if _, known := s.at[place]; !known {
		s.at[place] = cutNear(lines, pos)
	}
}

// of returns the line of a place; nil if it is not known.
func (s *Snippets) of(file string, pos finding.Pos) *snippet {
	if s == nil {
		return nil
	}
	if found, known := s.at[snippetPlace{file, pos}]; known {
		return &found
	}
	return nil
}
