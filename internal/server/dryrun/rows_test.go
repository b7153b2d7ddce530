package dryrun_test

import (
	"fmt"
	"path"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/kube"
)

// TestRowsAreShown: the cases in testdata/dryrun/kube, whose names begin with that of a
// row, have other answers before the row's release than from it on, and the newest
// server's there at last.
func TestRowsAreShown(t *testing.T) {
	found := 0
	for _, c := range readCases(t) {
		if path.Dir(c.Name) != "kube" {
			continue
		}
		found++
		t.Run(c.Name, func(t *testing.T) {
			row := rowOf(t, path.Base(c.Name))
			before := playAt(t, c, kube.Version{Minor: row.Since - 1})
			since := playAt(t, c, kube.Version{Minor: row.Since})
			if reflect.DeepEqual(goldenAnswer(before), goldenAnswer(since)) {
				t.Errorf("the answers of 1.%d and 1.%d are the same: %+v", row.Since-1, row.Since, goldenAnswer(since))
			}
			for _, line := range c.Answer.Canonical().Diff(goldenAnswer(playAt(t, c, kube.Latest))) {
				t.Error("1.37:", line)
			}
		})
	}
	if found == 0 {
		t.Error("there are no cases")
	}
}

// TestOlderAnswers compares each recorded answer that is not that of the next newer server,
// and all of the oldest one.
func TestOlderAnswers(t *testing.T) {
	recorded, err := golden.ObjectsOfMinors("../../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	for _, c := range recorded {
		if c.Old != nil && c.Operation != "update" && c.Operation != "update-status" {
			continue
		}
		if strings.HasPrefix(c.Name, "rules/budget-of-") {
			continue // servers take half a second each to use up the budget
		}
		asked++
		t.Run(fmt.Sprintf("%s/%d", c.Name, c.Minor), func(t *testing.T) {
			result := playAt(t, c.ObjectCase, kube.Version{Minor: c.Minor})
			if c.Answer.Panic {
				if result.APIServer.Accepted {
					t.Error("the server panics")
				}
				return // there is no answer to compare with
			}
			for _, line := range c.Answer.Answer.Diff(goldenAnswer(result)) {
				t.Error(line)
			}
			if want, got := c.Answer.Object, plain(t, result.Object); !reflect.DeepEqual(want, got) {
				t.Errorf("object: want %s, got %s", text(t, want), text(t, got))
			}
		})
	}
	if asked == 0 {
		t.Error("no server answers otherwise than a newer one")
	}
}

// usesUpBudget reports whether a case has rules that use up the server's budget, for which each
// answer takes half a second.
func usesUpBudget(c *golden.ObjectCase) bool {
	return c.Name == "rules/budget-of-call" || c.Name == "rules/budget-of-message-call"
}

// TestServersStoreTheSame: servers that accept an object store the same, as far as the
// cases and the rows of the table go. apply-dry --kube-versions does not compare what is
// stored for that reason: a row that changes it has to bring that back.
func TestServersStoreTheSame(t *testing.T) {
	t.Parallel()
	stored := 0
	for _, c := range readCases(t) {
		if c.Old != nil && c.Operation != "update" && c.Operation != "update-status" {
			continue
		}
		if usesUpBudget(c) && !sweep.Thorough() {
			continue
		}
		var newest *dryrun.Result
		for _, v := range slices.Backward(kube.Versions()) {
			r := playAt(t, c, v)
			switch {
			case r.Stored == nil || !r.APIServer.Accepted:
			case newest == nil:
				newest = r
			default:
				stored++
				if !reflect.DeepEqual(r.Stored, newest.Stored) {
					t.Errorf("%s: on %s\n%v\nis stored, on a newer version\n%v", c.Name, v, r.Stored, newest.Stored)
				}
			}
		}
	}
	if stored < 1000 {
		t.Errorf("only %d objects are stored", stored)
	}
}

// rowOf is the row with the longest ID that a name begins with.
func rowOf(t *testing.T, name string) behaviour.Row {
	t.Helper()
	var best behaviour.Row
	for _, r := range behaviour.Table() {
		if strings.HasPrefix(name, r.ID) && len(r.ID) > len(best.ID) {
			best = r
		}
	}
	if best.ID == "" {
		t.Fatalf("no row is called %q", name)
	}
	return best
}

// compilerAt returns the compiler of a version, which all cases share.
func compilerAt(v kube.Version) *celrule.Compiler {
	c, _ := compilers.LoadOrStore(v, celrule.NewCompiler(behaviour.Of(v).CEL))
	return c.(*celrule.Compiler)
}

var compilers sync.Map

// playAt makes the request of a case at a version.
func playAt(t *testing.T, c *golden.ObjectCase, v kube.Version) *dryrun.Result {
	t.Helper()
	d, flaws := crd.Decode(document(t, "crd.yaml", c.CRD))
	if len(flaws) > 0 {
		t.Fatalf("the CRD has flaws: %+v", flaws)
	}
	r, err := dryrun.New(d, dryrun.Server{Version: v, Rules: dryrun.CEL(compilerAt(v))})
	if err != nil {
		t.Fatal(err)
	}
	opts := dryrun.RequestOptions{FieldValidation: c.FieldValidation, Version: c.Version, FillResourceVersion: true}
	sent := dryrun.FromDocument(document(t, "object.yaml", c.Object))
	if c.Old == nil {
		return r.Create(sent, opts)
	}
	ask := r.Update
	if c.Operation == "update-status" {
		ask = r.UpdateStatus
	}
	result, err := ask(sent, dryrun.FromDocument(document(t, "old.yaml", c.Old)), opts)
	if err != nil {
		t.Fatal(err)
	}
	return result
}
