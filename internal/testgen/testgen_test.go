package testgen_test

import (
	"bytes"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/crdtool/crdtool/internal/crd"
	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/internal/suite"
	"github.com/crdtool/crdtool/internal/testgen"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

func TestTry(t *testing.T) {
	f, err := source.ReadFile(os.Getenv("CRD"))
	if err != nil {
		t.Skip(err)
	}
	for _, d := range f.Documents {
		if !d.IsCRD() {
			continue
		}
		c, _ := crd.Decode(d)
		start := time.Now()
		s, err := testgen.Generate(t.Context(), c, testgen.Options{All: os.Getenv("ALL") != ""})
		if err != nil {
			t.Fatal(err)
		}
		took := time.Since(start)
		var b bytes.Buffer
		if err := s.Write(&b, nil); err != nil {
			t.Fatal(err)
		}
		os.WriteFile("/tmp/g-out.yaml", b.Bytes(), 0o666)
		fmt.Println(d.Line(), s.Name, len(s.Tests), "tests", s.Found, "found", s.Missing, "missing", s.LeftOut, "left out", took, b.Len(), "bytes", bytes.Count(b.Bytes(), []byte("\n")), "lines")
		runs(t, b.Bytes(), d)
	}
}

func runs(t *testing.T, text []byte, crds ...*source.Document) {
	suites, problems := suite.Read(source.Read("suite.yaml", text))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	servers := suite.NewServers(kube.Latest)
	for _, one := range suite.NewFinder(func() []*source.Document { return crds }).Resolve(suites[0]) {
		if one.Skip != "" {
			t.Fatal(one.Skip)
		}
		for _, test := range one.Tests {
			if got := one.Run(test, servers.New(test)); got.Outcome != report.TestPassed {
				t.Errorf("%s:%d %s %s: %s", "suite.yaml", test.Line, test.Name, got.Outcome, got.Message)
			}
		}
	}
}
