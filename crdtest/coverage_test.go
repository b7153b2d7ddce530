package crdtest_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/crdtest"
	"github.com/crdtool/crdtool/report"
)

// tests stands for those of a package.
type tests func() int

func (f tests) Run() int { return f() }

// TestMainReports is not parallel: what it has recorded are all requests of the process.
func TestMainReports(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "coverage.json")
	t.Setenv("CRDTEST_COVERAGE", name)
	out, err := os.Create(filepath.Join(dir, "out"))
	if err != nil {
		t.Fatal(err)
	}
	stdout := os.Stdout
	os.Stdout = out
	code := crdtest.Main(tests(func() int {
		server, err := crdtest.New(crdtest.Options{Scheme: newScheme()}, "testdata/lamps.yaml")
		if err != nil {
			t.Error(err)
			return 1
		}
		c := server.Cluster(nil)
		for _, watts := range []int{60, 61} {
			_ = c.Create(lamp(LampSpec{Watts: watts}))
		}
		return 3
	}))
	os.Stdout = stdout
	if code != 3 {
		t.Errorf("status %d, want that of the tests", code)
	}
	text, err := os.ReadFile(out.Name())
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		" constraints of the CRDs were seen to pass and to fail (",
		"testdata/lamps.yaml:34: spec.dim: minimum 1: no request has a value there\n",
		`spec: "socket is immutable": never evaluated: no request changes the value of a stored object`,
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("it prints\n%s\nwithout %q", text, want)
		}
	}
	if strings.Contains(string(text), "spec.watts") {
		t.Errorf("spec.watts is covered, but listed:\n%s", text)
	}
	var r report.Coverage
	if text, err = os.ReadFile(name); err != nil || json.Unmarshal(text, &r) != nil || len(r.CRDs) != 1 {
		t.Errorf("%v: %s", err, text)
	}
}

// TestCoverageFollowsNoLinkOut: a link that a pull request adds under the name of the file with
// the coverage is not written through.
func TestCoverageFollowsNoLinkOut(t *testing.T) {
	dir := t.TempDir()
	outside, name := filepath.Join(dir, "outside"), filepath.Join(dir, "repo", "coverage.json")
	if err := os.MkdirAll(filepath.Join(dir, "repo", ".git"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(outside, []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, name); err != nil {
		t.Skip("the file system has no symbolic links: ", err)
	}
	t.Setenv("CRDTEST_COVERAGE", name)
	if code := crdtest.Main(tests(func() int { return 0 })); code != 1 {
		t.Errorf("status %d, want 1", code)
	}
	if text, err := os.ReadFile(outside); err != nil || string(text) != "mine" {
		t.Errorf("the file outside holds %q, %v", text, err)
	}
}
