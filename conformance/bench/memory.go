package bench

import (
	"fmt"
	"io"
	"runtime"
)

// tolerance is by how much more may be held when four times the files are linted.
const tolerance = 1.25

// checkMemory lints the files once and four times over, and compares what is held after a file at
// most.
func checkMemory(files []file, out io.Writer) error {
	once, err := held(files, 1)
	if err != nil {
		return err
	}
	fourTimes, err := held(files, 4)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "held between files: %.1f MB at most for the files once, %.1f MB for the files four times over\n", float64(once)/1e6, float64(fourTimes)/1e6)
	if float64(fourTimes) > tolerance*float64(once) {
		return fmt.Errorf("what is held grows with the number of files")
	}
	return nil
}

// held is the most that is in use after any file, above what was before. What is not in use is
// collected first: how much of it there is depends on when the collector last ran, and is more the
// more often one looks.
func held(files []file, times int) (most uint64, err error) {
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
			runtime.GC()
			runtime.ReadMemStats(&m)
			if m.HeapAlloc > before {
				most = max(most, m.HeapAlloc-before)
			}
		}
	}
	return most, nil
}
