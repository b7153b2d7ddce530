package lint

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/findinglist"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// NewFor returns a Linter for CRDs that have to install on several versions of Kubernetes, sorted ascending. It
// answers as the newest server, and adds findings that only the others have. report.Document.Support lists the
// versions that accept a CRD.
func NewFor(versions []kube.Version) *Linter {
	behaviours := make([]behaviour.Behaviour, len(versions))
	for i, v := range versions {
		behaviours[i] = behaviour.Of(v)
	}
	checkers := crd.NewCheckers(behaviours)
	newest := len(versions) - 1
	l := newLinter(versions[newest], checkers[newest])
	l.versions, l.grid = versions, true
	for i, v := range versions[:newest] {
		other := newLinter(v, checkers[i])
		other.grid = true
		l.others = append(l.others, other)
	}
	return l
}

// errorKey identifies an error on several servers, whose messages differ by version.
type errorKey struct {
	code finding.Code
	path string
	nth  int // number among errors with this code and path
}

// onVersions holds the checks of a CRD by the servers of several versions.
type onVersions struct {
	versions []kube.Version
	by       []*crdCheck // by index in versions
	places   map[errorKey]*reporters
	order    []errorKey
	needs    []report.Need
}

// reporters lists the versions that report an error. from and at give the finding of the newest of them.
type reporters struct {
	on   []int // minor versions
	from *crdCheck
	at   int // in from.found
}

// onOthers checks a CRD on the other versions. It marks findings that only the newest versions have, and
// returns findings that the newest does not have.
func (l *Linter) onOthers(newest *crdCheck, opts Options) (more []draft, o *onVersions) {
	o = &onVersions{versions: l.versions, places: map[errorKey]*reporters{}}
	for i := range l.others {
		a := l.others[i].serverCheck(newest.doc, opts)
		o.by = append(o.by, a)
	}
	o.by = append(o.by, newest)
	for i := range o.by {
		o.addFindings(i)
	}
	for _, a := range o.by[:len(l.others)] {
		more = append(more, o.only(a)...)
	}
	o.mark(newest)
	return more, o
}

// addFindings adds the findings of a version.
func (o *onVersions) addFindings(version int) {
	a := o.by[version]
	count := map[errorKey]int{}
	for i := range a.found {
		f := &a.found[i]
		if f.Type == "" && f.Code != code.Limits && version < len(o.by)-1 {
			continue // a finding about the text, which all versions share
		}
		key := errorKey{code: f.Code, path: f.Path.File()}
		count[key]++
		key.nth = count[key]
		there := o.places[key]
		if there == nil {
			there = new(reporters)
			o.places[key] = there
			o.order = append(o.order, key)
		}
		there.on = append(there.on, o.versions[version].Minor)
		if isCost(f.Code) && there.from != nil && version < len(o.by)-1 {
			continue // bounds that fit on the oldest version fit on all
		}
		there.from, there.at = a, i
	}
}

// mark records on which versions the findings of the newest one are reported.
func (o *onVersions) mark(newest *crdCheck) {
	for _, there := range o.places {
		if there.from == newest && newest.found[there.at].Type != "" && len(there.on) < len(o.versions) {
			newest.found[there.at].OnMinors = there.on
		}
	}
}

// only returns the findings of a server that no newer server has.
func (o *onVersions) only(a *crdCheck) []draft {
	var found finding.List
	for _, key := range o.order {
		if there := o.places[key]; there.from == a {
			f := a.found[there.at]
			f.OnMinors = there.on
			found = append(found, f)
		}
	}
	if len(found) == 0 {
		return nil
	}
	a.linter.suggestMeant(a.doc, a.crd, found, a.answer.Costs)
	found = a.linter.byCause(a.doc, a.crd, found, a.answer.Costs, a.inGo())
	out := exportAll(a.doc, a.crd, found, a.inGo())
	a.addOrigins(out, found)
	o.addNeeds(found, out)
	for i := range out {
		if f := out[i].Finding; f.Code == report.Code(code.CELRuleCompile) || f.Code == report.Code(code.CELMessageCompile) || f.Help == "" {
			f.Help = o.help(&found[i])
		}
	}
	return out
}

// addNeeds records the findings that only some of the servers have.
func (o *onVersions) addNeeds(found finding.List, out []draft) {
	for i := range found {
		f := &found[i]
		if f.Type == "" || len(f.OnMinors) == 0 {
			continue
		}
		what := unknownFunction(f)
		if what == "" {
			_, what = findinglist.Lasting(out[i].Finding)
		}
		var only []string
		if f.OnMinors[0] != o.versions[0].Minor { // older versions accept it
			for _, minor := range f.OnMinors {
				only = append(only, kube.Version{Minor: minor}.String())
			}
		}
		if only != nil && isCost(f.Code) {
			what, _, _ = strings.Cut(out[i].Message, " (Kubernetes ") // keep the factor of the cost there
		}
		o.needs = append(o.needs, report.Need{Since: o.since(f.OnMinors), Only: only, What: what, Rule: f.Code.Rule(), Line: f.Pos.Line, Column: f.Pos.Column, Path: f.Path.File()})
	}
}

// help returns how the CRD can avoid findings of some versions.
func (o *onVersions) help(f *finding.Finding) string {
	since := o.since(f.OnMinors)
	switch what := unknownFunction(f); {
	case since == "":
		return ""
	case what != "":
		return what + " can be used in new rules from Kubernetes " + since + " on; do without it, or support no older version"
	}
	return "Kubernetes " + since + " and later accept it"
}

// support returns which versions accept the CRD.
func (o *onVersions) support(newest *crdCheck) *report.Support {
	s := new(report.Support)
	whole, _ := crd.Decode(newest.doc)
	fields := crd.VersionedFields(whole)
	dropped := make([][]int, len(fields))
	for i, v := range o.versions {
		outcome := report.Installs
		b := behaviour.Of(v)
		for j := range fields {
			if b.Fields.Of(fields[j].Name()) != behaviour.Used {
				outcome, dropped[j] = report.InstallsInPart, append(dropped[j], v.Minor)
			}
		}
		if !o.by[i].APIServer.Accepted {
			outcome = report.IsRefused
		}
		s.Outcomes = append(s.Outcomes, outcome)
	}
	for i := len(o.versions) - 1; i >= 0 && s.Outcomes[i] != report.IsRefused; i-- {
		s.Least = o.versions[i].String()
	}
	for i := len(o.versions) - 1; i >= 0 && s.Outcomes[i] == report.Installs; i-- {
		s.Whole = o.versions[i].String()
	}
	s.Needs = o.needs
	for i := range fields {
		if len(dropped[i]) > 0 {
			pos := newest.doc.Locate(fields[i].Path.Segments())
			s.Needs = append(s.Needs, report.Need{Since: o.since(dropped[i]), Dropped: true, What: fields[i].Name(), Rule: "drops-silently",
				Line: pos.Line, Column: pos.Column, Path: fields[i].Path.File()})
		}
	}
	slices.SortStableFunc(s.Needs, func(a, b report.Need) int {
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return a.Column - b.Column
	})
	return s
}

// since returns the first version that no longer has a finding, or "" if the newest has it.
func (o *onVersions) since(on []int) string {
	i := slices.Index(o.versions, kube.Version{Minor: on[len(on)-1]})
	if i+1 == len(o.versions) {
		return ""
	}
	return o.versions[i+1].String()
}

// unknownFunction returns the name of a function that CEL does not know; "" if the finding is about something
// else.
func unknownFunction(f *finding.Finding) string {
	for _, issue := range f.Facts.Issues {
		if code.KindOf(issue) == code.UndeclaredReference {
			if name := code.NameIn(issue); name != "" {
				return name + "()"
			}
		}
	}
	return ""
}

func isCost(c finding.Code) bool {
	return c == code.CELCost || c == code.CELCostTotal || c == code.CELCostContributes
}
