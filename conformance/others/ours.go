package others

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/upgrading/others"
	"github.com/crdtool/crdtool/kube"
)

// An Answer is what a tool reports, a line each, sorted: the check, error or warning, the
// versions, the place.
type Answer struct {
	Lines  []string
	Failed bool // the exit status is 1
	// Crash is what the tool panics with.
	Crash string
}

// Add notes what a check reports.
func (a *Answer) Add(check, severity, version, place string) {
	a.Failed = a.Failed || severity == "error"
	a.Lines = append(a.Lines, strings.Join([]string{check, severity, version, place}, " | "))
}

// Done sorts the lines.
func (a *Answer) Done() {
	slices.Sort(a.Lines)
	a.Lines = slices.Compact(a.Lines)
}

// Equal compares two answers.
func (a *Answer) Equal(b *Answer) bool { return slices.Equal(a.Lines, b.Lines) && a.Failed == b.Failed }

// Difference lists the lines that only one of two answers has.
func (a *Answer) Difference(b *Answer) string {
	s := ""
	for _, l := range a.Lines {
		if !slices.Contains(b.Lines, l) {
			s += "- " + l + "\n"
		}
	}
	for _, l := range b.Lines {
		if !slices.Contains(a.Lines, l) {
			s += "+ " + l + "\n"
		}
	}
	return s
}

var checker = crd.NewChecker(behaviour.Of(kube.Latest))

// Ours is what the profile of a tool reports. Old may be nil.
func Ours(tool string, s others.Settings, old, new []byte) (a Answer) {
	p := others.New(tool, s)
	pair := others.Pair{}
	pair.New, pair.NewAnswer, _ = read(new, p.NeedsCosts)
	if old != nil {
		pair.Old, pair.OldAnswer, pair.Stored = read(old, p.NeedsCosts)
	}
	for _, v := range p.Judge(pair) {
		version := v.Version
		if v.Than != "" {
			version = v.Than + " -> " + v.Version
		}
		if v.Check == "MustNotExceedCostBudget" {
			version = "" // the tool does not say
		}
		a.Add(v.Check, v.Severity.String(), version, v.Place)
	}
	a.Done()
	return a
}

func read(text []byte, checked bool) (*crd.CustomResourceDefinition, *crd.Answer, []string) {
	f := source.Read("crd.yaml", text)
	if len(f.Documents) == 0 {
		return &crd.CustomResourceDefinition{}, nil, nil
	}
	c, _ := checker.Decode(f.Documents[0])
	stored := c.Status.StoredVersions
	c.Default()
	if !checked {
		return c, nil, stored
	}
	answer := checker.Check(c, nil)
	return c, &answer, stored
}

// Accepted reports whether a server takes a CRD that replaces none.
func Accepted(text []byte) bool {
	c, answer, _ := read(text, true)
	return c != nil && answer != nil && len(answer.Findings) == 0
}
