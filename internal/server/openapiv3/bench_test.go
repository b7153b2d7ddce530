package openapiv3_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/crdtool/crdtool/internal/testkit/sweep"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/openapiv3"
	"github.com/crdtool/crdtool/kube"
)

// BenchmarkBuild publishes the CRDs of the corpus, a project at a time.
func BenchmarkBuild(b *testing.B) {
	dir := sweep.Corpus()
	files, err := filepath.Glob(filepath.Join(dir, "dev", "*", "crds", "*.yaml"))
	if err != nil {
		b.Fatal(err)
	}
	if len(files) == 0 {
		b.Skip("NOT RUN: no corpus; set CRDTOOL_CORPUS")
	}
	projects := map[string][]*crd.CustomResourceDefinition{}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			b.Fatal(err)
		}
		c, _ := crd.Decode(source.Read(name, text).Documents[0])
		projects[filepath.Dir(name)] = append(projects[filepath.Dir(name)], c)
	}
	b.ReportAllocs()
	for b.Loop() {
		for _, crds := range projects {
			if _, err := openapiv3.Build(crds, kube.Latest); err != nil {
				b.Fatal(err)
			}
		}
	}
}
