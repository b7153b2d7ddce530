package v1_test

import (
	"os"
	"testing"

	"github.com/crdtool/crdtool/crdtest"
)

// TestMain has go test -v list which constraints of the CRD no test has seen to fail.
func TestMain(m *testing.M) { os.Exit(crdtest.Main(m)) }
