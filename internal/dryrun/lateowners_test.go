package dryrun_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/crdtool/crdtool/internal/cluster"
	"github.com/crdtool/crdtool/internal/dryrun"
)

// TestLateOwners: who owns the fields of an object that was created is the same if it is worked out
// once something asks for it, and all that comes of that.
func TestLateOwners(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 11))
	pick := func(texts ...string) string { return texts[r.IntN(len(texts))] }
	conflicts, unasked := 0, 0
	for range 300 {
		early, late := newCluster(t, clusterWidgets), newCluster(t, clusterWidgets)
		late.LateOwners = true
		for range 1 + r.IntN(5) {
			at := web
			at.Name = pick("web", "app")
			value := func() map[string]any {
				spec := map[string]any{}
				if r.IntN(2) == 0 {
					spec["color"] = pick("red", "blue")
				}
				if r.IntN(2) == 0 {
					spec["size"] = []any{int64(2), 3.0}[r.IntN(2)]
				}
				if r.IntN(2) == 0 {
					spec["ports"] = []any{map[string]any{"name": pick("a", "b"), "port": int64(r.IntN(3))}}
				}
				metadata := map[string]any{"name": at.Name}
				if r.IntN(3) == 0 {
					metadata["labels"] = map[string]any{"a": pick("b", "c")}
				}
				return map[string]any{"apiVersion": "example.com/v1", "kind": "Widget", "metadata": metadata, "spec": spec, "status": map[string]any{"ready": true}}
			}
			object, manager, force, verb := value(), pick("a", "b"), r.IntN(3) == 0, r.IntN(6)
			request := func(c *cluster.Cluster) (*dryrun.Result, error) {
				opts := dryrun.RequestOptions{Manager: manager, FillResourceVersion: true}
				switch verb {
				case 0, 1:
					return c.Create(at, dryrun.FromValue(object), opts)
				case 2:
					return c.Update(at, dryrun.FromValue(object), opts)
				case 3:
					return c.Patch(at, dryrun.Patch{Type: dryrun.ApplyPatch, Applied: dryrun.FromValue(map[string]any{
						"apiVersion": object["apiVersion"], "kind": object["kind"], "metadata": map[string]any{"name": at.Name}, "spec": object["spec"]}), Force: force, HasForce: true}, opts)
				case 4:
					return c.Patch(at, dryrun.Patch{Type: dryrun.MergePatch, Merge: map[string]any{"spec": object["spec"]}}, opts)
				}
				return c.Delete(at, dryrun.Deletion{}, opts)
			}
			want, err := request(early)
			if err != nil {
				t.Fatal(err)
			}
			got, err := request(late)
			if err != nil {
				t.Fatal(err)
			}
			if got.APIServer.Message != want.APIServer.Message || got.APIServer.Code != want.APIServer.Code || !reflect.DeepEqual(got.Conflicts, want.Conflicts) {
				t.Fatalf("the answer is %+v, want %+v", got.APIServer, want.APIServer)
			}
			if verb > 1 && !reflect.DeepEqual(got.Object, want.Object) {
				t.Fatalf("%v is returned, want %v", got.Object, want.Object)
			}
			conflicts += len(got.Conflicts)
		}
		for _, key := range early.Keys() {
			want, _ := early.Stored(key)
			if bare, _ := late.Unowned(key); !reflect.DeepEqual(bare, want) {
				unasked++
			}
			if got, _ := late.Stored(key); !reflect.DeepEqual(got, want) {
				t.Fatalf("%v is stored, want %v", got, want)
			}
		}
	}
	if conflicts < 10 || unasked < 50 {
		t.Errorf("only %d conflicts, and %d objects of which nothing asked for the owners", conflicts, unasked)
	}
}
