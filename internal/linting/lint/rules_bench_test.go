package lint

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/crdtool/crdtool/internal/testkit/sweep"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/rules"
)

// BenchmarkProfiles tells what our own lint rules cost beside the server's checks.
func BenchmarkProfiles(b *testing.B) {
	names, _ := filepath.Glob(filepath.Join(sweep.Corpus(), "dev/*/crds/*.yaml"))
	if len(names) == 0 {
		b.Skip("no corpus is checked out beside the module")
	}
	var texts [][]byte
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			b.Fatal(err)
		}
		texts = append(texts, text)
	}
	for p := rules.Server; p <= rules.APIReview; p++ {
		b.Run(p.String(), func(b *testing.B) {
			opts := Options{Rules: rules.Of(p)}
			for b.Loop() {
				for i, text := range texts {
					linter.File(source.Read(names[i], text), opts)
				}
			}
		})
	}
}
