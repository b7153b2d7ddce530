package mutationrun

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/internal/suite"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

func TestTry(t *testing.T) {
	dir := os.Getenv("MUTATE")
	if dir == "" {
		t.Skip()
	}
	var suites []*suite.Suite
	finder := suite.NewFinder(func() []*source.Document { return nil })
	filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(p, ".yaml") {
			return nil
		}
		text, _ := os.ReadFile(p)
		if !suite.May(text) {
			return nil
		}
		list, _ := suite.Read(source.Read(p, text))
		for _, s := range list {
			suites = append(suites, finder.Resolve(s)...)
		}
		return nil
	})
	servers := suite.NewServers(ver())
	r := New(ver(), servers, Options{Most: 40})
	start := time.Now()
	tests, failed := 0, 0
	for _, s := range suites {
		for _, test := range s.Tests {
			tests++
			if out := r.Run(s, test); out.Outcome == report.TestFailed {
				failed++
				t.Log(out.Name, out.Message)
			}
		}
	}
	fmt.Printf("%d suites, %d tests, %d failed, %v\n", len(suites), tests, failed, time.Since(start))
	start = time.Now()
	count := map[string]int{}
	kinds := map[string]int{}
	hit := 0
	_, _ = r.Mutate(context.Background(), suites, func(m *Result) error {
		count[m.Outcome]++
		kinds[string(m.Kind)+" "+m.Outcome]++
		if m.Outcome == "same" && os.Getenv("SHOW") != "" {
			fmt.Println(m.CRD.Doc.File.Name, m.Kind, m.Constraint.String(), m.Does)
		}
		if m.Outcome == "unnoticed" && os.Getenv("SHOW") == "2" {
			fmt.Println(m.CRD.Doc.File.Name, m.Kind, m.Constraint.String(), m.Does)
			fmt.Println(m.Proof.Text)
		}
		return nil
	})
	_ = hit
	fmt.Println(count, time.Since(start))
	for _, k := range []string{"noticed", "unnoticed", "same", "refused"} {
		for n, v := range kinds {
			if strings.HasSuffix(n, " "+k) {
				fmt.Println("  ", n, v)
			}
		}
	}
}

func ver() kube.Version { v, _ := kube.ParseVersion("1.32"); return v }
