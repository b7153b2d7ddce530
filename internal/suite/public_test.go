package suite

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

func TestTmpPublic(t *testing.T) {
	minor := kube.Latest.Minor
	if m := os.Getenv("MINOR"); m != "" {
		fmt.Sscan(m, &minor)
	}
	root := os.Getenv("SUITES")
	if root == "" {
		t.Skip()
	}
	var crds []*source.Document
	var all []*Suite
	_ = filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if d.IsDir() || !strings.HasSuffix(p, ".yaml") {
			return nil
		}
		f, err := source.ReadFile(p)
		if err != nil {
			return nil
		}
		for _, d := range f.Documents {
			if !isOpenShift(d) && d.MeantAsCRD() && strings.Contains(p, "config/crd/bases") {
				crds = append(crds, d)
			}
			if isOpenShift(d) {
				s, problems := readOpenShift(d)
				for _, p := range problems {
					fmt.Println(p)
				}
				all = append(all, s)
			}
		}
		return nil
	})
	f := NewFinder(func() []*source.Document { return crds })
	servers := NewServers(kube.Version{Minor: minor})
	var sum report.TestSummary
	n := 0
	tests := 0
	for _, s := range all {
		tests += len(s.Tests)
		for _, v := range f.Resolve(s) {
			n++
			if v.Skip != "" {
				fmt.Println("SKIP", v.File, v.Skip)
			}
			for _, test := range v.Tests {
				r := v.Run(test, servers.New(test))
				switch r.Outcome {
				case report.TestPassed:
					sum.Passed++
				case report.TestSkipped:
					sum.Skipped++
					fmt.Println("SKIPPED", r.Message)
				default:
					sum.Failed++
					fmt.Printf("FAIL %s:%d %s [%s]\n", v.File, r.Line, r.Name, v.Variant)
					for _, x := range r.Failures {
						fmt.Printf("   %d: expected %s\n   got %s\n%s", x.Line, x.Expected, x.Got, x.Diff)
					}
				}
			}
		}
	}
	fmt.Println(len(all), "suites", tests, "tests", n, "runs", sum)
}
