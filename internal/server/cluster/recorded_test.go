package cluster_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/testkit/golden"
	player "github.com/crdtool/crdtool/internal/testkit/play"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
)

// TestRecorded holds the cluster against what a real server answered to the sequences in
// testdata/sequences, request after request. After the first difference of a sequence the
// rest of it says nothing.
func TestRecorded(t *testing.T) {
	const folder = "../../../testdata/sequences"
	known := knownDifferences(t, filepath.Join(folder, "known-differences.txt"))
	p := player.New()
	for _, name := range []string{"chosen", "random"} {
		t.Run(name, func(t *testing.T) {
			all, err := golden.ReadSequences(filepath.Join(folder, name+".jsonl.gz"))
			if err != nil || len(all) == 0 {
				t.Fatal("no sequences", err)
			}
			var compared, beyond int
			for i, s := range all {
				if name == "random" && !known[s.ID] && !sweep.Takes(4, i+1) { // among which are deletes of each kind
					continue
				}
				got, err := p.Play(s.CRDs, s.Steps)
				if errors.Is(err, player.ErrBeyond) {
					beyond++
					t.Logf("%s: crdtool has no request as in step %d", s.ID, len(got)+1)
				} else if err != nil {
					t.Errorf("%s: %v", s.ID, err)
				}
				step, diff := firstDifference(s.Answers, got)
				compared += step
				switch {
				case known[s.ID] && diff == nil:
					t.Errorf("%s is no difference any more; take it out of known-differences.txt", s.ID)
				case !known[s.ID] && diff != nil:
					t.Errorf("%s, step %d: %s %s\n\t%s", s.ID, step, s.Steps[step-1].Verb, s.Steps[step-1].Body, strings.Join(diff, "\n\t"))
				}
				delete(known, s.ID)
			}
			t.Logf("%d sequences, %d answers compared; %d sequences end with a request that crdtool does not have", len(all), compared, beyond)
		})
	}
	for id := range known {
		t.Errorf("known-differences.txt names %s, which is no sequence", id)
	}
}

// firstDifference compares the answers of a sequence until two differ; step counts those
// that it has compared.
func firstDifference(want, got []golden.StepAnswer) (step int, diff []string) {
	for i := range got {
		if diff := want[i].Diff(got[i]); len(diff) > 0 {
			return i + 1, diff
		}
	}
	return len(got), nil
}

// knownDifferences are the ids in a file, each on a line of its own; # begins a line that
// says why.
func knownDifferences(t *testing.T, path string) map[string]bool {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			known[line] = true
		}
	}
	return known
}
