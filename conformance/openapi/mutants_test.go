package openapi

import (
	"os"
	"testing"
)

func TestTmpMutants(t *testing.T) {
	_, err := CompareMutants("../../../shared/corpus", false, os.Stdout)
	if err != nil {
		t.Fatal(err)
	}
}
