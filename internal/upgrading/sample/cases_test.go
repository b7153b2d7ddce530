package sample_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/internal/upgrading/sample"
	"github.com/crdtool/crdtool/kube"
)

var update = flag.Bool("update", false, "write the samples into the cases")

func rules() sample.Options {
	return sample.Options{Rules: dryrun.CEL(celrule.NewCompiler(behaviour.Of(kube.Latest).CEL))}
}

// The cases hold a CRD and the samples of its version v1.
func TestCases(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/sample/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			input, _ := golden.Parse(text).Get("crd.yaml")
			got := append(text[:bytes.Index(text, input)+len(input):bytes.Index(text, input)+len(input)], samples(t, input, name == "comments")...)
			if bytes.Equal(got, text) {
				return
			}
			if !*update {
				t.Fatalf("the case would be\n%s\nto write it: go test ./sample -update", got)
			}
			if err := os.WriteFile(file, got, 0o666); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// samples prints the samples of a CRD as files of an archive.
func samples(t *testing.T, text []byte, comments bool) []byte {
	doc := source.Read("crd.yaml", text).Documents[0]
	c, flaws := crd.Decode(doc)
	if len(flaws) > 0 {
		t.Fatal(flaws)
	}
	if found := crd.NewChecker(behaviour.Of(kube.Latest)).Check(c, nil).Findings; len(found) > 0 {
		t.Fatalf("the CRD is refused: %s: %s", found[0].Path.Server(), found[0].ServerMessage())
	}
	g, err := sample.New(c, rules())
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	for _, size := range []sample.Size{sample.Minimal, sample.Full} {
		s, err := g.Generate("v1", size)
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString("-- " + size.String() + ".yaml --\n")
		if err := s.WriteYAML(&b, comments); err != nil {
			t.Fatal(err)
		}
		if len(s.LeftOut) > 0 {
			b.WriteString("-- left out --\n" + strings.Join(s.LeftOut, "\n") + "\n")
		}
		if !s.Accepted {
			b.WriteString("-- refused --\n" + strings.TrimSuffix(s.Refusal, "\n") + "\n")
		}
	}
	return b.Bytes()
}

func TestOfVersions(t *testing.T) {
	c := &crd.CustomResourceDefinition{}
	c.Metadata.Name = "things.example.com"
	c.Spec.Versions = []crd.Version{{Name: "v1", Served: true, Storage: true}, {Name: "v2"}}
	g, err := sample.New(c, sample.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, version := range []string{"v2", "v3"} {
		if _, err := g.Generate(version, sample.Minimal); err == nil || !strings.Contains(err.Error(), version) {
			t.Errorf("%s: %v", version, err)
		}
	}
	c.Spec.Versions[0].Storage = false
	if _, err := sample.New(c, sample.Options{}); err == nil {
		t.Error("a CRD without a storage version has a generator")
	}
}

// roundTrip reads the YAML of a sample as a manifest is read.
func roundTrip(t *testing.T, s *sample.Sample) {
	t.Helper()
	var b bytes.Buffer
	if err := s.WriteYAML(&b, true); err != nil {
		t.Fatal(err)
	}
	f := source.Read("sample.yaml", b.Bytes())
	if len(f.Problems) > 0 || len(f.Documents) != 1 {
		t.Fatalf("the sample does not read: %v\n%s", f.Problems, b.Bytes())
	}
	if got := source.Value(f.Documents[0].Root); !reflect.DeepEqual(got, any(s.Object)) {
		t.Errorf("the YAML of a sample is another object: %v, want %v", got, s.Object)
	}
}
