package diffrun_test

import (
	"slices"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/diffrun"
	"github.com/crdtool/crdtool/internal/testkit/changes"
	"github.com/crdtool/crdtool/internal/upgrading/upgrade"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// allPromise says of every version that it stays compatible, as the changes of
// testdata/changes have it.
func allPromise(string, string) upgrade.Verdict { return upgrade.Major }

// judgedOtherwise are the changes that a comparison judges in another way than
// testdata/changes, with the reason.
var judgedOtherwise = map[string]string{
	"cert-manager-certificaterequests/category removed": "it is for readers, who still find the objects by their name",
}

// notShown are changes that break something, and for which no object is found that shows it, so that
// a comparison calls them unproven.
var notShown = map[string]string{
	"kueue-topologies/transition rule tightened": "its object needs two lists that differ before their last item, which both are the same",
}

// TestDiffOfChanges requires of each change of testdata/changes that a comparison calls it
// breaking if it is, and not if it is not.
func TestDiffOfChanges(t *testing.T) {
	differ := diffrun.New(kube.Latest, diffrun.Options{Promises: allPromise})
	for _, f := range changes.Read(t) {
		for i := range f.Changes {
			c := &f.Changes[i]
			t.Run(f.Name+"/"+c.Change, func(t *testing.T) {
				found := differ.Compare(source.Read("old.yaml", f.CRD).Documents[0], source.Read("new.yaml", c.Now).Documents[0])
				var breaking []report.Change
				for _, one := range found.Changes {
					if one.Breaking {
						breaking = append(breaking, one)
					}
				}
				_, otherwise := judgedOtherwise[f.Name+"/"+c.Change]
				if _, not := notShown[f.Name+"/"+c.Change]; not {
					unproven := slices.ContainsFunc(found.Changes, func(one report.Change) bool { return one.Class == "unproven" })
					if !unproven || len(breaking) > 0 {
						t.Errorf("it is not unproven now: %s", jsonOf(found.Changes))
					}
					return
				}
				switch {
				case otherwise && c.Breaks == (len(breaking) > 0):
					t.Error("it is judged alike now")
				case otherwise:
				case c.Breaks && len(breaking) == 0:
					t.Errorf("no breaking change is found, but %s", jsonOf(found.Changes))
				case !c.Breaks && len(breaking) > 0:
					t.Errorf("it breaks nothing, but %s", jsonOf(breaking))
				}
			})
		}
	}
}
