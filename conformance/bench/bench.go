package bench

import (
	"fmt"
	"io"
	"runtime"
	"slices"
	"time"
)

// Run measures the contenders in turn, rounds times over all files, on one
// processor, and prints the median time of each and its ratio to crdtool's. It
// then checks that linting needs no more memory for more files.
func Run(corpus string, rounds int, out io.Writer) error {
	files, size, err := load(corpus)
	if err != nil {
		return err
	}
	all, err := contenders()
	if err != nil {
		return err
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))

	times := make([][]time.Duration, len(all))
	for round := range rounds + 1 {
		for i, c := range all {
			runtime.GC()
			start := time.Now()
			for _, f := range files {
				if err := c.run(f); err != nil {
					return err
				}
			}
			// The first round warms up.
			if round > 0 {
				times[i] = append(times[i], time.Since(start))
			}
		}
	}

	fmt.Fprintf(out, "%d CRDs without CEL rules, %.1f MB; medians of %d rounds on one processor\n", len(files), float64(size)/1e6, rounds)
	unit := median(times[0])
	for i, c := range all {
		m := median(times[i])
		fmt.Fprintf(out, "%-14s %9s  %5.2fx\n", c.name, m.Round(10*time.Microsecond), float64(m)/float64(unit))
	}
	return checkMemory(files, out)
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}
