package render

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/crdtool/crdtool/report"
)

// MaxFindings is how many findings of one code at one place text shows unless it is
// told otherwise. Who has read twenty of them knows the rest.
const MaxFindings = 20

// A Limit lets the first findings of one code at one place of a document or schema
// pass, and counts the others. Items of a list and entries of a map are one place.
type Limit struct {
	most  int // 0 for all
	taken map[samePlace]int
	order []samePlace
	more  []*report.Finding // that stand for others
	// ofObject says that the findings are about one object.
	ofObject bool
}

type samePlace struct {
	code   string
	crd    string
	object string // if the finding is about one
	path   string
}

// NewLimit returns a limit of so many findings; 0 for all.
func NewLimit(most int) *Limit { return &Limit{most: most, taken: map[samePlace]int{}} }

// Take counts a finding and reports whether it is to be shown.
func (l *Limit) Take(f *report.Finding) bool {
	if l.most == 0 {
		return true
	}
	if f.More > 0 {
		l.more = append(l.more, f)
		return false
	}
	p := samePlace{f.Rule, f.CRD, f.Object, withoutIndexes(f.Path)}
	switch {
	case f.SchemaLine > 0:
		p.path = strconv.Itoa(f.SchemaLine) // of the schema that items and entries share
	case f.Object != "" || l.ofObject:
		p.path = p.path[:max(0, strings.LastIndexByte(p.path, '.'))]
	}
	l.taken[p]++
	if n := l.taken[p]; n > l.most {
		if n == l.most+1 {
			l.order = append(l.order, p)
		}
		return false
	}
	return true
}

// Rest says how many findings were counted and not shown, a line for each code and
// place in the order in which they were met.
func (l *Limit) Rest() []string {
	var lines []string
	for _, f := range l.more {
		l.add(f)
	}
	l.more = nil
	for _, p := range l.order {
		lines = append(lines, fmt.Sprintf("%s and %s more [%s]", ellipsis, thousands(uint64(l.taken[p]-l.most)), p.code))
	}
	return lines
}

// add counts what a finding stands for at the first place of its rule, if there is one.
func (l *Limit) add(f *report.Finding) {
	p := samePlace{f.Rule, f.CRD, f.Object, ""}
	at := slices.IndexFunc(l.order, func(q samePlace) bool { return q.code == p.code && q.crd == p.crd && q.object == p.object })
	if at >= 0 {
		p = l.order[at]
	} else {
		l.order = append(l.order, p)
		l.taken[p] = l.most
	}
	l.taken[p] += f.More
}

// withoutIndexes is a path with nothing in its brackets, nor in the place of the names of
// properties and behind the labels and annotations of metadata.
func withoutIndexes(path string) string {
	for _, entries := range [...]string{"metadata.labels", "metadata.annotations"} {
		if strings.HasPrefix(path, entries+".") {
			return entries
		}
	}
	return inBrackets().ReplaceAllString(propertyName().ReplaceAllString(path, ".properties."), "[]")
}

var (
	inBrackets   = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\[[^\]]*(\]|$)`) })
	propertyName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\.properties\.[^.]*`) })
)
