package objects

import (
	"os"
	"testing"
)

// TestObjects runs the comparison; see Run.
func TestObjects(t *testing.T) {
	corpus := os.Getenv("CRDTOOL_CORPUS")
	if corpus == "" {
		corpus = "../../../shared/corpus"
	}
	ok, err := Run(Options{Corpus: corpus, Known: "../known-differences/objects", Verbose: testing.Verbose()}, os.Stdout)
	if err != nil {
		t.Fatal(err)
	}
	if !ok {
		t.Error("crdtool and kube-apiserver differ")
	}
}
