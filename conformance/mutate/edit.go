package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// mutant is one change.
type mutant struct {
	id       int // from 1; 0 before it has one
	file     string
	line     int
	function string // "" outside of all
	text     string // of the line, without indentation
	change   string // as it is shown: "x → true"
}

// site is a place in the code at which mutants are compiled in: some text goes
// before it, some after it, and an operator may be replaced in between.
type site struct {
	mutants    []*mutant
	start, end int    // offsets
	open       string // with %d for each of the mutants
	close      string
	op, opLen  int  // of the operator that becomes a comma; opLen is 0 if none does
	returns    bool // the deletion of a return
	bad        bool // it does not compile
}

// insertion is a text that goes into a file, in place of the next so many bytes.
type insertion struct {
	at, skip int
	text     string
	site     *site
}

// rewrite puts the sites into a file, in which lines keep their numbers. It also
// returns where each insertion went.
func rewrite(text []byte, imports string, packageEnd int, sites []*site) (string, []insertion) {
	first := insertion{at: packageEnd, text: imports}
	var sorted []*site
	for _, s := range sites {
		if !s.bad {
			sorted = append(sorted, s)
		}
	}
	// What opens first at an offset closes last.
	slices.SortStableFunc(sorted, func(a, b *site) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end))
	})
	var opens, closes, commas []insertion
	for _, s := range sorted {
		var ids []any
		for range strings.Count(s.open, "%d") {
			ids = append(ids, s.mutants[len(ids)].id)
		}
		opens = append(opens, insertion{at: s.start, text: fmt.Sprintf(s.open, ids...), site: s})
		closes = append([]insertion{{at: s.end, text: s.close, site: s}}, closes...)
		if s.opLen > 0 {
			commas = append(commas, insertion{at: s.op, skip: s.opLen, text: ",", site: s})
		}
	}
	list := slices.Concat([]insertion{first}, closes, commas, opens)
	slices.SortStableFunc(list, func(a, b insertion) int { return cmp.Compare(a.at, b.at) })
	var b strings.Builder
	at := 0
	for i := range list {
		n := &list[i]
		b.Write(text[at:n.at])
		at = n.at + n.skip
		n.at = b.Len()
		b.WriteString(n.text)
	}
	b.Write(text[at:])
	return b.String(), list
}

// culprit returns the innermost site around an offset of the rewritten text.
func culprit(list []insertion, offset int) *site {
	var open []*site
	for _, n := range list {
		if n.site == nil || n.at > offset {
			continue
		}
		switch i := slices.Index(open, n.site); {
		case i < 0:
			open = append(open, n.site)
		case n.text == n.site.close && n.at+len(n.text) <= offset:
			open = slices.Delete(open, i, i+1)
		}
	}
	if len(open) == 0 {
		return nil
	}
	return open[len(open)-1]
}
