package crdtest_test

import (
	"bytes"
	"os"
	"os/exec"
	"testing"

	"github.com/crdtool/crdtool/internal/testkit/sweep"
)

// The example is a module of its own, whose tests pass as an operator's would: with the
// libraries that this module has, and without network.
func TestExampleModule(t *testing.T) {
	t.Parallel()
	if !sweep.Thorough() {
		t.Skip("builds another module, as make thorough does")
	}
	cmd := exec.Command("go", "test", "./...")
	cmd.Dir = "../examples/crdtest"
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOPROXY=off", "GOFLAGS=-mod=readonly")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s\nafter a change of go.mod: cd examples/crdtest && go mod tidy", err, out)
	}
	if n := bytes.Count(out, []byte("ok  ")); n != 1 {
		t.Errorf("tests of %d packages pass, want 1:\n%s", n, out)
	}
}

// The CRD of the example is the one that controller-gen makes of its types, whose version
// it names.
func TestExampleIsGenerated(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../examples/crdtest/config/crd/bases/backup.example.com_backups.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(text, []byte("controller-gen.kubebuilder.io/version: v0.23.0")) {
		t.Error("write it with: controller-gen object crd paths=./api/... output:crd:dir=config/crd/bases")
	}
}
