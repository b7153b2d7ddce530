// Package findinglimit limits how many findings a report lists about one document. Checks return
// all findings. The code that collects a report lists the first findings of each code and counts
// the others.
package findinglimit

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/findinglist"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/report"
)

// Default is how many findings of one code about one document are listed, unless a flag asks for all. No CRD of the
// corpus comes near it.
const Default = 10_000

// maxText is the limit in bytes of all listed messages about one document: the server may quote the whole document in
// each.
const maxText = 64 << 20

// Rest counts the findings of one code that are not listed.
type Rest struct {
	Code     finding.Code
	Severity finding.Severity
	Breaking bool
	Count    int
	// IsCause reports that the findings are causes of the server's answer.
	IsCause bool
}

// Message returns the message about unlisted findings of a kind of document.
func (r *Rest) Message(of string) string { return prose.Thousands(r.Count) + " " + Lasting(of) }

// Lasting returns the message of any Rest without the count.
func Lasting(of string) string {
	return fmt.Sprintf("more findings of this rule about the %s are counted and not listed; --max-findings 0 lists all", of)
}

// First returns the first findings of each code and severity, at most most of each, and counts the others. It returns
// all if most is 0. It sets the messages of the returned findings with KeepMessage.
func First(found finding.List, most int) (first finding.List, rest []Rest) {
	if most == 0 {
		for i := range found {
			found[i].KeepMessage()
		}
		return found, nil
	}
	listed, counted := map[Rest]int{}, map[Rest]int{} // by kind, in which Count is 0
	var kinds []Rest                                  // the keys of counted, in the order of the findings
	text := 0
	first = make(finding.List, 0, min(len(found), most))
	for i := range found {
		f := &found[i]
		kind := Rest{Code: f.Code, Severity: f.Severity, Breaking: f.Breaking, IsCause: f.Type != ""}
		if listed[kind] == most || text > maxText {
			if counted[kind]++; counted[kind] == 1 {
				kinds = append(kinds, kind)
			}
			continue
		}
		text += len(f.Message)
		if kind.IsCause {
			f.KeepMessage()
			text += len(f.ServerMessage())
		}
		listed[kind]++
		first = append(first, *f)
	}
	for _, kind := range kinds {
		rest = append(rest, kind)
		rest[len(rest)-1].Count = counted[kind]
	}
	slices.SortStableFunc(rest, func(a, b Rest) int {
		return cmp.Or(cmp.Compare(a.Code, b.Code), cmp.Compare(a.Severity, b.Severity))
	})
	return first, rest
}

// Causes returns the number of causes of the server's answer that are not listed.
func Causes(rest []Rest) (n int) {
	for i := range rest {
		if rest[i].IsCause {
			n += rest[i].Count
		}
	}
	return n
}

// FirstReported returns the first findings of each code in a report about documents of a kind, at most most of each,
// and one finding that counts the rest of each code.
func FirstReported(found []report.Finding, most int, of string) []report.Finding {
	if most == 0 || len(found) <= most {
		return found
	}
	listed := map[Rest]int{}
	counted := map[Rest]*report.Finding{}
	var rests []*report.Finding // in the order of the findings
	first := found[:0]
	for i := range found {
		f := &found[i]
		kind := Rest{Code: finding.Code(f.Code), Severity: f.Severity, Breaking: f.Breaking}
		if listed[kind] < most {
			listed[kind]++
			first = append(first, *f)
			continue
		}
		rest := counted[kind]
		if rest == nil {
			stands := (&finding.Finding{Code: kind.Code, Severity: kind.Severity, Breaking: kind.Breaking, Lasting: Lasting(of)}).Report(f.File)
			stands.CRD, stands.Version, stands.Line = f.CRD, f.Version, f.Line
			rest = &stands
			counted[kind] = rest
			rests = append(rests, rest)
		}
		rest.More += f.Counts()
	}
	clear(found[len(first):])
	for _, f := range rests {
		f.Message = (&Rest{Count: f.More}).Message(of)
		first = append(first, *f)
	}
	slices.SortStableFunc(first, func(a, b report.Finding) int { return findinglist.ByPlace(&a, &b) })
	return first
}
