package lint

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/report"
)

// lasting is what a finding about a CRD is known by in another text of it.
type lasting struct{ rule, crd, path, message string }

func lastingOf(f *report.Finding) lasting {
	path, message := f.Lasting()
	return lasting{f.Rule, f.CRD, path, message}
}

// markKnown marks those of the findings about a document that are found in the
// stored CRD as well, when that is checked by itself with the same rules. It returns
// the identity of that.
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

// knownOfSet returns what the stored CRDs of a run show together, by rule, CRD and
// path: the sentences name the files of others.
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
