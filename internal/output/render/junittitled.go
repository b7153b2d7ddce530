package render

import (
	"cmp"
	"slices"
	"sort"

	"github.com/crdtool/crdtool/report"
)

// titled finds the documents of a file by what findings call them: CRDs by their names,
// objects by theirs. A file may have as many of them as findings.
type titled struct {
	docs  []*report.Document
	named map[titledKey]*titledDocs
}

type titledKey struct {
	object bool
	title  string
}

// titledDocs are the documents of one name.
type titledDocs struct {
	first int
	// lines is sorted; last has for each of them the last document that begins there or before.
	lines, last []int
}

func titledOf(docs []*report.Document) *titled {
	t := &titled{docs, map[titledKey]*titledDocs{}}
	for k, d := range docs {
		key := titledKey{d.Kind != "", d.Title()}
		same := t.named[key]
		if same == nil {
			same = &titledDocs{first: k}
			t.named[key] = same
		}
		same.last = append(same.last, k)
	}
	for _, same := range t.named {
		slices.SortStableFunc(same.last, func(a, b int) int { return cmp.Compare(docs[a].Line, docs[b].Line) })
		for i, k := range same.last {
			same.lines = append(same.lines, docs[k].Line)
			if i > 0 {
				same.last[i] = max(k, same.last[i-1])
			}
		}
	}
	return t
}

// of returns the index of the document that a finding is about: of those of
// its object's or CRD's name the last that begins before it, or the first. It is the
// number of documents for a finding about the file.
func (t *titled) of(f *report.Finding) int {
	first, last := len(t.docs), -1
	for _, key := range [...]titledKey{{false, f.CRD}, {true, f.Object}} {
		same := t.named[key]
		if same == nil {
			continue
		}
		first = min(first, same.first)
		if n := sort.SearchInts(same.lines, f.Line+1); n > 0 {
			last = max(last, same.last[n-1])
		}
	}
	if last >= 0 {
		return last
	}
	return first
}
