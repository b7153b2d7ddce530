package objects

import (
	"os"
	"testing"

	"github.com/crdtool/crdtool/internal/testkit/sweep"
)

// TestObjects runs the comparison; see Run.
func TestObjects(t *testing.T) {
	corpus := sweep.Corpus()
	ok, err := Run(Options{Corpus: corpus, Known: "../known-differences/objects", Verbose: testing.Verbose()}, os.Stdout)
	if err != nil {
		t.Fatal(err)
	}
	if !ok {
		t.Error("crdtool and kube-apiserver differ")
	}
}
