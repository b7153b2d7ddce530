package diffrun_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand"
	"reflect"
	"testing"

	"github.com/crdtool/crdtool"
	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/diffrun"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/server/cluster"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/testkit/changes"
	"github.com/crdtool/crdtool/internal/testkit/crdedit"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// TestDiffWitnessesHold replays the witnesses that a comparison prints, of the changes of
// testdata/changes and of random edits of real CRDs, as somebody would who reads them:
// with a Cluster of the old CRD and one of the new.
func TestDiffWitnessesHold(t *testing.T) {
	differ := diffrun.New(kube.Latest, diffrun.Options{})
	played := map[string]int{}
	compare := func(name string, old, new []byte) {
		a, b := source.Read("old.yaml", old), source.Read("new.yaml", new)
		found := differ.Compare(a.Documents[0], b.Documents[0])
		for i := range found.Changes {
			w := found.Changes[i].Witness
			if w == nil {
				continue
			}
			played[w.Operation]++
			if err := replay(t, old, new, w); err != nil {
				t.Errorf("%s: %s: %s: %v\n%s", name, found.Changes[i].Code, found.Changes[i].Message, err, jsonOf(w))
			}
		}
	}
	for _, f := range changes.Read(t) {
		for i := range f.Changes {
			compare(f.Name+" "+f.Changes[i].Change, f.CRD, f.Changes[i].Now)
		}
	}
	r := rand.New(rand.NewSource(16))
	crds, err := crdedit.Read(crdedit.Corpus(sweep.Corpus()))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range changes.Read(t) {
		crds = append(crds, crdedit.Parse(f.Name, f.CRD)...)
	}
	for range sweep.Times(50, 1000) {
		old := crdedit.Trim(r, crds[r.Intn(len(crds))], 30)
		if !isAccepted(jsonOf(old)) {
			continue
		}
		new, edits := crdedit.Edits(r, old, 3)
		compare(fmt.Sprint(edits), jsonOf(old), jsonOf(new))
	}
	t.Logf("witnesses that hold, by operation: %v", played)
	for _, operation := range []string{"create", "update", "update-status", "apply", "apply-status"} {
		if played[operation] == 0 {
			t.Errorf("no witness is of %s", operation)
		}
	}
}

// isAccepted reports whether the server accepts a CRD.
func isAccepted(text []byte) bool {
	stored := source.Read("crd.yaml", text).Documents[0]
	answer := lint.New(kube.Latest).File(source.Read("crd.yaml", text), lint.Options{Old: func(string) *source.Document { return stored }})
	return answer.Documents[0].APIServer.Accepted
}

func jsonOf(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}

// replay makes the request of a witness of both clusters.
func replay(t *testing.T, old, new []byte, w *report.DiffWitness) error {
	t.Helper()
	if w.Applied != nil {
		return replayApplies(t, old, new, w)
	}
	// The CRDs are in a cluster, where a default that only a new CRD may not have stays.
	there := crdtool.ClusterOptions{IgnoreCRDErrors: true}
	before, err := crdtool.NewCluster(there, old)
	if err != nil {
		return err
	}
	after, err := crdtool.NewCluster(there, new)
	if err != nil {
		return err
	}
	was, err := send(t, before, w, crdtool.RequestOptions{})
	switch {
	case err != nil:
		return fmt.Errorf("under the old CRD: %w", err)
	case !was.APIServer.Accepted:
		return errors.New("the old CRD refuses: " + was.APIServer.Message)
	}
	is, err := send(t, after, w, crdtool.RequestOptions{})
	switch {
	case err != nil:
		return fmt.Errorf("under the new CRD: %w", err)
	case is.APIServer.Accepted != w.NewAnswer.Accepted:
		return fmt.Errorf("the new CRD accepts is %t: %s", is.APIServer.Accepted, is.APIServer.Message)
	case is.APIServer.Accepted || w.New != nil:
		if !is.APIServer.Accepted {
			if is, err = send(t, after, w, crdtool.RequestOptions{FieldValidation: crdtool.Ignore}); err != nil {
				return err
			}
		}
		if !is.APIServer.Accepted || reflect.DeepEqual(bare(was.Stored), bare(is.Stored)) {
			return errors.New("the new CRD stores the same: " + is.APIServer.Message)
		}
	}
	return nil
}

// replayApplies makes both applies of a witness to a cluster of each CRD, in which objects
// stay as they are left.
func replayApplies(t *testing.T, old, new []byte, w *report.DiffWitness) error {
	t.Helper()
	was, refused := applied(t, old, w)
	if refused != "" {
		return errors.New("the old CRD refuses: " + refused)
	}
	is, refused := applied(t, new, w)
	switch {
	case (refused == "") != w.NewAnswer.Accepted || refused != w.NewAnswer.Message:
		return fmt.Errorf("the new CRD answers %q", refused)
	case !reflect.DeepEqual(bare(was), bare(w.Old)):
		return fmt.Errorf("the old CRD stores %s", jsonOf(was))
	case refused == "" && !reflect.DeepEqual(bare(is), bare(w.New)):
		return fmt.Errorf("the new CRD stores %s", jsonOf(is))
	case refused == "" && reflect.DeepEqual(bare(was), bare(is)):
		return errors.New("the new CRD stores the same")
	}
	return nil
}

// applied is what is stored after both applies, and why the second is refused.
func applied(t *testing.T, text []byte, w *report.DiffWitness) (map[string]any, string) {
	t.Helper()
	checker := crd.NewChecker(behaviour.Of(kube.Latest))
	def, flaws := checker.Decode(source.Read("crd.yaml", text).Documents[0])
	if len(flaws) > 0 {
		t.Fatal(flaws)
	}
	resource, err := dryrun.New(def, dryrun.Server{Rules: dryrun.CEL(checker.Compiler())})
	if err != nil {
		t.Fatal(err)
	}
	kind := cluster.Kind{Group: def.Spec.Group, Kind: def.Spec.Names.Kind}
	c := cluster.New()
	c.Install(kind, resource)
	to := cluster.Target{Version: w.Version, Key: cluster.Key{Kind: kind, Namespace: "default"}}
	to.Name, _ = w.Object["metadata"].(map[string]any)["name"].(string)
	apply := func(manager string, o map[string]any, force bool) string {
		r, err := c.Patch(to, dryrun.Patch{Type: dryrun.ApplyPatch, Applied: dryrun.FromValue(o), Force: force}, dryrun.RequestOptions{Manager: manager})
		if err != nil {
			t.Fatal(err)
		}
		return r.APIServer.Message
	}
	first := func(o map[string]any) {
		if refused := apply("a", o, false); refused != "" {
			t.Errorf("the first apply is refused: %s\n%s", refused, jsonOf(o))
		}
	}
	if w.Operation == "apply-status" {
		made := map[string]any{}
		for k, v := range w.Applied {
			if k != "status" {
				made[k] = v
			}
		}
		first(made)
		to.Subresource = "status"
	}
	first(w.Applied)
	refused := apply("b", w.Object, w.Force)
	stored, _ := c.Stored(to.Key)
	return stored, refused
}

// send makes the request of a witness.
func send(t *testing.T, c *crdtool.Cluster, w *report.DiffWitness, o crdtool.RequestOptions) (*report.Result, error) {
	t.Helper()
	switch w.Operation {
	case "create":
		return c.Create(t.Context(), w.Object, o)
	case "update":
		return c.Update(t.Context(), w.Object, w.Replaces, o)
	case "update-status":
		replaces := w.Replaces
		if replaces == nil {
			replaces = map[string]any{}
			for k, v := range w.Object {
				if k != "status" {
					replaces[k] = v
				}
			}
		}
		return c.UpdateStatus(t.Context(), w.Object, replaces, o)
	}
	return nil, errors.New("no such operation: " + w.Operation)
}

// bare is an object without what counts its changes.
func bare(o map[string]any) map[string]any {
	c := map[string]any{}
	for k, v := range o {
		if k != "metadata" {
			c[k] = v
		}
	}
	return c
}
