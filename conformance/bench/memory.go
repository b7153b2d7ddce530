package bench

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
)

// tolerance is by how much the peak may grow when four times the files are
// linted: just when the collector runs is a matter of chance.
const tolerance = 1.25

// checkMemory lints the files once and four times over and compares the peaks of
// the heap. The collector is made to run often, so that the heap holds little
// that is not in use.
func checkMemory(files []file, out io.Writer) error {
	defer debug.SetGCPercent(debug.SetGCPercent(5))
	once, err := lowestPeak(files, 1)
	if err != nil {
		return err
	}
	fourTimes, err := lowestPeak(files, 4)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "peak heap: %.1f MB for the files once, %.1f MB for the files four times over\n", float64(once)/1e6, float64(fourTimes)/1e6)
	if float64(fourTimes) > tolerance*float64(once) {
		return fmt.Errorf("the peak of memory grows with the number of files")
	}
	return nil
}

// lowestPeak is the lowest of some peaks: what the collector has not got to yet
// counts in each, and differs.
func lowestPeak(files []file, times int) (lowest uint64, err error) {
	for range 4 {
		p, err := peak(files, times)
		if err != nil {
			return 0, err
		}
		if lowest == 0 || p < lowest {
			lowest = p
		}
	}
	return lowest, nil
}

// peak is the most that the heap holds after any file, above what it held before.
func peak(files []file, times int) (most uint64, err error) {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC() // what pools keep goes with the second
	runtime.ReadMemStats(&m)
	before := m.HeapAlloc
	for range times {
		for _, f := range files {
			if err := lintFile(f); err != nil {
				return 0, err
			}
			runtime.ReadMemStats(&m)
			if m.HeapAlloc > before {
				most = max(most, m.HeapAlloc-before)
			}
		}
	}
	return most, nil
}
