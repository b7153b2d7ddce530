package bench

import (
	"fmt"
	"io"
	"runtime"
	"slices"
	"syscall"
	"time"
)

// Run measures the contenders in turn, rounds times over all files, and prints the
// median time of the processor that each takes, and its ratio to crdtool's: for the CRDs
// without rules, and for all. It then checks that linting needs no more memory for more
// files.
func Run(corpus string, rounds int, out io.Writer) error {
	all, err := contenders()
	if err != nil {
		return err
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for _, c := range []struct {
		rules bool
		title string
	}{{true, "CRDs"}, {false, "CRDs without CEL rules"}} {
		files, size, err := load(corpus, c.rules)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%d %s, %.1f MB; medians of %d rounds\n", len(files), c.title, float64(size)/1e6, rounds)
		if err := compare(all, files, rounds, out); err != nil {
			return err
		}
	}
	files, _, err := load(corpus, false)
	if err != nil {
		return err
	}
	return checkMemory(files, out)
}

func compare(all []contender, files []file, rounds int, out io.Writer) error {
	times := make([][]time.Duration, len(all))
	for round := range rounds + 1 {
		for i, c := range all {
			runtime.GC()
			start, err := busy()
			if err != nil {
				return err
			}
			for _, f := range files {
				if err := c.run(f); err != nil {
					return err
				}
			}
			end, err := busy()
			if err != nil {
				return err
			}
			// The first round warms up.
			if round > 0 {
				times[i] = append(times[i], end-start)
			}
		}
	}
	unit := median(times[0])
	for i, c := range all {
		m := median(times[i])
		fmt.Fprintf(out, "%-14s %9s  %5.2fx\n", c.name, m.Round(10*time.Microsecond), float64(m)/float64(unit))
	}
	return nil
}

// busy is the time of the processor that the program has taken; other programs may run
// beside it.
func busy() (time.Duration, error) {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0, err
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), nil
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}
