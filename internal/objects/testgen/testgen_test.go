package testgen_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/objects/suite"
	"github.com/crdtool/crdtool/internal/objects/testgen"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

var update = flag.Bool("update", false, "write the golden files")

// The suites are as they stand in the golden files, and all of their tests pass.
func TestGolden(t *testing.T) {
	for golden, file := range map[string]string{
		"widgets.yaml": filepath.Join("..", "..", "..", "examples", "widgets.yaml"),
		"kinds.yaml":   filepath.Join("testdata", "kinds.crd.yaml"),
	} {
		f, err := source.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		got := generated(t, f.Documents[0], testgen.Options{})
		runs(t, golden, got, f.Documents[0])
		name := filepath.Join("testdata", golden)
		if *update {
			if err := os.WriteFile(name, got, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s: the suite is another:\n%s\nto write it: go test ./internal/objects/mutationrun -run TestGolden -update", golden, got)
		}
	}
}

// All that is made for real CRDs comes out as expected, and is the same again.
func TestCorpus(t *testing.T) {
	dir := sweep.Corpus()
	files, err := filepath.Glob(filepath.Join(dir, "dev", "*", "crds", "*.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skipf("NOT RUN: no corpus in %s; set CRDTOOL_CORPUS to test against real CRDs", dir)
	}
	if sweep.Thorough() {
		files = everyFourth(files)
	}
	for _, file := range sweep.Part(70, files) {
		const large = 50_000 // those take seconds
		if info, err := os.Stat(file); err != nil || !sweep.Thorough() && info.Size() > large {
			continue
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			f, err := source.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, doc := range f.Documents {
				got := generated(t, doc, testgen.Options{})
				runs(t, file, got, doc)
				if again := generated(t, doc, testgen.Options{}); !bytes.Equal(got, again) {
					t.Errorf("%s: the suite is another the second time", file)
				}
			}
		})
	}
}

func everyFourth(files []string) []string {
	var some []string
	for i := 0; i < len(files); i += 4 {
		some = append(some, files[i])
	}
	return some
}

// What tests cover elsewhere is left out, and so is what is Kubernetes' own.
func TestOptions(t *testing.T) {
	f, err := source.ReadFile(filepath.Join("testdata", "kinds.crd.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	few, all := generated(t, f.Documents[0], testgen.Options{}), generated(t, f.Documents[0], testgen.Options{All: true})
	const inside = "claims" // of the resources of a container
	if bytes.Contains(few, []byte(inside)) || !bytes.Contains(all, []byte(inside)) {
		t.Errorf("only --all has %q", inside)
	}
	runs(t, "--all", all, f.Documents[0])
}

// The objects at the limits are those of the tests.
func TestEdges(t *testing.T) {
	c := decoded(t, filepath.Join("..", "..", "..", "examples", "widgets.yaml"))
	edges, err := testgen.Edges(t.Context(), c, "v1", testgen.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range edges {
		names = append(names, e.Name)
	}
	got := strings.Join(names, "\n")
	want := strings.TrimSpace(`
image is not empty
image has at most 253 characters
replicas is at least 0
ports has at most 16 items
name has at most 15 characters
port is at least 1
port is at most 65535`)
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func decoded(t *testing.T, file string) *crd.CustomResourceDefinition {
	t.Helper()
	f, err := source.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	c, _ := crd.Decode(f.Documents[0])
	return c
}

func generated(t *testing.T, doc *source.Document, o testgen.Options) []byte {
	t.Helper()
	c, _ := crd.Decode(doc)
	s, err := testgen.Generate(t.Context(), c, o)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := s.Write(&b, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// runs runs a suite, all of whose tests have to pass.
func runs(t *testing.T, name string, text []byte, crds ...*source.Document) {
	t.Helper()
	suites, problems := suite.Read(source.Read(name, text))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	servers := suite.NewServers(kube.Latest)
	for _, one := range suite.NewFinder(func() []*source.Document { return crds }).Resolve(suites[0]) {
		if one.Error != "" {
			t.Fatal(one.Error)
		}
		for _, test := range one.Tests {
			if got := one.Run(test, servers.New(test)); got.Outcome != report.TestPassed {
				t.Errorf("%s:%d: %s: %s: %s", name, test.Line, test.Name, got.Outcome, got.Message)
			}
		}
	}
}
