package bench

import (
	"os"
	"testing"
)

// Benchmark measures each contender over all CRDs of the corpus without rules.
// The bench command prints their ratios.
func Benchmark(b *testing.B) {
	corpus := "../../../shared/corpus"
	if c := os.Getenv("CRDTOOL_CORPUS"); c != "" {
		corpus = c
	}
	files, size, err := load(corpus, false)
	if err != nil {
		b.Skip(err)
	}
	all, err := contenders()
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range all {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(size))
			b.ReportAllocs()
			for b.Loop() {
				for _, f := range files {
					if err := c.run(f); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
