package findinglist

import (
	"strings"

	"github.com/crdtool/crdtool/report"
)

// ByCause joins findings that have one cause: the first of them stays, and lists the places of the
// others. It returns those that stay and the indexes of the others.
func ByCause(found []report.Finding) (kept []report.Finding, joined map[int]bool) {
	first := map[uint64]int{}
	for i := range found {
		f := &found[i]
		if f.Causes == (report.Causes{}) {
			continue
		}
		keys := [...]uint64{f.Causes.Setting, f.Causes.Go, f.Causes.Schema}
		head := -1
		for _, key := range keys {
			if at, known := first[key]; known && key != 0 && !atSamePlace(&found[at], f) {
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
			found[head].Also = append(found[head].Also, PlaceOf(f))
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

// atSamePlace reports whether two findings are about one path of a CRD. They are then two findings about one place, or
// one finding about two copies of the CRD. Neither is joined.
func atSamePlace(f, other *report.Finding) bool {
	return f.CRD == other.CRD && lastingPath(f) == lastingPath(other)
}

// PlaceOf returns the place of a finding, for the list of another one that says the same.
func PlaceOf(f *report.Finding) report.AlsoPlace {
	return report.AlsoPlace{
		File: f.File, Line: f.Line, Column: f.Column, EndLine: f.EndLine, EndColumn: f.EndColumn,
		CRD: f.CRD, Version: f.Version, Path: f.Path, Origin: f.Origin, Fix: f.Fix,
	}
}

// fixedInGo reports whether the fix changes Go code alone, which is then changed once for all places.
func fixedInGo(f *report.Finding) bool {
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
