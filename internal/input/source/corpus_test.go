package source

import (
	"os"
	"path/filepath"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
)

// corpus returns the files of the corpus that match pattern, and skips the test
// where it is not checked out beside the module.
func corpus(tb testing.TB, pattern string) []string {
	tb.Helper()
	dir := sweep.Corpus()
	files, err := filepath.Glob(filepath.Join(dir, "dev", "*", pattern))
	if err != nil {
		tb.Fatal(err)
	}
	if len(files) == 0 {
		tb.Skipf("no corpus in %s; set CRDTOOL_CORPUS to test against real CRDs", dir)
	}
	return files
}

func readAll(tb testing.TB, files []string) (texts [][]byte, size int64) {
	tb.Helper()
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			tb.Fatal(err)
		}
		texts = append(texts, text)
		size += int64(len(text))
	}
	return texts, size
}

// BenchmarkRead and BenchmarkParse tell what Read costs beside yaml.v3 alone.
func BenchmarkRead(b *testing.B) {
	texts, size := readAll(b, corpus(b, "crds/*.yaml"))
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		for _, text := range texts {
			Read("", text)
		}
	}
}

func BenchmarkParse(b *testing.B) {
	texts, size := readAll(b, corpus(b, "crds/*.yaml"))
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		for _, text := range texts {
			var n yamlnode.Node
			if err := yaml.Unmarshal(text, &n); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// TestCorpus reads real files: each has one document and no problem, and what is
// in it stands where the document says.
func TestCorpus(t *testing.T) {
	for i, name := range corpus(t, "crds/*.yaml") {
		d := onlyDocument(t, name)
		if sweep.Takes(12, i) {
			checkPositions(t, d, 17)
		}
	}
	for _, name := range corpus(t, "objects/*.yaml") {
		checkPositions(t, onlyDocument(t, name), 3)
	}
}

func onlyDocument(t *testing.T, name string) *Document {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	f := Read(name, text)
	if len(f.Problems) != 0 || len(f.Documents) != 1 {
		t.Fatalf("%s: %d documents, problems %v", name, len(f.Documents), f.Problems)
	}
	return f.Documents[0]
}
