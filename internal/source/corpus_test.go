package source

import (
	"os"
	"path/filepath"
	"testing"

	"go.yaml.in/yaml/v3"
)

// corpus returns the files of the corpus that match pattern, and skips the test
// where it is not checked out beside the module.
func corpus(tb testing.TB, pattern string) []string {
	tb.Helper()
	dir := os.Getenv("CRDTOOL_CORPUS")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "corpus")
	}
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
			var n yaml.Node
			if err := yaml.Unmarshal(text, &n); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func TestCorpusReads(t *testing.T) {
	for _, pattern := range []string{"crds/*.yaml", "objects/*.yaml"} {
		for _, name := range corpus(t, pattern) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			f := Read(name, text)
			if len(f.Problems) != 0 || len(f.Documents) != 1 {
				t.Errorf("%s: %d documents, problems %v", name, len(f.Documents), f.Problems)
			}
		}
	}
}
