package report

import (
	"strings"

	"github.com/crdtool/crdtool/finding"
)

// AlsoPlace is another place that a finding is about as well, since it has the same cause: the same Go
// field, the same schema under another parent, in another version or CRD, or one setting of the
// generator.
type AlsoPlace struct {
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"endLine"`
	EndColumn int    `json:"endColumn"`
	CRD       string `json:"crd"`
	Version   string `json:"version"`
	// Path is the place in its document.
	Path string `json:"path"`
	// Origin is the place in Go code that it is generated from; nil if that is not known.
	Origin *Origin `json:"origin,omitempty"`
	// Fix is the change that --fix makes there; nil for none.
	Fix *Fix `json:"fix,omitempty"`
}

// Pos returns the place in its file.
func (p *AlsoPlace) Pos() finding.Pos {
	return finding.Pos{Line: p.Line, Column: p.Column, EndLine: p.EndLine, EndColumn: p.EndColumn}
}

// Causes identify what makes a finding. Findings that have one of them in common have one cause;
// 0 stands for none.
type Causes struct {
	// Setting is the one of Finding.Cause, Go the place in Go code, Schema the schema that the finding
	// is about.
	Setting, Go, Schema uint64
}

// SetCauses says what makes the finding.
func (f *Finding) SetCauses(c Causes) { f.causes = c }

// ByCause joins findings that have one cause: the first of them stays, and lists the places of the
// others. It returns those that stay and the indexes of the others.
func ByCause(found []Finding) (kept []Finding, joined map[int]bool) {
	first := map[uint64]int{}
	for i := range found {
		f := &found[i]
		if f.causes == (Causes{}) {
			continue
		}
		keys := [...]uint64{f.causes.Setting, f.causes.Go, f.causes.Schema}
		head := -1
		for _, key := range keys {
			if at, known := first[key]; known && key != 0 && !found[at].atSamePlace(f) {
				head = at
				break
			}
		}
		if head < 0 {
			head = i
		} else {
			if joined == nil {
				joined = map[int]bool{}
			}
			joined[i] = true
			found[head].Also = append(found[head].Also, f.Place())
		}
		for _, key := range keys {
			if _, known := first[key]; key != 0 && !known {
				first[key] = head
			}
		}
	}
	if len(joined) == 0 {
		return found, nil
	}
	for i := range found {
		if !joined[i] {
			kept = append(kept, found[i])
		}
	}
	return kept, joined
}

// atSamePlace reports whether two findings say different things about one place of a CRD, or are about
// two copies of it, of which each was asked for.
func (f *Finding) atSamePlace(other *Finding) bool {
	return f.CRD == other.CRD && lastingPath(f) == lastingPath(other)
}

// Place is where a finding stands, for the list of another one that says the same.
func (f *Finding) Place() AlsoPlace {
	return AlsoPlace{
		File: f.File, Line: f.Line, Column: f.Column, EndLine: f.EndLine, EndColumn: f.EndColumn,
		CRD: f.CRD, Version: f.Version, Path: f.Path, Origin: f.Origin, Fix: f.Fix,
	}
}

// fixedInGo reports whether the fix changes Go code alone, which is then changed once for all places.
func (f *Finding) fixedInGo() bool {
	if f.Fix == nil {
		return false
	}
	for i := range f.Fix.Edits {
		if !strings.HasSuffix(f.Fix.Edits[i].File, ".go") {
			return false
		}
	}
	return true
}
