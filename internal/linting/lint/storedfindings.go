package lint

import (
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/findinglist"
	"github.com/crdtool/crdtool/report"
)

// lasting identifies a finding about a CRD in different texts of the CRD.
type lasting struct{ rule, crd, path, message string }

func lastingOf(f *report.Finding) lasting {
	path, message := findinglist.Lasting(f)
	return lasting{f.Rule, f.CRD, path, message}
}

// markKnown marks the findings that the stored CRD has too when it is checked alone with the same rules. It
// returns the identity of the stored CRD.
func (l *Linter) markKnown(found []draft, stored *source.Document, opts Options) *rules.Identity {
	was := l.document(stored, Options{FieldValidation: opts.FieldValidation, RawBody: opts.RawBody, Rules: opts.Rules})
	left := map[lasting]int{}
	for i := range was.found {
		left[lastingOf(was.found[i].Finding)] += was.found[i].Counts()
	}
	for i := range found {
		f := found[i].Finding
		if f.Severity == finding.Error && rules.Find(f.Rule) == nil {
			continue // the server refuses the update for it
		}
		of := lastingOf(f)
		if left[of] >= f.Counts() {
			left[of] -= f.Counts()
			found[i].known = true
		}
	}
	return was.id
}

// knownOfSet returns the findings about the stored CRDs of a run as a set, by rule, CRD and path. Messages are
// left out: they name files of other CRDs.
func knownOfSet(all []*rules.Identity) map[lasting]bool {
	var stored []*rules.Identity
	seen := map[string]bool{}
	for _, id := range all {
		if s := id.Stored; s != nil && !seen[s.Name] {
			seen[s.Name] = true
			stored = append(stored, s)
		}
	}
	if stored == nil {
		return nil
	}
	known := map[lasting]bool{}
	for id, found := range rules.RunSet(stored, nil) {
		for i := range found {
			known[ofSet(id.Name, &found[i])] = true
		}
	}
	return known
}

func ofSet(crd string, f *finding.Finding) lasting {
	return lasting{rule: f.Code.Rule(), crd: crd, path: f.Path.File()}
}
