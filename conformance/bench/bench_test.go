package bench

import (
	"testing"

	"github.com/crdtool/crdtool/internal/testkit/sweep"
)

// Benchmark measures each contender over all CRDs of the corpus without rules.
// The bench command prints their ratios.
func Benchmark(b *testing.B) {
	corpus := sweep.Corpus()
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
