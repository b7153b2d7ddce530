package builtin_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/server/builtin"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/kube"
)

const recorded = "../../../testdata/builtin"

// TestMessagesAreTheDecoders checks verdict, order and words of the answers that the decoders of releases gave.
// It walks a quarter of them, or all with CRDTOOL_THOROUGH.
func TestMessagesAreTheDecoders(t *testing.T) {
	objects, err := golden.BuiltinObjects(recorded)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range recordedVersions(t) {
		cases, err := golden.BuiltinCases(recorded, v.Minor)
		if err != nil {
			t.Fatal(err)
		}
		compared, differ := 0, 0
		cases = sweep.Part(4, cases)
		for i := range cases {
			object, err := cases[i].Apply(objects[cases[i].Object])
			if err != nil {
				t.Fatal(err)
			}
			q := builtin.Request{Version: v, Object: object}
			q.APIVersion, _ = object["apiVersion"].(string)
			q.Kind, _ = object["kind"].(string)
			a := builtin.Check(q)
			if !a.Served {
				continue
			}
			compared++
			if want := *cases[i].Message; a.Message != want {
				if differ++; differ <= 10 {
					t.Errorf("Kubernetes %s: %s %s with %+v:\n got %s\nwant %s", v, q.APIVersion, q.Kind, cases[i].Edits, a.Message, want)
				}
			}
		}
		t.Logf("Kubernetes %s: %d answers, %d differ", v, compared, differ)
		if compared < 200 {
			t.Errorf("Kubernetes %s: only %d of %d answers are compared", v, compared, len(cases))
		}
	}
}

// recordedVersions returns the versions with recorded cases. The oldest and the newest are among them.
func recordedVersions(t *testing.T) []kube.Version {
	files, err := filepath.Glob(filepath.Join(recorded, "1.*.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	var list []kube.Version
	for _, file := range files {
		v, err := kube.ParseVersion(strings.TrimSuffix(filepath.Base(file), ".jsonl.gz"))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, v)
	}
	all := kube.Versions()
	if !slices.Contains(list, all[0]) || !slices.Contains(list, kube.Latest) {
		t.Fatalf("there are cases of %v, want also those of %s and %s", list, all[0], kube.Latest)
	}
	return list
}
