package openapi

import (
	"bytes"
	"os"
	"testing"
)

func TestTmpRecord(t *testing.T) {
	if err := Record(t.Context(), "../..", os.Stderr); err != nil {
		t.Fatal(err)
	}
}
func TestCorpus(t *testing.T) {
	corpus := os.Getenv("CRDTOOL_CORPUS")
	if corpus == "" {
		corpus = "../../../shared/corpus"
	}
	var out bytes.Buffer
	ok, err := Compare(corpus, false, &out)
	if err != nil {
		t.Fatal(err)
	}
	t.Log(out.String())
	if !ok {
		t.Error("crdtool and kube-apiserver differ")
	}
}
